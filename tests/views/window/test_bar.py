"""The bar: names, keys of the menus, and what it leaves out where there is no room."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.session.commands import COMMANDS, MENUS
from kalahloa.views.window.bar import NEXT_BUTTONS
from tests.views.conftest import Hands

ALT = Qt.KeyboardModifier.AltModifier
ICON_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly


def buttons(hands: Hands) -> list[QToolButton]:
    return [button for button in hands.window.bar.findChildren(QToolButton) if button.isVisible()]


def open_menu(hands: Hands) -> QMenu:
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    return popup


@pytest.mark.parametrize("width", [1180, 900, 640])
def test_every_button_has_a_name_and_a_tip(open_window, width):
    hands = open_window("kalah")
    hands.window.resize(width, 600)
    QTest.qWait(20)

    for button in buttons(hands):
        name = QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Name)
        assert name.strip("≡ &"), button.objectName()
        assert button.toolTip()


def test_buttons_lose_their_text_where_the_bar_is_narrow_and_get_it_back(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.resize(1300, 600)
    undo = next(one for one in buttons(hands) if one.objectName() == "undo")
    qtbot.waitUntil(lambda: undo.toolButtonStyle() != ICON_ONLY)

    hands.window.resize(720, 600)
    qtbot.waitUntil(lambda: undo.toolButtonStyle() == ICON_ONLY)
    hands.window.resize(1300, 600)

    qtbot.waitUntil(lambda: undo.toolButtonStyle() != ICON_ONLY)


def test_the_narrower_the_bar_the_more_is_left_out_one_after_the_other(open_window):
    bar = open_window("kalah").window.bar
    undo = bar.findChild(QToolButton, "undo")
    seen = []
    for width in range(2000, 100, -1):
        bar.resize(width, bar.height())
        left_out = [
            name
            for name, is_out in (
                ("room", bool(bar._views.styleSheet())),
                ("text", undo.toolButtonStyle() == ICON_ONLY),
                ("views", not bar._views.isVisible()),
                ("margins", bool(undo.styleSheet())),
                ("workspaces", not bar._workspaces.isVisible()),
            )
            if is_out
        ]
        if not seen or left_out != seen[-1]:
            seen.append(left_out)

    assert seen == [
        [],
        ["room"],
        ["room", "text"],
        ["room", "text", "views"],
        ["room", "text", "views", "margins"],
        ["room", "text", "views", "workspaces"],
    ]


def test_one_button_is_for_what_comes_next(open_window, searcher, qtbot):
    hands = open_window("tictactoe", (HUMAN, Player(Level(depth=1))))

    def shown() -> list[str]:
        return [one.objectName() for one in buttons(hands) if one.objectName() in NEXT_BUTTONS]

    searcher.shut()
    hands.click_move(1)
    qtbot.waitUntil(lambda: shown() == ["pause"])

    hands.window.actions_by_name["pause"].trigger()
    assert hands.window.actions_by_name["rematch"].isEnabled()
    qtbot.waitUntil(lambda: shown() == ["continue"])
    searcher.open()
    hands.window.actions_by_name["continue"].trigger()

    qtbot.waitUntil(lambda: hands.place.human_may_move and shown() == ["rematch"])


WIDTHS = (1600, 480, 1180, 560, 1000, 640, 900, 700, 800)
"""Narrow ones after wide ones, and wide ones after narrow ones."""


@pytest.mark.parametrize("points", [10, 20])
def test_nothing_of_the_bar_is_ever_cut_off(open_window, qtbot, points, qapp):
    usual = qapp.font()
    font = qapp.font()
    font.setPointSize(points)
    try:
        qapp.setFont(font)
        hands = open_window("kalah")
        bar = hands.window.bar
        for width in WIDTHS:
            hands.window.resize(width, 600)
            qtbot.wait(20)

            assert hands.window.width() == max(width, hands.window.minimumWidth())
            extension = bar.findChild(QToolButton, "qt_toolbar_ext_button")
            assert not extension.isVisible(), width
            assert bar.menu_button.isVisible(), width
            for button in buttons(hands):
                assert button.width() >= button.sizeHint().width(), width
                place = button.rect().translated(button.mapTo(bar, bar.pos() * 0))
                assert bar.rect().contains(place), width
    finally:
        qapp.setFont(usual)


def test_f10_opens_the_menu(open_window):
    hands = open_window("kalah")

    QTest.keyClick(hands.window, Qt.Key.Key_F10)

    whole = hands.window.bar.menu_button.menu()
    assert whole.isVisible()
    assert [action.menu() for action in whole.actions()] == [*hands.window.menus.values()]
    assert open_menu(hands) is hands.window.menus["game"]
    whole.close()


def test_alt_and_its_letter_open_a_menu(open_window, qtbot):
    hands = open_window("kalah")
    hands.click_move(1)
    for key, title in MENUS.items():
        letter = QKeySequence.mnemonic(translated(title))[0].key()

        QTest.keyClick(hands.window, letter, ALT)

        assert open_menu(hands) is hands.window.menus[key]
        assert open_menu(hands).activeAction() is not None
        open_menu(hands).close()
        QTest.keyClick(hands.window, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)


def test_every_command_of_a_menu_is_in_it_once(open_window):
    hands = open_window("kalah")

    for key, menu in hands.window.menus.items():
        names = [action.objectName() for action in menu.actions()]
        for command in COMMANDS:
            assert names.count(command.key) == (command.menu == key)


def test_no_key_means_two_things(open_window):
    hands = open_window("kalah")
    found: dict[str, str] = {}

    for action in hands.window.actions():
        for sequence in action.shortcuts():
            keys = sequence.toString()
            assert keys not in found, f"{keys}: {found[keys]} and {action.text()}"
            found[keys] = action.text()
    assert len(found) > 25


def test_no_letter_is_underlined_twice_in_a_menu(open_window):
    hands = open_window("kalah")

    for menu in [hands.window.bar.menu_button.menu(), *hands.window.menus.values()]:
        letters = [
            QKeySequence.mnemonic(action.text()).toString()
            for action in menu.actions()
            if not QKeySequence.mnemonic(action.text()).isEmpty()
        ]
        assert len(letters) == len(set(letters)), (menu.title(), sorted(letters))


def test_all_keys_of_a_command_work_its_own_and_the_platforms(open_window):
    hands = open_window("kalah")
    several = 0
    for command in COMMANDS:
        if command.title:
            keys = [QKeySequence(key) for key in command.shortcuts]
            if command.standard:
                keys += QKeySequence.keyBindings(QKeySequence.StandardKey[command.standard])
            given = hands.window.actions_by_name[command.key].shortcuts()
            assert {key.toString() for key in given} == {key.toString() for key in keys}
            assert not keys or given[0] == keys[0]
            several += len(given) > 1

    assert several


def test_a_button_that_takes_the_place_of_another_is_as_possible_as_its_command(open_window):
    hands = open_window("tictactoe", (HUMAN, Player(Level(depth=1))))
    hands.click_move(1)
    hands.undo()

    hands.app.document.new_game(hands.document.game)

    pause = hands.window.bar.findChild(QToolButton, "pause")
    assert pause.isVisible()
    assert not hands.window.actions_by_name["pause"].isEnabled()
    assert not pause.isEnabled()

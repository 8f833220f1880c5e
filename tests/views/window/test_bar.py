"""The bar: names, keys of the menus, and what it leaves out where there is no room."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton, QWidget

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.session.commands import COMMANDS, MENUS
from kalahloa.views.window.bar import BUTTONS, MAX_BUTTONS_NARROW
from kalahloa.views.window.rooms import PAGES, ROOMS
from kalahloa.views.window.segments import Segments
from tests.views.conftest import Hands
from tests.views.window.arranged import settle

ALT = Qt.KeyboardModifier.AltModifier
ICON_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly


def buttons(hands: Hands) -> list[QToolButton]:
    return [button for button in hands.window.bar.findChildren(QToolButton) if button.isVisible()]


def open_menu(hands: Hands) -> QMenu:
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    return popup


@pytest.mark.parametrize("width", [1180, 900, 640, 400])
def test_every_button_has_a_name_and_a_tip(open_window, width):
    hands = open_window("kalah")
    settle(hands, (width, 600))

    for button in buttons(hands):
        name = QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Name)
        assert name.strip("≡ &"), button.objectName()
        assert button.toolTip()


def test_each_room_has_buttons_of_its_own_in_their_order(open_window):
    hands = open_window("kalah")
    bar, actions = hands.window.bar, hands.window.actions_by_name
    hands.window.resize(1900, 600)

    for room, keys in BUTTONS.items():
        hands.window.rooms.switch(room)

        shown = [button for button in bar.buttons.values() if button.isVisible()]
        shown.sort(key=lambda button: button.x())
        assert [one.objectName() for one in shown] == [key for key in keys if key in actions], room


def test_buttons_lose_their_text_where_the_bar_is_narrow_and_get_it_back(open_window, qtbot):
    hands = open_window("kalah")
    undo = hands.window.bar.buttons["undo"]
    hands.window.resize(1900, 600)
    qtbot.waitUntil(lambda: undo.toolButtonStyle() != ICON_ONLY)

    hands.window.resize(720, 600)
    qtbot.waitUntil(lambda: undo.toolButtonStyle() == ICON_ONLY)
    hands.window.resize(1900, 600)

    qtbot.waitUntil(lambda: undo.toolButtonStyle() != ICON_ONLY)


def left_out(hands: Hands) -> list[str]:
    """Return what the bar leaves out, in the order in which it is meant to."""
    bar, room = hands.window.bar, hands.window.rooms.current.key
    wanted = [key for key in BUTTONS[room] if key in bar.buttons]
    seen = [key for key in wanted if bar.buttons[key].isVisible()]
    undo, pages = bar.buttons["undo"], bar.pages.get(room)
    found = (
        ("text", undo.toolButtonStyle() == ICON_ONLY),
        ("room", bool(bar.views.styleSheet())),
        ("rooms", not bar.room_buttons["play"].isVisible()),
        ("pages", pages is not None and not any(one.isVisible() for one in pages.buttons.values())),
        ("margins", bool(undo.styleSheet())),
        ("few", len(seen) < len(wanted)),
        ("buttons", not seen),
    )
    return [name for name, is_out in found if is_out]


@pytest.mark.parametrize(
    ("room", "steps"),
    [
        ("play", ["text", "room", "rooms", "margins", "few", "buttons"]),
        ("train", ["text", "room", "rooms", "pages", "margins", "few", "buttons"]),
    ],
)
def test_the_narrower_the_bar_the_more_is_left_out_one_after_the_other(open_window, room, steps):
    hands = open_window("kalah")
    hands.window.rooms.switch(room)
    bar = hands.window.bar
    seen: list[list[str]] = []
    for width in range(2400, 100, -1):
        bar.resize(width, bar.height())
        out = left_out(hands)
        if not seen or out != seen[-1]:
            seen.append(out)

    assert seen[0] == []
    for out in seen:  # each leaves out all that the one before did
        assert out == [step for step in steps if step in out]
        assert out == steps[: len(out)]
    assert len(seen[-1]) >= len(steps) - 1


def test_a_narrow_bar_has_the_first_buttons_at_most(open_window):
    hands = open_window("kalah")
    bar = hands.window.bar
    for width in range(1400, 300, -1):
        bar.resize(width, bar.height())
        seen = [key for key in BUTTONS["play"] if bar.buttons[key].isVisible()]
        if "few" in left_out(hands):
            assert seen in ([], list(BUTTONS["play"][:MAX_BUTTONS_NARROW]))


# -- rooms, pages and views ------------------------------------------------------------------------


def in_bar(bar: QWidget, part: QWidget) -> bool:
    """Return whether *part* is seen in *bar*, in full."""
    place = part.rect().translated(part.mapTo(bar, QPoint()))
    return part.isVisible() and bar.rect().contains(place)


@pytest.mark.parametrize("room", [one.key for one in ROOMS])
def test_board_and_text_are_in_the_bar_at_every_width(open_window, room):
    hands = open_window("kalah")
    bar = hands.window.bar
    hands.window.rooms.switch(room)
    for width in (*range(400, 700, 7), *range(700, 2000, 61)):
        hands.window.resize(width, 600)
        QApplication.sendPostedEvents()

        for button in (bar.menu_button, *bar.views.buttons.values()):
            assert in_bar(bar, button), (width, button.text())
            assert button.width() >= button.sizeHint().width(), width
        assert in_bar(bar, bar.rooms), width
        assert room not in bar.pages or in_bar(bar, bar.pages[room]), width


def folded(segments: Segments) -> QToolButton:
    button = segments.findChild(QToolButton, "folded")
    assert button.isVisible()
    return button


def test_folded_rooms_and_pages_say_which_is_shown_and_are_chosen_from_a_menu(open_window, qtbot):
    hands = open_window("kalah")
    bar, rooms = hands.window.bar, hands.window.rooms
    settle(hands, (400, 600))
    assert folded(bar.rooms).text().startswith("Play")
    assert not any(button.isVisible() for button in bar.room_buttons.values())

    texts = {action.text(): action for action in folded(bar.rooms).menu().actions()}
    texts["Train"].trigger()
    assert rooms.current.key == "train"
    assert folded(bar.rooms).text().startswith("Train")
    pages = folded(bar.pages["train"])
    assert pages.text().startswith("Puzzles")
    {action.text(): action for action in pages.menu().actions()}["Guess"].trigger()

    assert rooms.page.key == "guess"
    assert pages.text().startswith("Guess")


WIDTHS = (1600, 480, 1180, 560, 1000, 400, 900, 700, 800)
"""Narrow ones after wide ones, and wide ones after narrow ones."""


@pytest.mark.parametrize("points", [10, 20])
@pytest.mark.parametrize("room", ["play", "train", "home"])
def test_nothing_of_the_bar_is_ever_cut_off(open_window, qtbot, points, room, qapp):
    usual = qapp.font()
    font = qapp.font()
    font.setPointSize(points)
    try:
        qapp.setFont(font)
        hands = open_window("kalah")
        bar = hands.window.bar
        hands.window.rooms.switch(room)
        for width in WIDTHS:
            if points > 10 and width < 640:
                continue
            settle(hands, (width, 600))

            assert hands.window.width() == width
            extension = bar.findChild(QToolButton, "qt_toolbar_ext_button")
            assert not extension.isVisible(), width
            assert bar.menu_button.isVisible(), width
            for button in buttons(hands):
                assert button.width() >= button.sizeHint().width(), width
                assert in_bar(bar, button), width
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


def test_a_button_is_as_possible_as_its_command(open_window):
    hands = open_window("tictactoe", (HUMAN, Player(Level(depth=1))))
    hands.click_move(1)
    hands.undo()

    hands.app.document.new_game(hands.document.game)

    hands.window.resize(1600, 600)
    pause = hands.window.bar.buttons["pause"]
    assert pause.isVisible()
    assert not hands.window.actions_by_name["pause"].isEnabled()
    assert not pause.isEnabled()


def test_the_bar_needs_the_same_width_however_early_it_was_measured(open_window):
    hands = open_window("kalah")
    bar = hands.window.bar
    hands.window.resize(300, 600)  # nothing fits: all is measured
    for page in PAGES:
        hands.window.rooms.open_page(page)
    early = dict(bar._widths)

    bar._widths = {}
    for page in PAGES:
        hands.window.rooms.open_page(page)

    assert bar._widths == early


@pytest.mark.parametrize("width", [1180, 1366])
def test_the_buttons_of_rooms_stay_in_one_place(open_window, width):
    """A second click on Home must not meet Study because the bar has changed under the mouse."""
    hands = open_window("kalah")
    settle(hands, (width, 760))
    bar, rooms = hands.window.bar, hands.window.rooms
    rooms.open_page("play")
    seen = set()
    for page in ["home", *PAGES, "play"]:
        rooms.open_page(page)
        settle(hands, (width, 760))
        seen.add((bar.rooms.mapTo(hands.window, QPoint(0, 0)).x(), bar.rooms.width()))

    assert len(seen) == 1

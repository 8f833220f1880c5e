"""The keyboard is always on something that one sees and can use."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.window.focus_keeper import is_usable
from kalahloa.views.window.rooms import PAGES

LEAVES = {"quit", "full-screen", "project-tree", "help", "rules", "keys", "about", "show-log"}
"""The commands that close the window, or show another one."""
FILES = {"open", "save", "import", "export", "export-tree", "import-heuristic", "export-heuristic"}
"""Those that ask for a file in a dialog of the desktop."""


def usable_focus() -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and is_usable(focused)


@pytest.mark.parametrize("page", PAGES)
def test_after_every_command_the_keyboard_is_on_something_visible(open_window, qtbot, brief, page):
    hands = open_window("loa")
    window = hands.window
    hands.app.turns.play_text("b1-b3")
    hands.app.turns.play_text("a4-c4")
    window.rooms.open_page(page)

    for command in COMMANDS:
        if not command.title or command.key in LEAVES | FILES:
            continue
        window.actions_by_name[command.key].trigger()
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.close()
        qtbot.waitUntil(usable_focus)
        if window.rooms.page.key != page:
            window.rooms.open_page(page)
        qtbot.waitUntil(usable_focus)
        if window.palette_popup.isVisible():
            window.palette_popup.close()


@pytest.mark.parametrize("page", ["play", "study", "course", "heuristic"])
def test_after_every_typed_command_the_keyboard_is_on_something_visible(
    open_window, qtbot, brief, page
):
    hands = open_window("loa")
    window = hands.window
    window.rooms.open_page(page)
    for typed in ("b1-b3", "a4-c4"):
        hands.type_line(typed)

    for command in COMMANDS:
        if not command.typed or command.key in LEAVES | FILES:
            continue
        window.show_view(text=True)
        window.text.setFocus()
        hands.type_line(command.typed)
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.close()
        qtbot.waitUntil(usable_focus)
        if window.rooms.page.key != page:
            window.rooms.open_page(page)
        qtbot.waitUntil(usable_focus)


@pytest.mark.parametrize("key", PANELS)
def test_every_panel_takes_the_keyboard(open_window, qtbot, key):
    hands = open_window("kalah")
    rooms = hands.window.rooms
    hands.board.setFocus()

    rooms.focus(key)

    panel = hands.window.panel_host.panel(key)
    qtbot.waitUntil(usable_focus)
    focused = QApplication.focusWidget()
    assert focused is panel or panel.isAncestorOf(focused)


@pytest.mark.parametrize("button", ["analyse_button", "values_button"])
def test_a_button_that_hides_itself_leaves_the_keyboard_in_its_panel(open_window, qtbot, button):
    hands = open_window("loa")
    hands.window.rooms.open_page("study")
    hands.window.rooms.focus("engine")
    panel = hands.window.panel_host.panel("engine")
    pressed = getattr(panel, button)
    elsewhere = QLineEdit(hands.window)  # to which Qt gives the keyboard then
    elsewhere.show()
    QWidget.setTabOrder(pressed, elsewhere)
    pressed.setFocus()

    QTest.keyClick(pressed, Qt.Key.Key_Space)

    qtbot.waitUntil(lambda: not pressed.isVisible())
    qtbot.waitUntil(lambda: usable_focus() and panel.isAncestorOf(QApplication.focusWidget()))


def test_a_click_on_a_player_leaves_the_board_its_keys(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, Player(Level(depth=1))))
    hands.board.setFocus()
    row = hands.window.panel_host.panel("players").rows[1]
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    dialog = next(one for one in hands.window.findChildren(QDialog) if one.isVisible())
    dialog.accept()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is hands.board)

    hands.press(Qt.Key.Key_3)

    qtbot.waitUntil(lambda: hands.texts()[:1] == ["3"])

"""Tab goes through the panels in the order in which they stand, whenever they were made."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from kalahloa.models.game.registry import find_game
from kalahloa.views.window.rooms import PAGES
from tests.views.conftest import Hands
from tests.views.window.arranged import places, settle

BAR = "bar"


def way_of(hands: Hands, key: Qt.Key) -> list[str]:
    """Press *key* until it has come back to the board; return what it went through.

    These are the keys of panels, and the bar.
    """
    hands.board.setFocus()
    way: list[str] = []
    areas = hands.window.panel_host.areas
    for _ in range(300):
        hands.press(key)
        widget = QApplication.focusWidget()
        if widget is hands.board:
            return way
        found = [name for name, area in areas.items() if area.isAncestorOf(widget)]
        if hands.window.bar.isAncestorOf(widget):
            found = [BAR]
        if found and way[-1:] != found:
            way += found
    raise AssertionError("Tab does not come back to the board.")


def is_in_sight(widget: QWidget) -> bool:
    """Return whether something of *widget* is seen, or of what it scrolls."""
    shown = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    return not shown.visibleRegion().isEmpty()


def columns_down(hands: Hands) -> list[str]:
    """Return the panels from the left to the right, and those of a column from the top down."""
    found = places(hands)
    return sorted(found, key=lambda key: (found[key].left() // 8, found[key].top()))


def test_tab_goes_from_the_board_to_the_bar_and_down_the_panels(open_window, qtbot):
    hands = open_window("tictactoe")
    settle(hands, (1400, 1000))
    hands.document.play(1)

    qtbot.waitUntil(lambda: way_of(hands, Qt.Key.Key_Tab) == [BAR, "players", "moves"])
    assert way_of(hands, Qt.Key.Key_Backtab) == ["moves", "players", BAR]


def test_tab_goes_down_the_panels_though_the_upper_ones_were_made_later(open_window, qtbot):
    hands = open_window("tictactoe")
    hands.document.play(1)

    hands.window.rooms.open_page("study")
    hands.window.rooms.reveal("players")
    settle(hands, (1400, 1000))

    wanted = [BAR, *columns_down(hands)]
    assert {"engine", "moves", "players"} <= set(wanted)
    qtbot.waitUntil(lambda: way_of(hands, Qt.Key.Key_Tab) == wanted)
    assert way_of(hands, Qt.Key.Key_Backtab) == wanted[::-1]


def test_a_panel_that_stands_elsewhere_has_another_turn(open_window, qtbot):
    hands = open_window("kalah")
    hands.document.play(1)
    hands.window.rooms.open_page("study")
    settle(hands, (1600, 1000))
    before = columns_down(hands)
    qtbot.waitUntil(lambda: way_of(hands, Qt.Key.Key_Tab) == [BAR, *before])

    settle(hands, (800, 1200))

    wanted = [BAR, *columns_down(hands)]
    assert wanted[1:] != before
    qtbot.waitUntil(lambda: way_of(hands, Qt.Key.Key_Tab) == wanted)


def test_another_game_has_the_same_order(open_window, qtbot):
    """Its board is made after all panels, and Qt would go to it last."""
    hands = open_window("loa")
    settle(hands, (1400, 1000))
    loa = hands.board

    hands.document.new_game(find_game("kalah"), find_game("kalah").rulebook.default)
    qtbot.waitUntil(lambda: hands.board is not loa)

    qtbot.waitUntil(lambda: way_of(hands, Qt.Key.Key_Tab) == [BAR, "players", "moves"])
    assert way_of(hands, Qt.Key.Key_Backtab) == ["moves", "players", BAR]


def test_what_tab_goes_to_is_scrolled_into_sight(open_window, qtbot):
    hands = open_window("loa")
    hands.window.rooms.open_page("home")
    settle(hands, (640, 480))

    hands.window.setFocus()
    for _ in range(60):
        hands.press(Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        assert is_in_sight(widget), widget.accessibleName()


# -- from panel to panel, and back to the board ----------------------------------------------------


def focused_panel(hands: Hands) -> str:
    """Return the key of the panel that has the keyboard; empty for the views."""
    rooms = hands.window.rooms
    return next((key for key in rooms.keys_in_order() if rooms.has_focus(key)), "")


@pytest.mark.parametrize("page", list(PAGES))
def test_every_panel_is_at_most_three_keys_away_and_the_board_one(open_window, qtbot, page):
    hands = open_window("kalah")
    rooms = hands.window.rooms
    rooms.open_page(page)
    settle(hands, (1366, 768))
    ring = ["", *rooms.keys_in_order()] if rooms.page.has_board else rooms.keys_in_order()

    for key, turned in ((Qt.Key.Key_F6, False), (Qt.Key.Key_F6, True)):
        modifier = Qt.KeyboardModifier.ShiftModifier if turned else Qt.KeyboardModifier.NoModifier
        way = []
        for _ in ring:
            hands.press(key, modifier)
            qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
            way.append(focused_panel(hands))
            assert is_in_sight(QApplication.focusWidget())
        assert sorted(way) == sorted(ring)

    assert len(ring) <= 7
    if rooms.page.has_board:
        rooms.focus(ring[-1])
        hands.press(Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is hands.board
        assert hands.board.focus_cell >= 0


def test_escape_in_full_screen_goes_to_the_board_first(open_window):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_F11)
    hands.window.rooms.focus("moves")

    hands.press(Qt.Key.Key_Escape)
    assert hands.window.isFullScreen()
    assert QApplication.focusWidget() is hands.board
    hands.press(Qt.Key.Key_Escape)

    assert not hands.window.isFullScreen()


def test_enter_and_space_alike_press_a_button(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.rooms.open_page("study")
    button = hands.window.panel_host.panel("engine").values_button
    shown = []
    button.clicked.connect(lambda: shown.append(hands.place.values_wanted))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        button.setFocus()
        hands.press(key)

    assert len(shown) == 3


def test_tab_shows_where_it_is_on_a_board(open_window):
    hands = open_window("loa")
    assert hands.board.focus_cell < 0

    hands.press(Qt.Key.Key_Backtab)
    hands.press(Qt.Key.Key_Tab)

    assert QApplication.focusWidget() is hands.board
    assert hands.board.focus_cell == hands.board.first_focus()

"""Tab goes through the panels in the order in which they stand, whenever they were made."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget
from shiboken6 import Shiboken, isValid

from kalahloa.models.game.registry import find_game
from kalahloa.views.window import tab_order


def docks_on_the_way(hands, key: Qt.Key) -> list[QDockWidget]:
    """Press *key* until it has come back to the board; return the docks that it went through."""
    hands.board.setFocus()
    way: list[QDockWidget] = []
    for _ in range(300):
        hands.press(key)
        widget = QApplication.focusWidget()
        if widget is hands.board:
            return way
        while widget is not None and not isinstance(widget, QDockWidget):
            widget = widget.parentWidget()
        if widget is not None and way[-1:] != [widget]:
            way.append(widget)
    raise AssertionError("Tab does not come back to the board.")


def columns_down(docks) -> list[QDockWidget]:
    """Return *docks* from the left to the right, and those of a column from the top down."""
    return sorted(docks, key=lambda dock: (dock.geometry().left(), dock.geometry().top()))


def in_front(docks) -> list[QDockWidget]:
    """Return those of *docks* that are not behind a tab."""
    return [dock for dock in docks if dock.geometry().right() > 0]


def test_tab_goes_down_the_panels_though_the_upper_ones_were_made_later(open_window, qtbot):
    hands = open_window("tictactoe")
    hands.window.resize(1400, 1000)
    hands.document.play(1)
    docks = hands.window.docks.docks
    assert in_front(docks_on_the_way(hands, Qt.Key.Key_Tab)) == [docks["players"], docks["moves"]]

    hands.window.workspaces.switch("study")

    # In the study the analysis stands between the two, and the comment behind the graph.
    wanted = [docks[key] for key in ("players", "analysis", "moves", "graph")]
    qtbot.waitUntil(lambda: in_front(docks_on_the_way(hands, Qt.Key.Key_Tab)) == wanted)
    way = docks_on_the_way(hands, Qt.Key.Key_Tab)
    assert columns_down(wanted) == wanted
    assert way.index(docks["comment"]) > way.index(docks["moves"])
    assert docks_on_the_way(hands, Qt.Key.Key_Backtab) == way[::-1]


def test_a_panel_that_is_put_elsewhere_has_another_turn(open_window, qtbot):
    hands = open_window("tictactoe")
    hands.window.resize(1400, 1000)
    hands.document.play(1)
    hands.window.workspaces.switch("study")
    moves = hands.window.docks.docks["moves"]

    hands.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, moves)

    qtbot.waitUntil(lambda: docks_on_the_way(hands, Qt.Key.Key_Tab)[:1] == [moves])
    way = in_front(docks_on_the_way(hands, Qt.Key.Key_Tab))
    assert way == columns_down(way)


def test_an_order_that_cannot_be_read_is_set_a_little_later(open_window, qtbot, monkeypatch):
    monkeypatch.setattr(tab_order, "AGAIN_MS", 50)
    read, answers = tab_order._ring, []

    def ring(window):
        answers.append(read(window) if answers else None)
        return answers[-1]

    monkeypatch.setattr(tab_order, "_ring", ring)
    hands = open_window("tictactoe")
    hands.window.resize(1400, 1000)
    qtbot.waitUntil(lambda: len(answers) > 1 and answers[-1] is not None)

    docks = hands.window.docks.docks
    assert in_front(docks_on_the_way(hands, Qt.Key.Key_Tab)) == [docks["players"], docks["moves"]]


def test_the_window_is_nobodys_child_after_the_order_was_looked_at(open_window, qtbot):
    hands = open_window("loa")
    window = hands.window
    viewport = window.docks.panel("moves").view.viewport()
    hands.press(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    qtbot.wait(50)

    loa = hands.board
    hands.document.new_game(find_game("kalah"), find_game("kalah").rulebook.default)
    qtbot.waitUntil(lambda: not isValid(loa))

    # What PySide takes for a child of a board is taken for deleted with it.
    assert isValid(viewport)
    assert "parent." not in Shiboken.dump(window)

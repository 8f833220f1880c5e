"""The moves played in the library from the position on the board: how often, and how they ended."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.views.items.played_moves import COUNT, MEAN, MOVE, SHARES_ROLE, VALUE
from kalahloa.views.panels.explorer import ExplorerPanel
from tests.views.conftest import Hands
from tests.views.panels.test_games import CONTROL, DRAWN, LEFT, O_WINS, X_WINS, add, record_of


class Explorer:
    """The explorer of a window in the Study workspace."""

    def __init__(self, hands: Hands, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        hands.press(Qt.Key.Key_3, CONTROL)
        panel = hands.window.panel_host.panel("explorer")
        assert isinstance(panel, ExplorerPanel)
        self.panel = panel
        hands.window.rooms.focus("explorer")

    def cells(self, column: int) -> list[str]:
        model = self.panel.model
        return [str(model.index(row, column).data()) for row in range(model.rowCount())]

    def wait_for(self, *moves: str) -> None:
        """Wait until these moves are listed."""
        self.qtbot.waitUntil(lambda: self.cells(MOVE) == list(moves))

    def click(self, move: str) -> None:
        """Click a move twice, as some people do everywhere."""
        row = self.cells(MOVE).index(move)
        place = self.panel.list.visualRect(self.panel.model.index(row, 0)).center()
        QTest.mouseClick(self.panel.list.viewport(), LEFT, pos=place)
        QTest.mouseDClick(self.panel.list.viewport(), LEFT, pos=place)


@pytest.fixture
def hands(open_window) -> Hands:
    made = open_window("tictactoe")
    made.window.resize(1180, 780)
    return made


def test_the_moves_are_listed_the_most_frequent_first_with_results(hands, qtbot):
    add(hands, record_of(X_WINS), record_of(O_WINS), record_of(DRAWN), record_of("5 1"))

    explorer = Explorer(hands, qtbot)

    explorer.wait_for("1", "5")
    assert explorer.cells(COUNT) == ["3", "1"]
    assert explorer.cells(MEAN) == ["0", ""]
    model = explorer.panel.model
    assert model.index(0, 0).data(SHARES_ROLE) == (1, 1, 1)
    assert model.index(1, 0).data(SHARES_ROLE) == (0, 0, 0)
    told = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told == "1: played 3 times, X won 1, 1 drawn, O won 1, mean score 0"
    assert explorer.panel.facts.whole == "4 games"


def test_a_click_plays_a_move_once_and_its_replies_are_listed(hands, qtbot):
    add(hands, record_of(X_WINS), record_of(DRAWN))
    explorer = Explorer(hands, qtbot)
    explorer.wait_for("1")

    explorer.click("1")

    assert hands.texts() == ["1"]
    explorer.wait_for("2", "4")


def test_enter_plays_and_going_back_lists_what_was_there(hands, qtbot):
    add(hands, record_of(X_WINS))
    explorer = Explorer(hands, qtbot)
    explorer.wait_for("1")
    explorer.panel.list.setCurrentIndex(explorer.panel.model.index(0, 0))

    hands.press(Qt.Key.Key_Return)
    explorer.wait_for("4")
    hands.undo()

    explorer.wait_for("1")
    assert hands.texts() == []


def test_where_no_game_went_on_that_is_said(hands, qtbot):
    explorer = Explorer(hands, qtbot)

    qtbot.waitUntil(lambda: "No library game" in explorer.panel.empty.text())

    assert explorer.panel.empty.isVisible() and not explorer.panel.list.isVisible()
    for move in (1, 4, 2, 5, 3):
        hands.click_move(move)
    qtbot.waitUntil(lambda: explorer.panel.empty.text() == "The game is over.")


def test_the_proven_values_of_the_book_stand_beside_also_of_moves_nobody_played(open_window, qtbot):
    hands = open_window("kalah")
    add(hands, record_of("3 6", game="kalah"))

    explorer = Explorer(hands, qtbot)

    explorer.wait_for("3", "1", "2", "4", "5", "6")
    assert explorer.cells(VALUE) == ["+8", "−14", "−10", "−2", "−8", "+4"]
    assert explorer.cells(COUNT) == ["1", "–", "–", "–", "–", "–"]

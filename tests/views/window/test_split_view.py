"""The split view: board and text together, both to be played from, and remembered."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.views.conftest import Hands
from tests.views.window.arranged import in_window, settle

CONTROL = Qt.KeyboardModifier.ControlModifier


def split(hands: Hands) -> None:
    QTest.keyClick(hands.window, Qt.Key.Key_F2, CONTROL)


def shown(hands: Hands) -> tuple[bool, bool]:
    window = hands.window
    return window.graphical.isVisible(), window.text.isVisible()


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_board_and_text_are_seen_together_and_both_are_played_from(open_window, game):
    hands = open_window(game)
    split(hands)
    settle(hands, (1300, 800))
    moves = hands.document.position.legal_moves()
    hands.click_move(moves[0])
    text = hands.document.position.format_move(hands.document.position.legal_moves()[0])

    QTest.keyClicks(hands.window.text.line, text)
    QTest.keyClick(hands.window.text.line, Qt.Key.Key_Return)

    assert shown(hands) == (True, True)
    assert hands.document.node.ply == 2
    assert hands.window.text.diagram.toPlainText() == hands.place.diagram
    assert hands.window.actions_by_name["split-view"].isChecked()


def test_the_same_key_goes_back_to_the_view_that_has_the_keyboard(open_window):
    hands = open_window("kalah")
    split(hands)
    QTest.keyClick(hands.window, Qt.Key.Key_F2)
    assert hands.window.text_shown
    assert shown(hands) == (True, True)

    split(hands)

    assert shown(hands) == (False, True)


def test_to_choose_one_view_ends_the_split_view(open_window):
    hands = open_window("kalah")
    for key, seen in (("graphical", (True, False)), ("text", (False, True))):
        split(hands)
        hands.window.actions_by_name[key].trigger()

        assert shown(hands) == seen
        assert not hands.window.actions_by_name["split-view"].isChecked()


@pytest.mark.parametrize("size", [(1700, 700), (1366, 768), (700, 1000)])
def test_neither_view_covers_the_other_or_is_squeezed(open_window, size):
    hands = open_window("kalah")
    split(hands)

    settle(hands, size)

    board, text = (in_window(hands, view) for view in (hands.window.graphical, hands.window.text))
    assert not board.intersects(text)
    assert all(min(one.width(), one.height()) >= 150 for one in (board, text))
    assert abs(board.width() - text.width()) <= 2
    assert abs(board.height() - text.height()) <= 2


def test_they_stand_one_above_the_other_where_they_are_higher_than_wide(open_window):
    hands = open_window("loa")
    split(hands)
    settle(hands, (1200, 800))
    views = hands.window.stack

    views.resize(300, 700)

    assert views.orientation() is Qt.Orientation.Vertical
    views.resize(700, 300)
    assert views.orientation() is Qt.Orientation.Horizontal


def test_a_window_opens_as_it_was_split(open_window):
    hands = open_window("loa")
    split(hands)
    hands.window.close()

    again = open_window("loa")

    assert again.window.stack.is_split
    assert shown(again) == (True, True)

"""The board of tic-tac-toe, played with the mouse and the keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kalahloa.models.games.tictactoe.game import read_position, start_position
from kalahloa.models.games.tictactoe.position import TicTacToe
from kalahloa.models.games.tictactoe.rules import TicTacToeRules
from kalahloa.views.boards.board_view import BoardState
from kalahloa.views.boards.tictactoe_board import TicTacToeBoardView, TicTacToeMark, mark_path
from kalahloa.views.look.theme import DARK, LIGHT
from tests.scores import estimate, exact
from tests.views.boards.alone import show_alone

LEFT = Qt.MouseButton.LeftButton


def position(text: str) -> TicTacToe:
    return read_position(text, TicTacToeRules())


@pytest.fixture
def board(qtbot):
    board = show_alone(qtbot, TicTacToeBoardView(LIGHT), 600, 700)
    board.show_state(BoardState(position("X.O/.X./... O"), last_move=1, playable=True))
    return board


def point(board: TicTacToeBoardView, cell: int) -> QPoint:
    return board.mapFromScene(board.cell_rect(cell).center())


def click(board: TicTacToeBoardView, cell: int) -> None:
    QTest.mouseClick(board.viewport(), LEFT, pos=point(board, cell))


def test_the_marks_drawn_are_those_of_the_position(board):
    assert board.shown_marks() == {0: 0, 2: 1, 4: 0}


def test_clicking_a_free_cell_chooses_it(board):
    click(board, 8)

    assert board.played == [9]


def test_clicking_a_taken_cell_is_refused_with_the_reason(board):
    click(board, 0)

    assert board.played == []
    assert board.said == ["Cell 1 is taken by X."]


def test_clicking_when_it_is_not_ones_turn_is_refused(board):
    board.show_state(BoardState(position("X.O/.X./... O")))

    click(board, 8)

    assert board.said == ["It is not your turn: O is to move."]


def test_clicking_when_the_game_is_over_tells_how_it_ended(board):
    board.show_state(BoardState(position("X.O/OX./..X O"), last_move=9))

    click(board, 1)

    assert board.said == ["The game is over: X wins: three in a row."]


def test_hovering_a_free_cell_tells_what_the_move_does_and_counts_as_no_mark(board):
    QTest.mouseMove(board.viewport(), point(board, 3))

    assert board.remarks[-1] == "O marks cell 4, middle left."
    assert 3 not in board.shown_marks()


@pytest.mark.parametrize(("text", "side"), [("X.O/.X./... O", 1), ("X.O/.../... X", 0)])
def test_the_mark_that_would_be_made_is_seen_faintly_under_the_mouse(board, text, side):
    board.show_state(BoardState(position(text), playable=True))

    for cell in (0, 8):  # the mouse may be there already
        QTest.mouseMove(board.viewport(), point(board, cell))

    (faint,) = [
        item
        for item in board.scene().items()
        if isinstance(item, TicTacToeMark) and item.isVisible() and board.cell_at(item.pos()) == 8
    ]
    assert faint.side == side
    assert 8 not in board.shown_marks()


def test_hovering_a_taken_cell_says_nothing(board):
    QTest.mouseMove(board.viewport(), point(board, 3))
    QTest.mouseMove(board.viewport(), point(board, 4))

    assert board.remarks[-1] == ""


def test_arrows_and_enter_play_a_move(board):
    board.show_state(BoardState(start_position(TicTacToeRules()), playable=True))

    QTest.keyClick(board, Qt.Key.Key_Up)
    QTest.keyClick(board, Qt.Key.Key_Right)
    QTest.keyClick(board, Qt.Key.Key_Down)
    QTest.keyClick(board, Qt.Key.Key_Return)

    assert board.played == [9]


def test_cells_have_names_with_what_stands_in_them(board):
    assert board.cell_name(4) == "5, centre, X"
    assert board.cell_name(2) == "3, top right, O"
    assert board.cell_name(7) == "8, bottom centre, empty"


def test_a_flipped_board_is_turned_by_half(board):
    board.show_state(replace(board.state, flipped=True))

    click(board, 8)

    assert list(board.cells()) == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert board.shown_marks() == {0: 0, 2: 1, 4: 0}
    assert board.played == [9]


def test_a_mark_is_drawn_in_a_stroke_and_ends_on_the_position(board, qtbot):
    board.speed = 20.0
    before = position("X.O/OX./... X")
    after = before.copy()
    after.make(9)

    with qtbot.waitSignal(board.settled):
        board.show_state(BoardState(after, 9, before))
        animated = board.animating

    assert animated
    assert board.shown_marks() == {0: 0, 2: 1, 3: 1, 4: 0, 8: 0}


def test_a_click_ends_the_stroke_and_then_chooses(board):
    before = position("X.O/.X./... O")
    after = before.copy()
    after.make(9)
    board.show_state(BoardState(after, 9, before, playable=True))

    click(board, 1)

    assert not board.animating
    assert board.played == [2]
    assert board.shown_marks() == {0: 0, 2: 1, 4: 0, 8: 1}


@pytest.mark.parametrize("side", [0, 1])
def test_a_stroke_grows_from_nothing_to_the_whole_mark(side):
    lengths = [mark_path(side, share / 10).length() for share in range(11)]

    assert lengths[0] == 0
    assert lengths == sorted(lengths)
    assert lengths[10] == pytest.approx(mark_path(side).length())


def test_a_completed_row_is_struck_through_in_the_accent(board):
    board.show_state(BoardState(position("XXX/OO./... O"), last_move=3))
    between = (board.cell_rect(0).center() + board.cell_rect(1).center()) / 2

    colour = board.grab().toImage().pixelColor(board.mapFromScene(between))

    assert abs(colour.red() - LIGHT.accent.red()) < 10
    assert abs(colour.green() - LIGHT.accent.green()) < 10


def test_a_hint_and_a_new_theme_can_be_drawn(board):
    plain = board.grab().toImage()

    board.show_state(
        BoardState(position("X.O/.X./... O"), last_move=1, playable=True, hint=9, hint_text="9")
    )
    hinted = board.grab().toImage()
    board.set_theme(DARK)

    assert hinted != plain
    assert board.shown_marks() == {0: 0, 2: 1, 4: 0}


# -- values and number keys ----------------------------------------------------------------------

VALUES = {
    3: exact(-1.0),
    4: exact(0.0),
    6: exact(0.0),
    7: estimate(-0.0),
}


def test_values_stand_in_the_free_cells_and_the_best_are_ticked(board):
    board.show_state(BoardState(position("XO./.X./.O. O"), playable=True, values=VALUES))

    assert board.shown_values() == {
        2: ("−1", False),
        3: ("0", True),
        5: ("0", True),
        6: ("0.0", False),
    }
    assert board.cell_description(3) == "worth 0, proven"
    assert board.cell_description(6) == "worth 0.0, estimated"
    assert board.cell_description(0) == ""
    for cell, label in enumerate(board._values):
        if label.isVisible():
            assert board.cell_rect(cell).contains(label.area())


def test_values_are_not_seen_while_a_mark_is_drawn(board):
    before = position("X.O/.../... X")
    after = before.copy()
    after.make(5)
    values = {move: exact(0.0) for move in after.legal_moves()}

    board.show_state(BoardState(after, 5, before=before, playable=True, values=values))
    assert board.animating
    assert board.shown_values() == {}
    board.stop_animation()

    assert set(board.shown_values()) == {move - 1 for move in after.legal_moves()}


@pytest.mark.parametrize("flipped", [False, True])
def test_a_hint_covers_no_value(board, flipped):
    board.show_state(
        BoardState(
            position("XO./.X./.O. O"),
            playable=True,
            values=VALUES,
            hint=4,
            hint_text="4  +0.00",
            flipped=flipped,
        )
    )

    assert board._hint_pill.text() == "4  0"
    areas = [label.area() for label in board._values if label.isVisible()]
    assert len(areas) == 4
    assert not any(area.intersects(board._hint_pill.area()) for area in areas)


@pytest.mark.parametrize("number", range(1, 10))
def test_a_number_key_plays_the_cell_of_that_number(board, number):
    board.show_state(BoardState(position(".../.../... X"), playable=True, flipped=True))

    QTest.keyClick(board, Qt.Key(Qt.Key.Key_0 + number))

    assert board.played == [number]


def test_the_number_of_a_taken_cell_is_refused(board):
    board.show_state(BoardState(position("X../.../... O"), playable=True))

    QTest.keyClick(board, Qt.Key.Key_1)

    assert (board.played, board.said) == ([], ["Cell 1 is taken by X."])

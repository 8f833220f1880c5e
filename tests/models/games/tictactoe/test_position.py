"""Tic-tac-toe: its moves, its ends, its words."""

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.games.tictactoe.position import LINES, TicTacToe
from kalahloa.models.text.errors import BadPosition, IllegalMove
from tests.models.random_play import start

GAME = find_game("tictactoe")
EMPTY = ".../.../... X"


def read(text: str) -> Position:
    return GAME.read(text, GAME.rulebook.default)


def test_nine_cells_are_free_at_first():
    position = start("tictactoe")

    assert position.position_string() == EMPTY
    assert position.legal_moves() == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_the_sides_take_turns():
    position = start("tictactoe")

    for text in ("5", "1"):
        position.make(position.read_move(text))

    assert position.position_string() == "O../.X./... X"
    assert position.legal_moves() == [2, 3, 4, 6, 7, 8, 9]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("side", [0, 1])
def test_each_of_the_eight_rows_wins_for_either_side(line: int, side: int):
    marks = (line, 0) if side == 0 else (0, line)
    position = TicTacToe(*marks, 1 - side, GAME.rulebook.default)

    assert position.outcome().winner == side
    assert position.winning_line() == line
    assert position.legal_moves() == []


def test_a_full_board_without_a_row_is_a_draw():
    position = read("XOX/XOO/OXX O")

    assert position.outcome().reason == "Draw: all cells are taken."
    assert position.outcome().points == "1/2-1/2"
    assert position.winning_line() == 0


def test_a_row_on_a_full_board_is_a_win():
    outcome = read("XOX/OXO/OXX O").outcome()

    assert outcome.reason == "X wins: three in a row."
    assert outcome.score == 1


def test_there_are_255168_games():
    position = start("tictactoe")

    def games() -> int:
        if position.is_over():
            return 1
        count = 0
        for move in position.legal_moves():
            position.make(move)
            count += games()
            position.unmake()
        return count

    position.make(1)  # a corner, an edge and the centre stand for all nine first moves
    corner = games()
    position.unmake()
    position.make(2)
    edge = games()
    position.unmake()
    position.make(5)
    centre = games()

    assert 4 * corner + 4 * edge + centre == 255_168


def test_perft_counts_no_games_that_ended_before():
    position = start("tictactoe")

    assert [position.perft(depth) for depth in range(7)] == [1, 9, 72, 504, 3024, 15120, 54720]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a move; type the number of a cell, 1 to 9."),
        ("0", "'0' is not a move"),
        ("10", "'10' is not a move"),
        ("b2", "'b2' is not a move"),
        ("5", "Cell 5 is taken by X."),
        ("1", "Cell 1 is taken by O."),
    ],
)
def test_a_wrong_move_gets_a_sentence(text: str, sentence: str):
    with pytest.raises(IllegalMove) as caught:
        read("O../.X./... X").read_move(text)

    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("to_move", "XO")
def test_who_stands_in_a_cell_is_told_whoever_is_to_move(to_move: str):
    marks = "O../.X./..." if to_move == "X" else "O../.X./X.."
    position = read(f"{marks} {to_move}")

    assert position.why_illegal(1) == "Cell 1 is taken by O."
    assert position.why_illegal(5) == "Cell 5 is taken by X."


@pytest.mark.parametrize("side", [-1, 2, 10**20])
def test_there_are_two_sides(side: int):
    with pytest.raises(ValueError, match="side is from 0 to 1"):
        start("tictactoe").marks(side)


@pytest.mark.parametrize(
    "text", ["", EMPTY[:-2], "..././... X", ".../... X", ".../.../... Z", "ab./.../... X"]
)
def test_a_wrong_position_is_refused(text: str):
    with pytest.raises(BadPosition):
        read(text)


def test_two_marks_cannot_share_a_cell():
    with pytest.raises(BadPosition, match="same cell"):
        TicTacToe(1, 1, 0, GAME.rulebook.default)


def test_a_move_is_described_and_shown():
    position = read("O../.X./... X")

    assert position.describe(9) == "X marks cell 9, bottom right."
    assert position.transition(9) == (Step(Action.PLACE, -1, 8, 0),)
    assert position.status(0) == "1 mark"


def test_the_diagram_numbers_the_free_cells():
    position = read("O../.X./... X")

    assert position.diagram().splitlines()[0] == " O | 2 | 3 "
    assert position.diagram().splitlines()[2] == " 4 | X | 6 "
    assert position.diagram(flipped=True).splitlines()[4] == " 3 | 2 | O "

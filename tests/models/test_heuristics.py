"""What the static evaluations say of positions one can judge by hand."""

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.tictactoe.position import TicTacToe
from kalahloa.models.search.lecture.scale import MAX_ESTIMATED
from tests.models.random_play import random_position

BLOCKED = "6wb/6ww/8/8/8/8/ww6/bw6"


def value(key: str, name: str, text: str) -> float:
    game = find_game(key)
    return game.heuristic(name)(game.read(text, game.rulebook.default))


def kalah(name: str, text: str) -> float:
    return value("kalah", name, text)


def loa(name: str, text: str) -> float:
    return value("loa", name, text)


HEURISTICS = [
    (key, heuristic.name)
    for key in ("loa", "kalah", "tictactoe")
    for heuristic in find_game(key).heuristics
]


@pytest.mark.parametrize(("key", "name"), HEURISTICS)
def test_a_heuristic_explains_itself(key: str, name: str):
    heuristic = find_game(key).heuristic(name)

    assert heuristic.title
    assert heuristic.sentence.endswith(".")


@pytest.mark.parametrize(("key", "name"), HEURISTICS)
def test_no_estimate_is_worth_as_much_as_a_finished_game(key: str, name: str):
    heuristic = find_game(key).heuristic(name)

    values = [heuristic(random_position(key, seed, seed % 70)) for seed in range(150)]

    assert max(map(abs, values)) < MAX_ESTIMATED


@pytest.mark.parametrize(("key", "name"), HEURISTICS)
def test_a_heuristic_leaves_the_position_alone(key: str, name: str):
    position = random_position(key, 5, 6)
    before = position.position_string(), position.hash, position.ply

    find_game(key).heuristic(name)(position)

    assert (position.position_string(), position.hash, position.ply) == before


def test_the_kalah_difference_is_that_of_the_two_kalahs():
    assert kalah("kalah-difference", "<6,9,4,1,1,1,1,1,1,1,1,1,1,1,1> S") == 5
    assert kalah("kalah-difference", "<6,9,4,1,1,1,1,1,1,1,1,1,1,1,1> N") == -5


def test_captures_count_the_pieces():
    assert loa("captures", "8/8/b2b3b/8/8/8/w6w/8 b") == 1
    assert loa("captures", "8/8/b2b3b/8/8/8/w6w/8 w") == -1


def test_connectedness_prefers_few_and_large_groups():
    # Black: two of three together, two groups; White: two of four, three groups.
    assert loa("connectedness", "8/8/bb5b/8/8/8/ww1w3w/8 b") == pytest.approx(
        (10 * 2 / 3 - 1) - (10 * 2 / 4 - 2), abs=0.005
    )


def test_orphans_are_pieces_that_cannot_move():
    assert loa("orphans", f"{BLOCKED} b") == -2
    assert loa("orphans", f"{BLOCKED} w") == 2


def test_the_mix_prefers_pieces_together_in_the_centre():
    together = "8/1w6/8/3b4/4b3/3b2b1/8/w5ww b"
    apart = "8/bw6/8/8/8/3b2b1/8/w4bww b"

    assert loa("mix", together) > loa("mix", apart)


@pytest.mark.parametrize("name", ["mix", "connectedness", "orphans", "captures"])
@pytest.mark.parametrize("seed", range(8))
def test_a_position_of_lines_of_action_is_worth_the_same_to_the_other_colour(name: str, seed: int):
    position = random_position("loa", seed, 25)
    heuristic = find_game("loa").heuristic(name)
    black, white = position.pieces(0), position.pieces(1)

    swapped = Loa(white, black, 1 - position.side, position.rules)
    other_to_move = Loa(black, white, 1 - position.side, position.rules)

    assert heuristic(swapped) == heuristic(position)
    assert heuristic(other_to_move) == -heuristic(position)


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Cells = frozenset[int]


def unfinished_boards() -> dict[tuple[Cells, Cells], int]:
    """Return every reachable board of a game that goes on, with the side to move."""
    found: dict[tuple[Cells, Cells], int] = {}

    def walk(own: Cells, other: Cells, side: int) -> None:
        board = (own, other) if side == 0 else (other, own)
        is_over = len(own) + len(other) == 9 or any(set(row) <= other for row in ROWS)
        if board in found or is_over:
            return
        found[board] = side
        for cell in set(range(9)) - own - other:
            walk(other, own | {cell}, 1 - side)

    walk(frozenset(), frozenset(), 0)
    return found


def tutorial_evaluation(own: Cells, other: Cells) -> int:
    """Return the tutorial's evaluation, written from its description."""
    value = 0
    for row in ROWS:
        marks = [(cell in own) - (cell in other) for cell in row]
        if -1 not in marks or 1 not in marks:
            value += sum(marks)
    return value


def test_open_marks_are_the_tutorials_evaluation_on_every_unfinished_board():
    game = find_game("tictactoe")
    marks, lines = game.heuristic(), game.heuristic("open-lines")
    boards = unfinished_boards()
    differing = 0

    assert marks.name == "open-marks"
    assert len(boards) == 4520
    for (crosses, noughts), side in boards.items():
        sets = [sum(1 << cell for cell in cells) for cells in (crosses, noughts)]
        position = TicTacToe(sets[0], sets[1], side, game.rulebook.default)
        own, other = (crosses, noughts) if side == 0 else (noughts, crosses)
        expected = tutorial_evaluation(own, other)
        assert marks(position) == expected
        assert -10 <= expected <= 10
        differing += lines(position) != expected
    assert differing == 2776


def test_open_lines_count_the_rows_left_to_either_side():
    assert value("tictactoe", "open-lines", ".../.../... X") == 0
    # O has four rows left, those past the centre; X all eight.
    assert value("tictactoe", "open-lines", ".../.X./... O") == -4
    assert value("tictactoe", "open-lines", "O../.X./... X") == 5 - 4


@pytest.mark.parametrize("seed", range(4))
def test_a_heuristic_object_is_called_like_its_function(seed: int):
    position: Position = random_position("kalah", seed, 9)
    heuristic = find_game("kalah").heuristic()

    assert heuristic(position) == heuristic.function(position)

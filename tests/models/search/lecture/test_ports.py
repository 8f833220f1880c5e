"""The lecture's searchers beside ports of the published algorithms: values, moves, node counts."""

from random import Random

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.tictactoe.position import TicTacToe
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.searchers import find_searcher
from tests.models.random_play import random_position
from tests.models.search.lecture.ports import (
    Crosses,
    LectureBoard,
    Lines,
    Negamax,
    Picker,
    Square,
)
from tests.sweeps import rounds

PICKERS = [("game-tree", False), ("alpha-beta", True)]
POSITIONS = 500


def search(
    searcher: str, position: Position, depth: int, heuristic: str | None = None
) -> SearchResult:
    game = find_game(type(position).__name__.lower())
    found = find_searcher(searcher)
    return found.choose(position.copy(), Limits(depth=depth), game.heuristic(heuristic))


def lecture_board(position: Position) -> LectureBoard:
    stones = position.stones()
    south, north = stones[:7], stones[7:14]
    return LectureBoard((*south[::-1], *north[::-1]), position.side + 1)


def lecture_pit(position: Position, move: int) -> int:
    return (7 if position.side == 0 else 14) - move


@pytest.mark.parametrize(("searcher", "prunes"), PICKERS)
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_kalah_is_searched_as_the_lecture_picks_moves(searcher, prunes, depth):
    """Our depth is that of the lecture and one: it counts what follows the move picked."""
    for seed in range(rounds(POSITIONS if depth < 4 else 60)):
        position = random_position("kalah", seed, Random(seed).randrange(40))
        picker = Picker(prunes)

        pit, value = picker.pick(lecture_board(position), depth - 1)
        found = search(searcher, position, depth, "kalah-difference")

        assert lecture_pit(position, found.move) == pit
        assert lecture_value(found.score) == pytest.approx(
            value if position.side == 0 else -value, abs=1e-9
        )
        assert found.nodes == picker.boards


def test_the_order_of_the_pits_decides_between_moves_of_the_same_value():
    others = nodes = more = 0
    for seed in range(200):
        position = random_position("kalah", seed, Random(seed).randrange(40))

        lecture = search("alpha-beta", position, 3)
        by_number = search("alpha-beta-by-number", position, 3)

        assert lecture.score == by_number.score
        others += lecture.move != by_number.move
        nodes, more = nodes + lecture.nodes, more + by_number.nodes
    assert 40 < others < 80
    assert more > 1.15 * nodes


def test_tictactoe_is_searched_as_in_the_tutorial():
    checked = 0
    for seed in range(rounds(POSITIONS)):
        rng = Random(seed)
        position = random_position("tictactoe", seed, rng.randrange(8))
        assert isinstance(position, TicTacToe)
        cells = tuple(
            (position.marks(0) >> cell & 1) - (position.marks(1) >> cell & 1) for cell in range(9)
        )
        depth = rng.randint(1, 3)
        tutorial = Crosses()

        cell, value = tutorial.pick(cells, 1 - 2 * position.side, depth)
        found = search("game-tree", position, depth, "open-marks")

        assert (found.move, found.nodes) == (cell + 1, tutorial.boards)
        assert lecture_value(found.score) == pytest.approx(
            value if position.side == 0 else -value, abs=1e-9
        )
        checked += 1
    assert checked


def squares(bits: int) -> frozenset[Square]:
    return frozenset((at % 8, at // 8) for at in range(64) if bits >> at & 1)


@pytest.mark.parametrize("searcher", ["game-tree", "negamax"])
def test_lines_of_action_is_searched_as_in_the_tutorial(searcher):
    for seed in range(rounds(60)):
        position = random_position("loa", seed, 30 + seed % 20)
        sides = [squares(position.pieces(side)) for side in (0, 1)]
        board = Lines(sides[position.side], sides[1 - position.side])
        depth = 1 + seed % 2
        tutorial = Negamax(pieces)

        value = tutorial.value(board, depth)
        found = search(searcher, position, depth, "captures")

        assert lecture_value(found.score) == pytest.approx(value, abs=1e-9)
        assert found.nodes == tutorial.boards
        start, target = found.move & 63, found.move >> 6 & 63
        assert ((start % 8, start // 8), (target % 8, target // 8)) in tutorial.best


def pieces(board: Lines) -> float:
    return len(board.own) - len(board.other)

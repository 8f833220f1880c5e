"""The ids of exercises: told apart by kind, the same for symmetric positions."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle import is_id, puzzle_id
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.training.kinds import ExerciseKind, item_id, kind_of

LOA = find_game("loa")


@pytest.mark.parametrize("kind", ExerciseKind)
@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_an_id_tells_its_kind_and_can_stand_in_the_file_of_results(kind, key):
    game = find_game(key)

    identity = item_id(kind, game, game.start(game.rulebook.default))

    assert kind_of(identity) is kind and is_id(identity)


def test_the_id_of_a_puzzle_is_its_own():
    puzzle = shipped_puzzles("loa")[0]

    assert item_id(ExerciseKind.PUZZLES, LOA, puzzle.start()) == puzzle_id(LOA, puzzle.start())
    assert kind_of(puzzle.id) is ExerciseKind.PUZZLES


def test_symmetric_positions_are_one_exercise():
    left, right = LOA.start(LOA.rulebook.default), LOA.start(LOA.rulebook.default)
    left.make(left.read_move("b1-b3"))
    right.make(right.read_move("g1-g3"))

    ids = {item_id(ExerciseKind.MISTAKES, LOA, position) for position in (left, right)}

    assert len(ids) == 1

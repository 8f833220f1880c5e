"""What anybody sees in a position without looking ahead."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.finding import Finder
from kalahloa.models.study.puzzles.rule_of_thumb import (
    is_obvious,
    move_kind,
    obvious_move,
)


def kalah(text: str):
    game = find_game("kalah")
    return game.read(text, game.rulebook.default)


@pytest.mark.parametrize(
    ("text", "kinds", "obvious"),
    [
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "QQAQQQ", 3),
        ("<6,20,20,0,0,0,0,0,1,0,0,0,0,3,4> S", "T", 6),  # it ends the game
        ("<6,10,10,0,0,4,0,2,1,3,3,3,3,3,3> S", "AAA", None),
        ("<6,10,10,1,0,0,0,0,3,3,3,3,3,6,3> S", "TQ", 1),
        ("<6,10,10,1,0,1,0,0,3,3,3,6,3,6,3> S", "TTQ", None),
    ],
)
def test_the_only_extra_turn_or_else_the_only_capture_is_obvious(text, kinds, obvious):
    position = kalah(text)
    found = [move_kind(position, move) for move in position.legal_moves()]

    assert "".join(kind.name[0] for kind in found) == kinds
    assert obvious_move(position) == obvious


def test_a_solution_is_obvious_only_if_all_moves_of_the_solver_are():
    position = kalah("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S")

    assert is_obvious(position, [3])
    assert not is_obvious(position, [3, 1])
    assert not is_obvious(position, [1])
    assert position.position_string() == "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"


def test_what_the_obvious_moves_solve_is_no_puzzle():
    finder = Finder(find_game("kalah"))
    capture = kalah("<6,11,4,2,2,5,2,0,0,2,0,8,7,2,3> S")
    choice = kalah("<6,15,15,0,0,0,0,1,0,1,0,0,1,13,2> N")

    assert obvious_move(capture) == 4 and obvious_move(choice) is None
    assert finder.puzzle(capture) is None
    assert finder.puzzle(choice) is not None

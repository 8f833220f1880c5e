"""The values of moves at a depth, against plain minimax."""

from random import Random

import pytest

from kalahloa.models.course.exercise import CourseExercise
from kalahloa.models.course.trial_search import StartingPoint, short_estimate, value_after
from kalahloa.models.game.registry import find_game
from tests.models.course.student import Student


@pytest.mark.parametrize(
    ("key", "start"),
    [("kalah", "<3,0,0,2,2,2,2,2,2> S"), ("tictactoe", "")],
)
def test_a_move_is_worth_what_plain_minimax_finds_also_where_the_same_side_goes_on(key, start):
    game = find_game(key)
    rules = game.fitting_rules(start, game.rulebook.default) if start else game.rulebook.default
    ground = StartingPoint(game, rules, start)
    student, rng, extra = Student(CourseExercise("test", "values", ground)), Random(3), 0

    for _ in range(12):
        position = ground.walked(rng, rng.randint(2, 6))
        if position is None:
            continue
        for move in position.legal_moves():
            after = position.copy()
            after.make(move)
            extra += after.side == position.side
            for depth in (1, 2, 3):
                value, _, _ = value_after(ground, position, move, depth)
                assert value == pytest.approx(student.value_of(position, move, depth))

    assert extra > 3 or key != "kalah"


@pytest.mark.parametrize(
    ("value", "text"), [(2.0, "+2"), (-0.5, "−0.5"), (0.0, "0"), (1.25, "+1.25"), (10.0, "+10")]
)
def test_numbers_are_written_in_few_characters(value, text):
    assert short_estimate(value) == text

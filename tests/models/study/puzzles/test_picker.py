"""Which puzzle comes next, and how one stands."""

from dataclasses import replace

import pytest

from kalahloa.models.study.puzzles.picker import PuzzlePicker
from kalahloa.models.study.puzzles.puzzle import Puzzle
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.training.schedule import DAY, FAILED, SOLVED, Attempt
from tests.models.study.puzzles.puzzle_samples import win_in_3

NOW = 100 * DAY
SHIPPED, MINED, AGAIN = PuzzleSet.SHIPPED, PuzzleSet.MINED, PuzzleSet.FAILED


def named(identity: str, rating: int) -> Puzzle:
    return replace(win_in_3(), id=identity, rating=rating)


@pytest.fixture
def picker() -> PuzzlePicker:
    shipped = [named(f"s{rating}", rating) for rating in range(1, 8)]
    return PuzzlePicker(shipped, [named("m4", 4), named("m0", 0), named("s1", 9)])


def picked(
    picker: PuzzlePicker, chosen: PuzzleSet = SHIPPED, shown: dict[str, int] | None = None
) -> str:
    puzzle = picker.pick(chosen, NOW, shown or {})
    assert puzzle is not None
    return puzzle.id


def test_the_first_puzzle_has_the_usual_rating(picker):
    assert picked(picker) == "s3"
    assert picker.standing(SHIPPED, NOW).rating == 3


def test_harder_ones_follow_those_that_were_solved_and_easier_ones_those_that_were_failed(picker):
    picker.set_attempts([Attempt(NOW - 9, "s3", SOLVED)])
    assert picked(picker) == "s4"

    picker.set_attempts([Attempt(NOW - 9, "s3", FAILED)])
    assert picked(picker) == "s2"


def test_of_two_that_suit_as_well_the_easier_one_comes(picker):
    assert picked(picker, shown={"s3": NOW}) == "s2"


def test_what_is_due_comes_before_what_is_new_the_longest_due_first(picker):
    picker.set_attempts(
        [Attempt(NOW - 3 * DAY, "s7", FAILED), Attempt(NOW - 4 * DAY, "s6", FAILED)]
    )

    assert picked(picker) == "s6"
    assert picker.standing(SHIPPED, NOW).due == 2


def test_what_was_failed_today_is_not_due(picker):
    picker.set_attempts([Attempt(NOW - 1000, "s7", FAILED)])

    standing = picker.standing(SHIPPED, NOW)

    assert (standing.due, standing.next_due) == (0, NOW - 1000 + DAY)
    assert picked(picker) != "s7"


def test_what_was_shown_and_not_attempted_comes_last(picker):
    shown = {f"s{rating}": NOW for rating in range(1, 7)}

    assert picked(picker, shown=shown) == "s7"
    assert picked(picker, shown=shown | {"s7": NOW}) == "s3"


def test_what_is_due_and_was_shown_is_passed_over_until_it_is_attempted(picker):
    picker.set_attempts([Attempt(NOW - 3 * DAY, "s7", FAILED)])

    assert picked(picker, shown={"s7": NOW - 5}) != "s7"
    assert picked(picker, shown={"s7": NOW - 3 * DAY}) == "s7"


def test_when_all_were_attempted_the_one_attempted_longest_ago_comes(picker):
    picker.set_attempts([Attempt(NOW - 10 * n, f"s{n}", SOLVED) for n in range(1, 8)])

    assert picked(picker) == "s7"


def test_those_found_in_games_are_a_set_of_their_own_without_those_that_are_shipped(picker):
    assert picker.standing(MINED, NOW).total == 2
    assert picked(picker, MINED, {"m0": NOW}) == "m4"
    assert picked(picker, MINED, {"m4": NOW}) == "m0"


def test_those_failed_come_in_the_order_in_which_they_are_due(picker):
    assert picker.pick(AGAIN, NOW, {}) is None
    picker.set_attempts(
        [
            Attempt(NOW - 9, "m4", FAILED),
            Attempt(NOW - 19, "s2", FAILED),
            Attempt(NOW - 5, "s3", SOLVED),
        ]
    )

    assert picked(picker, AGAIN) == "s2"
    assert picker.standing(AGAIN, NOW).total == 2


def test_the_standing_counts_what_was_tried_and_what_was_solved_last(picker):
    picker.set_attempts(
        [
            Attempt(NOW - 9, "s1", FAILED),
            Attempt(NOW - 8, "s1", SOLVED),
            Attempt(NOW - 7, "s2", SOLVED),
            Attempt(NOW - 6, "kalah-1", FAILED),
        ]
    )

    standing = picker.standing(SHIPPED, NOW)

    assert (standing.total, standing.attempted, standing.passed) == (7, 2, 2)
    assert standing.in_a_row == 2


def test_the_rating_is_never_above_the_highest():
    picker = PuzzlePicker([named("s10", 10)])
    picker.set_attempts([Attempt(NOW, "s10", SOLVED)])

    assert picker.standing(SHIPPED, NOW).rating == 10


def test_puzzles_found_later_join_with_their_attempts(picker):
    picker.set_attempts([Attempt(NOW - 9, "m5", SOLVED)])
    assert picker.standing(MINED, NOW).attempted == 0

    picker = PuzzlePicker([], [named("m5", 5)])
    picker.set_attempts([Attempt(NOW - 9, "m5", SOLVED)])

    assert picker.standing(MINED, NOW).attempted == 1
    assert PuzzlePicker([]).is_empty and not picker.is_empty

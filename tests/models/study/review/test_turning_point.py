"""Which move of a game was its turning point, and what is said of it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.win_probability import GENERIC
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.score import Score
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.turning_point import (
    MAX_POINTS,
    main_fact,
    turning_plies,
    turning_ply,
)
from tests.scores import WINNER, estimate, exact


def ply(
    number: int, best: Score, value: Score, mark: Mark | None = None, loss: float = 0.0
) -> ReviewedPly:
    side = number % 2
    return ReviewedPly(
        number=number,
        move=0,
        text=f"m{number}",
        side=side,
        value=replace(value, side=side),
        best=1,
        best_text="b",
        best_value=replace(best, side=side),
        loss=loss,
        proven=value.proven,
        mark=mark,
    )


def turned(plies, loser: int | None, is_whole: bool = True, *, by_margin: bool = True):
    found = turning_ply(plies, loser, None if by_margin else GENERIC, is_whole)
    return None if found is None else found.number


SOUND = [ply(number, exact(0), exact(0)) for number in range(5)]


def test_it_is_the_last_mistake_of_the_loser_that_changed_who_was_to_win():
    plies = [
        ply(1, exact(0), exact(-2), Mark.BLUNDER, 2),
        ply(2, exact(2), exact(0), Mark.MISTAKE, 2),  # given back
        ply(3, exact(0), exact(-4), Mark.BLUNDER, 4),
        ply(5, exact(-4), exact(-10), Mark.BLUNDER, 6),  # lost already
    ]

    assert turned(plies, loser=1) == 3
    assert turned(plies, loser=0) == 2
    assert turned(plies, loser=None) == 3


def test_where_it_was_lost_all_along_it_is_what_gave_away_most():
    plies = [
        ply(1, exact(-2), exact(-4), Mark.DUBIOUS, 2),
        ply(3, exact(-4), exact(-9), Mark.MISTAKE, 5),
        ply(5, exact(-9), exact(-10), Mark.DUBIOUS, 1),
    ]

    assert turned(plies, loser=1) == 3


def test_without_margins_the_last_grave_mistake_counts():
    def won(number: float) -> Score:
        return estimate(number, 0, WINNER)

    plies = [
        ply(1, won(0.1), won(-0.05), Mark.MISTAKE, 12),
        ply(3, won(-0.05), won(-0.15), Mark.MISTAKE, 10),
        ply(5, won(-0.1), won(-0.15), Mark.DUBIOUS, 6),
    ]

    assert turned(plies, loser=1, by_margin=False) == 3


@pytest.mark.parametrize("loser", [0, 1, None])
def test_a_game_without_mistakes_has_none(loser):
    assert turned(SOUND, loser) is None


def test_what_earlier_plies_may_change_is_not_told_before_all_are_known():
    lost = [ply(3, exact(-4), exact(-9), Mark.MISTAKE, 5)]
    changed = [ply(3, exact(4), exact(-9), Mark.BLUNDER, 13)]

    assert turned(lost, 1, is_whole=False) is None
    assert turned(changed, 1, is_whole=False) == 3


def test_what_changed_most_is_told_in_the_order_of_the_game():
    plies = [
        ply(1, exact(4), exact(-2), Mark.BLUNDER, 6),
        ply(2, exact(2), exact(1), Mark.DUBIOUS, 1),
        ply(3, exact(-1), exact(-9), Mark.BLUNDER, 8),
        ply(4, exact(9), exact(-2), Mark.BLUNDER, 11),
        ply(5, exact(2), exact(0), Mark.MISTAKE, 2),
    ]

    assert [one.number for one in turning_plies(plies, 1, None)] == [1, 4, 5]
    assert [one.number for one in turning_plies(plies, 0, None)] == [1, 4, 5]
    assert turning_plies(SOUND, 0, None) == ()


MARKED = st.lists(
    st.tuples(st.integers(-9, 9), st.integers(0, 9), st.sampled_from([None, *FAULTS])), max_size=12
)


@given(MARKED, st.sampled_from([0, 1, None]))
def test_the_last_chance_is_among_them_and_nothing_that_mattered_more_is_left_out(marked, loser):
    plies = [
        ply(number, exact(best), exact(best - loss), mark, loss)
        for number, (best, loss, mark) in enumerate(marked)
    ]

    found = turning_plies(plies, loser, None)
    last = turning_ply(plies, loser, None, is_whole=True)

    def weight(one: ReviewedPly) -> tuple[int, float]:
        ends = (one.best_value, one.value)
        won, lost = ((end.number > 0) - (end.number < 0) for end in ends)
        return won - lost, one.loss

    faults = [one for one in plies if one.mark in FAULTS]
    assert len(found) == min(MAX_POINTS, len(faults))
    assert [one for one in plies if one in found] == list(found)
    assert last is None or last in found
    chosen = [weight(one) for one in found if one is not last]
    left_out = [weight(one) for one in faults if one not in found]
    assert not chosen or not left_out or min(chosen) >= max(left_out)


def test_what_could_be_captured_is_told_before_who_wins_and_that_before_smaller_things():
    wins = MoveFact("allowed-win", "South could then win.", kind=MistakeKind.ALLOWED_WIN)
    captures = MoveFact("exposed", "South could capture.", kind=MistakeKind.EXPOSED)
    joins = MoveFact("missed-join", "Two groups.", kind=MistakeKind.MISSED_JOIN)
    other = MoveFact("difference", "4 stones.")

    assert main_fact([other, joins, wins, captures]) is captures
    assert main_fact([other, joins, wins]) is wins
    assert main_fact([other, joins]) is joins
    assert main_fact([other]) is other
    assert main_fact([]) is None

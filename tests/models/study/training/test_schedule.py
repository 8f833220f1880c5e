"""When failed puzzles come again: what SM-2 says, and that results can be merged in any order."""

from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.study.training.schedule import (
    DAY,
    FAILED,
    MAX_INTERVAL,
    MIN_EASINESS,
    SHOWN,
    SOLVED,
    WITH_EFFORT,
    WITH_HINTS,
    Attempt,
    Card,
    cards,
    due,
    merged,
    streak,
    suggested_rating,
)

ATTEMPTS = st.lists(
    st.builds(
        Attempt,
        time=st.integers(0, 400 * DAY),
        item=st.sampled_from(["a", "b", "c"]),
        quality=st.integers(0, 5),
    ),
    max_size=30,
)


def test_a_puzzle_that_was_never_failed_does_not_come_again():
    attempts = [Attempt(0, "a", SOLVED), Attempt(DAY, "a", WITH_HINTS)]

    assert cards(attempts)["a"].due is None
    assert due(attempts, 10_000 * DAY) == []


def test_a_failed_puzzle_comes_after_1_day_then_1_then_6_then_by_its_easiness():
    """By hand from Wozniak's formula: 2.5 - 0.32 after quality 2, and + 0.1 for each 5."""
    now, attempts, intervals, easiness = 0, [], [], []
    for quality in (FAILED, SOLVED, SOLVED, SOLVED, SOLVED):
        attempts.append(Attempt(now, "a", quality))
        card = cards(attempts)["a"]
        assert card.due is not None
        intervals.append((card.due - now) // DAY)
        easiness.append(round(card.easiness, 2))
        now = card.due

    assert easiness == [2.18, 2.28, 2.38, 2.48, 2.58]
    assert intervals == [1, 1, 6, 15, 39]


def test_a_puzzle_failed_again_begins_again_and_is_harder():
    attempts = [Attempt(0, "a", FAILED), Attempt(DAY, "a", SOLVED), Attempt(2 * DAY, "a", SHOWN)]

    card = cards(attempts)["a"]

    assert (card.repetitions, card.interval, card.due) == (0, 1, 3 * DAY)
    assert (card.attempts, card.failures) == (3, 2)
    assert card.easiness < 2.18


def test_practising_before_it_is_due_does_not_put_it_off():
    attempts = [Attempt(0, "a", FAILED), Attempt(DAY // 2, "a", SOLVED)]

    assert cards(attempts)["a"].due == DAY
    assert due(attempts, DAY - 1) == []
    assert due(attempts, DAY) == ["a"]


def test_what_is_due_longest_comes_first():
    attempts = [Attempt(5, "a", FAILED), Attempt(1, "b", FAILED), Attempt(3, "c", SHOWN)]

    assert due(attempts, 2 * DAY) == ["b", "c", "a"]


def test_a_streak_ends_at_the_last_failure():
    assert streak([]) == 0
    assert streak([Attempt(1, "a", FAILED), Attempt(3, "b", SOLVED), Attempt(2, "c", 3)]) == 2
    assert streak([Attempt(1, "a", SOLVED), Attempt(3, "b", FAILED)]) == 0


def test_the_next_puzzles_are_a_little_harder_than_what_was_solved():
    ratings = {"a": 3, "b": 5, "c": 8}

    assert suggested_rating([], ratings) == 3
    assert suggested_rating([Attempt(1, "a", SOLVED)], ratings) == 4
    assert suggested_rating([Attempt(1, "a", SOLVED), Attempt(2, "c", FAILED)], ratings) == 4
    assert suggested_rating([Attempt(1, "b", FAILED)], ratings) == 4
    assert suggested_rating([Attempt(1, "other", FAILED)], ratings) == 3


@given(ATTEMPTS, ATTEMPTS)
def test_merging_loses_nothing_and_its_order_does_not_matter(one, other):
    together = merged(one, other)

    assert set(together) == {*one, *other}
    assert together == merged(other, one) == merged(together, one)
    assert cards(together) == cards([*other, *one])


@given(ATTEMPTS)
def test_cards_stay_within_their_limits(attempts):
    for puzzle, card in cards(attempts).items():
        own = [one for one in merged(attempts) if one.item == puzzle]
        assert card.easiness >= MIN_EASINESS
        assert 0 <= card.interval <= MAX_INTERVAL
        assert card.attempts == len(own)
        assert card.failures == sum(not one.passed for one in own)
        assert (card.due is None) == (card.failures == 0)
        if card.due is not None:
            assert card.due >= own[0].time + DAY


@given(st.integers(0, 5), st.floats(1.3, 4), st.integers(0, 8), st.integers(1, 365))
def test_a_better_attempt_never_makes_a_puzzle_come_sooner(
    quality, easiness, repetitions, interval
):
    card = Card(easiness, repetitions, interval, due=0, attempts=9, failures=1)

    worse, better = (card.after(Attempt(DAY, "a", one)) for one in (quality, min(5, quality + 1)))

    assert worse.due is not None and better.due is not None
    assert worse.due <= better.due
    assert worse.easiness <= better.easiness


def test_effort_and_hints_count_as_passed_but_a_wrong_move_does_not():
    passed = [
        Attempt(0, "a", one).passed for one in (SOLVED, WITH_HINTS, WITH_EFFORT, FAILED, SHOWN)
    ]

    assert passed == [True, True, True, False, False]

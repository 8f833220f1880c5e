"""What was right at the first try, and what comes again when."""

import time
from collections.abc import Iterator
from datetime import datetime
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.study.training.deck import DeckItem, scheduled
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.study.training.schedule import DAY, FAILED, SOLVED, Attempt, cards, merged
from kalahloa.models.study.training.statistics import (
    LAST_DAYS,
    WEEK,
    WEEKS,
    KindScore,
    MistakeScore,
    end_of_day,
    mistake_scores,
    training_statistic,
)

END = 1_000 * DAY - 1
ATTEMPTS = st.lists(
    st.builds(
        Attempt,
        time=st.integers(END - 40 * DAY, END),
        item=st.sampled_from(["kalah-a", "kalah-b", "mistakes--kalah-a", "teach--loa-c"]),
        quality=st.integers(0, 5),
    ),
    max_size=40,
)


def ends(days: int) -> int:
    return END + days * DAY


def test_the_week_counts_and_the_one_before_is_told_apart():
    attempts = [
        Attempt(END - 8 * DAY, "kalah-a", SOLVED),
        Attempt(END - DAY, "kalah-a", FAILED),
        Attempt(END - DAY, "kalah-b", SOLVED),
        Attempt(END, "guess--kalah-b", SOLVED),
        Attempt(END - 15 * DAY, "kalah-b", SOLVED),
    ]

    found = training_statistic(attempts, (), ends)

    assert (found.passed, found.tried) == (2, 3)
    assert (found.passed_before, found.tried_before) == (1, 1)
    assert found.by_kind == (
        KindScore(ExerciseKind.PUZZLES, 1, 2),
        KindScore(ExerciseKind.GUESS, 1, 1),
    )


def test_what_was_failed_today_comes_tomorrow_and_what_is_overdue_today():
    noon = END - DAY // 2
    scheduled = [Attempt(noon, "kalah-a", FAILED), Attempt(noon - 5 * DAY, "kalah-b", FAILED)]

    assert training_statistic((), scheduled, ends).due == (1, 1, 0, 0, 0, 0, 0, 0)


def test_what_is_solved_comes_later_and_later():
    noon = END - DAY // 2
    due = [noon + days * DAY for days in (1, 1, 6, 15, 39)]
    attempts = [Attempt(noon - DAY, "kalah-a", FAILED)]
    buckets = []
    for _ in due:
        counts = training_statistic((), attempts, ends).due
        buckets.append(counts.index(1))
        attempts.append(Attempt(cards(attempts)["kalah-a"].due or 0, "kalah-a", SOLVED))

    assert buckets == [0, 1, 5, 7, 7]


@given(ATTEMPTS)
def test_nothing_is_counted_twice_nor_forgotten(attempts):
    found = training_statistic(attempts, attempts, ends)
    week = [one for one in merged(attempts) if one.time > END - 7 * DAY]

    assert found.tried == len(week) == sum(one.tried for one in found.by_kind)
    assert found.passed == sum(one.passed for one in week)
    assert sum(found.due) == sum(card.due is not None for card in cards(attempts).values())
    assert len(found.due) == len(LAST_DAYS) + 1


@given(ATTEMPTS, st.randoms())
def test_the_order_of_attempts_does_not_matter(attempts, chance):
    other = list(attempts)
    chance.shuffle(other)

    assert training_statistic(attempts, attempts, ends) == training_statistic(other, other, ends)


# -- kinds of mistakes -----------------------------------------------------------------------------


def mistake(name: str, kind: MistakeKind | None, time: int = END - 30 * DAY) -> DeckItem:
    return DeckItem(f"mistakes--{name}", ExerciseKind.MISTAKES, "kalah", None, "", "1", time, kind)


ITEMS = (
    mistake("kalah-a", MistakeKind.EXPOSED),
    mistake("kalah-b", MistakeKind.EXPOSED, END - DAY),
    mistake("loa-c", MistakeKind.CUT_OFF),
    mistake("loa-d", None),
)
TRIES = st.lists(
    st.builds(
        Attempt,
        time=st.integers(END - 40 * DAY, END),
        item=st.sampled_from([*(one.id for one in ITEMS), "mistakes--loa-gone", "kalah-a"]),
        quality=st.integers(0, 5),
    ),
    max_size=40,
)


def test_each_kind_has_what_is_due_and_how_the_weeks_went():
    attempts = [
        Attempt(END - 8 * DAY, "mistakes--kalah-a", FAILED),
        Attempt(END - 7 * DAY, "mistakes--kalah-a", SOLVED),
        Attempt(END - DAY, "mistakes--kalah-a", SOLVED),
        Attempt(END, "mistakes--loa-gone", SOLVED),
        Attempt(END, "kalah-a", SOLVED),
    ]

    assert mistake_scores(ITEMS, attempts, ends) == (
        MistakeScore(MistakeKind.EXPOSED, 2, 1, ((0, 0), (1, 2), (1, 1))),
        MistakeScore(MistakeKind.CUT_OFF, 1, 1, ((0, 0),) * 3),
        MistakeScore(None, 1, 1, ((0, 0), (0, 0), (1, 1))),
    )


@given(st.lists(st.sampled_from(ITEMS), unique=True), TRIES)
def test_each_mistake_and_each_attempt_counts_for_one_kind(items, attempts):
    found = mistake_scores(items, attempts, ends)
    own = [one for one in merged(attempts) if one.item.startswith("mistakes--")]
    recent = [one for one in own if one.time > END - WEEKS * WEEK * DAY]
    ids = {item.id for item in items}
    coming = cards(scheduled(items, [one for one in own if one.item in ids]))

    assert sum(one.total for one in found) == len(items)
    assert sum(one.due for one in found) == sum((one.due or 0) <= END for one in coming.values())
    assert sum(tried for one in found for _, tried in one.weeks) == len(recent)
    assert sum(passed for one in found for passed, _ in one.weeks) == sum(
        one.passed for one in recent
    )
    assert len({one.kind for one in found}) == len(found)


# -- days ------------------------------------------------------------------------------------------


@pytest.fixture
def in_berlin(monkeypatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("This system has one time zone for all programs.")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


def at(*parts: int) -> int:
    return round(datetime(*parts).timestamp() * 1000)


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize("today", [(2026, 3, 28), (2026, 3, 29), (2026, 10, 25), (2026, 11, 27)])
def test_a_day_ends_at_midnight_whatever_the_clocks_do(today):
    end = end_of_day(at(*today))

    assert end == end_of_day(end) == end_of_day(at(*today, 12))
    assert datetime.fromtimestamp((end + 1) / 1000).time().isoformat() == "00:00:00"
    assert end_of_day(end + 1) == end_of_day(at(*today), 1) > end + 1
    assert end_of_day(at(*today), -1) == at(*today) - 1


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize(("month", "today"), [(3, 31), (10, 27)])
def test_a_week_begins_at_midnight_though_the_clocks_were_changed_in_it(month, today):
    inside = Attempt(at(2026, month, today - 6, 0, 10), "kalah-a", SOLVED)
    outside = Attempt(at(2026, month, today - 7, 23, 50), "kalah-a", SOLVED)

    found = training_statistic(
        [inside, outside], (), partial(end_of_day, at(2026, month, today, 12))
    )

    assert (found.tried, found.tried_before) == (1, 1)

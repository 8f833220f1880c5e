"""How one does in all exercises: what was right at the first try, and what comes again when."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from kalahloa.models.study.training.kinds import ExerciseKind, kind_of
from kalahloa.models.study.training.schedule import Attempt, cards, merged

WEEK = 7
"""Days of a week."""
LAST_DAYS = (0, 1, 2, 3, 4, 11, 21)
"""The last day of each bucket but the last one, counted from today: today, tomorrow, the three days
after that, a week, two weeks, and later."""


@dataclass(frozen=True, slots=True)
class KindScore:
    """How many of the attempts at exercises of a `kind` were `passed`, of all that were `tried`."""

    kind: ExerciseKind
    passed: int
    tried: int


@dataclass(frozen=True, slots=True)
class TrainingStatistic:
    """How one does.

    `passed` of `tried` attempts were right at the first try in the last seven days, and
    `passed_before` of `tried_before` in the seven days before; `by_kind` has those of the last
    seven days, of the kinds that were tried.  `due` counts what is to be repeated, by `LAST_DAYS`,
    and later than all of them at the end; today is the day that ends at `day_end`, in milliseconds
    since 1970.
    """

    passed: int
    tried: int
    passed_before: int
    tried_before: int
    by_kind: tuple[KindScore, ...]
    due: tuple[int, ...]
    day_end: int


def end_of_day(moment: int, days: int = 0) -> int:
    """Return when the day so many *days* after that of *moment* ends where the user is.

    Both are in milliseconds since 1970.  Not all days have 24 hours.
    """
    day = datetime.fromtimestamp(moment / 1000).replace(hour=0, minute=0, second=0, microsecond=0)
    return round((day + timedelta(days=days + 1)).timestamp() * 1000) - 1


def training_statistic(
    attempts: Iterable[Attempt], scheduled: Iterable[Attempt], ends: Callable[[int], int]
) -> TrainingStatistic:
    """Return the statistic of *attempts*.

    *scheduled* are those by which exercises are repeated; *ends* returns when the day so many days
    after today ends, in milliseconds since 1970.
    """
    known = merged(attempts)
    week = _within(known, ends(-WEEK), ends(0))
    before = _within(known, ends(-2 * WEEK), ends(-WEEK))
    scores = []
    for kind in ExerciseKind:
        tried = [attempt for attempt in week if kind_of(attempt.item) is kind]
        if tried:
            scores.append(KindScore(kind, _passed(tried), len(tried)))
    limits = [ends(day) for day in LAST_DAYS]
    counts = [0] * (len(limits) + 1)
    for card in cards(scheduled).values():
        if card.due is not None:
            counts[bisect_left(limits, card.due)] += 1
    return TrainingStatistic(
        passed=_passed(week),
        tried=len(week),
        passed_before=_passed(before),
        tried_before=len(before),
        by_kind=tuple(scores),
        due=tuple(counts),
        day_end=limits[0],
    )


def _within(attempts: Iterable[Attempt], after: int, until: int) -> list[Attempt]:
    return [attempt for attempt in attempts if after < attempt.time <= until]


def _passed(attempts: Iterable[Attempt]) -> int:
    return sum(attempt.passed for attempt in attempts)

"""How one does in all exercises: what was right at the first try, and what comes again when."""

from collections.abc import Iterable
from dataclasses import dataclass

from kalahloa.models.study.training.kinds import ExerciseKind, kind_of
from kalahloa.models.study.training.schedule import DAY, Attempt, cards, merged

WEEK = 7 * DAY
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
    and later than all of them at the end.
    """

    passed: int
    tried: int
    passed_before: int
    tried_before: int
    by_kind: tuple[KindScore, ...]
    due: tuple[int, ...]


def training_statistic(
    attempts: Iterable[Attempt], scheduled: Iterable[Attempt], end_of_day: int
) -> TrainingStatistic:
    """Return the statistic of *attempts*.

    *scheduled* are those by which exercises are repeated; *end_of_day* is when today ends where the
    user is, in milliseconds since 1970.
    """
    known = merged(attempts)
    week = _within(known, end_of_day - WEEK, end_of_day)
    before = _within(known, end_of_day - 2 * WEEK, end_of_day - WEEK)
    scores = []
    for kind in ExerciseKind:
        tried = [attempt for attempt in week if kind_of(attempt.item) is kind]
        if tried:
            scores.append(KindScore(kind, _passed(tried), len(tried)))
    counts = [0] * (len(LAST_DAYS) + 1)
    for card in cards(scheduled).values():
        if card.due is not None:
            counts[_bucket(card.due, end_of_day)] += 1
    return TrainingStatistic(
        passed=_passed(week),
        tried=len(week),
        passed_before=_passed(before),
        tried_before=len(before),
        by_kind=tuple(scores),
        due=tuple(counts),
    )


def _within(attempts: Iterable[Attempt], after: int, until: int) -> list[Attempt]:
    return [attempt for attempt in attempts if after < attempt.time <= until]


def _passed(attempts: Iterable[Attempt]) -> int:
    return sum(attempt.passed for attempt in attempts)


def _bucket(due: int, end_of_day: int) -> int:
    days = max(0, -((end_of_day - due) // DAY))
    return sum(days > last for last in LAST_DAYS)

"""How one does in all exercises: what was right at the first try, and what comes again when."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.study.training.deck import DeckItem, scheduled
from kalahloa.models.study.training.kinds import ExerciseKind, kind_of, mistake_word
from kalahloa.models.study.training.schedule import Attempt, cards, merged

WEEK = 7
"""Days of a week."""
WEEKS = 3
"""How many weeks of each kind of mistake are told, this one included."""
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
class MistakeScore:
    """How one does at one's own mistakes of a `kind`; it is None for those of no known kind.

    There are `total` of them, of which `due` are to be repeated today.  `weeks` has how many
    attempts were passed, and how many there were, in each of the last `WEEKS`, the oldest first.
    """

    kind: MistakeKind | None
    total: int
    due: int
    weeks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TrainingStatistic:
    """How one does.

    `passed` of `tried` attempts were right at the first try in the last seven days, and
    `passed_before` of `tried_before` in the seven days before; `by_kind` has those of the last
    seven days, of the kinds that were tried.  `due` counts what is to be repeated, by `LAST_DAYS`,
    and later than all of them at the end; today is the day that ends at `day_end`, in milliseconds
    since 1970.  `by_mistake` has those kinds of mistakes that there are.
    """

    passed: int
    tried: int
    passed_before: int
    tried_before: int
    by_kind: tuple[KindScore, ...]
    due: tuple[int, ...]
    day_end: int
    by_mistake: tuple[MistakeScore, ...] = ()


def end_of_day(moment: int, days: int = 0) -> int:
    """Return when the day so many *days* after that of *moment* ends where the user is.

    Both are in milliseconds since 1970.  Not all days have 24 hours.
    """
    day = datetime.fromtimestamp(moment / 1000).replace(hour=0, minute=0, second=0, microsecond=0)
    return round((day + timedelta(days=days + 1)).timestamp() * 1000) - 1


def training_statistic(
    attempts: Iterable[Attempt],
    repeated: Iterable[Attempt],
    ends: Callable[[int], int],
    items: Iterable[DeckItem] = (),
) -> TrainingStatistic:
    """Return the statistic of *attempts*.

    *repeated* are those by which exercises are repeated; *ends* returns when the day so many days
    after today ends, in milliseconds since 1970.  *items* are what is in the deck.
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
    for card in cards(repeated).values():
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
        by_mistake=mistake_scores(items, known, ends),
    )


def mistake_scores(
    items: Iterable[DeckItem], attempts: Iterable[Attempt], ends: Callable[[int], int]
) -> tuple[MistakeScore, ...]:
    """Return how one does at each kind of mistake, the most frequent kind first, others last.

    Attempts at mistakes that are not among *items* count as those of no known kind.  The rest is
    as in `training_statistic`.
    """
    own = [item for item in items if item.kind is ExerciseKind.MISTAKES]
    kinds = {item.id: item.mistake for item in own}
    tried: dict[MistakeKind | None, list[Attempt]] = {kind: [] for kind in kinds.values()}
    for attempt in merged(attempts):
        if kind_of(attempt.item) is ExerciseKind.MISTAKES:
            tried.setdefault(kinds.get(attempt.item), []).append(attempt)
    repeated = cards(scheduled(own, (one for here in tried.values() for one in here)))
    limits = [ends(-WEEK * weeks) for weeks in range(WEEKS, -1, -1)]
    scores = []
    for kind, here in tried.items():
        ids = [identity for identity, one in kinds.items() if one is kind]
        dues = [repeated[identity].due for identity in ids]
        weeks = [_within(here, *pair) for pair in pairwise(limits)]
        score = MistakeScore(
            kind,
            total=len(ids),
            due=sum(due is not None and due <= limits[-1] for due in dues),
            weeks=tuple((_passed(week), len(week)) for week in weeks),
        )
        if score.total or any(count for _, count in score.weeks):
            scores.append(score)
    return tuple(
        sorted(scores, key=lambda one: (one.kind is None, -one.total, mistake_word(one.kind)))
    )


def _within(attempts: Iterable[Attempt], after: int, until: int) -> list[Attempt]:
    return [attempt for attempt in attempts if after < attempt.time <= until]


def _passed(attempts: Iterable[Attempt]) -> int:
    return sum(attempt.passed for attempt in attempts)

"""When exercises that were failed come again: SM-2, the scheme of SuperMemo 2.

P. A. Wozniak, "Optimization of learning", 1990: each attempt has a quality from 0 to 5.  After one
below 3 an exercise comes again the next day; after better ones in a row it comes after 1 day, 6
days, and then each time after the last interval times its easiness, which is 2.5 at first, changes
with the quality, and is at least 1.3.  Two things are added, as this is no vocabulary: an exercise
that was never failed does not come again, and one that is solved before it is due stays as it is.

All here are pure functions of the attempts.  Their order does not matter, nor how often the same
attempt is given, so that the results of two programs are merged by taking those of both.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile

DAY = 86_400_000
"""A day in milliseconds."""
SOLVED, WITH_HINTS, WITH_EFFORT, FAILED, SHOWN = 5, 4, 3, 2, 0
"""Qualities: at the first go; with hints; with a long search; a wrong move; the solution shown."""
MIN_QUALITY, MAX_QUALITY = 0, 5
_PASSED = 3
FIRST_EASINESS, MIN_EASINESS = 2.5, 1.3
FIRST_INTERVAL, SECOND_INTERVAL, MAX_INTERVAL = 1, 6, 365
"""Intervals in days."""


@dataclass(frozen=True, slots=True, order=True)
class Attempt:
    """One attempt at the exercise with the id `item`: a puzzle's, or see `kinds`.

    `time` is when it ended, in milliseconds since 1970, UTC; `quality` is from `MIN_QUALITY` to
    `MAX_QUALITY`.
    """

    time: int
    item: str
    quality: int

    @property
    def passed(self) -> bool:
        """Whether the solution was found without a wrong move."""
        return self.quality >= _PASSED


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of an exercise from the attempts at it.

    `due` is when it is to come again, in milliseconds since 1970, or None if it was never failed.
    `repetitions` counts the intervals passed in a row, `interval` is the last one in days;
    `attempts` and `failures` count all attempts and those that failed.
    """

    easiness: float = FIRST_EASINESS
    repetitions: int = 0
    interval: int = 0
    due: int | None = None
    attempts: int = 0
    failures: int = 0

    def after(self, attempt: Attempt) -> "Card":
        """Return the card after *attempt*, which is later than all before."""
        counted = replace(
            self,
            attempts=self.attempts + 1,
            failures=self.failures + (not attempt.passed),
        )
        if attempt.passed and (self.due is None or attempt.time < self.due):
            return counted
        lacking = MAX_QUALITY - attempt.quality
        easiness = max(MIN_EASINESS, self.easiness + 0.1 - lacking * (0.08 + lacking * 0.02))
        repetitions = self.repetitions + 1 if attempt.passed else 0
        if repetitions <= 1:
            interval = FIRST_INTERVAL
        elif repetitions == 2:
            interval = SECOND_INTERVAL
        else:
            interval = min(MAX_INTERVAL, round(self.interval * easiness))
        return replace(
            counted,
            easiness=easiness,
            repetitions=repetitions,
            interval=interval,
            due=attempt.time + interval * DAY,
        )


def merged(*lists: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """Return the attempts of all *lists*, each once, the oldest first."""
    return tuple(sorted({attempt for attempts in lists for attempt in attempts}))


def cards(attempts: Iterable[Attempt]) -> dict[str, Card]:
    """Return the card of each exercise that was attempted."""
    found: dict[str, Card] = {}
    for attempt in merged(attempts):
        found[attempt.item] = found.get(attempt.item, Card()).after(attempt)
    return found


def due(attempts: Iterable[Attempt], now: int) -> list[str]:
    """Return the ids of the exercises that are due at *now*, the longest due first."""
    waiting = [
        (card.due, item)
        for item, card in cards(attempts).items()
        if card.due is not None and card.due <= now
    ]
    return [item for _, item in sorted(waiting)]


def streak(attempts: Iterable[Attempt]) -> int:
    """Return how many of the latest attempts in a row were passed."""
    latest = reversed(merged(attempts))
    return sum(1 for _ in takewhile(lambda attempt: attempt.passed, latest))


def suggested_rating(attempts: Iterable[Attempt], ratings: dict[str, int], usual: int = 3) -> int:
    """Return the rating of puzzles that are neither too easy nor too hard after *attempts*.

    *ratings* are those of puzzles by id.  A rating is mastered if more than half of its last ten
    attempts were passed.  The result is one more than the highest mastered one; if there is none,
    one less than the lowest attempted one; and *usual* without attempts.
    """
    by_rating: dict[int, list[bool]] = {}
    for attempt in merged(attempts):
        if attempt.item in ratings:
            by_rating.setdefault(ratings[attempt.item], []).append(attempt.passed)
    if not by_rating:
        return usual
    mastered = [
        rating for rating, passed in by_rating.items() if 2 * sum(passed[-10:]) > len(passed[-10:])
    ]
    return max(mastered) + 1 if mastered else max(1, min(by_rating) - 1)

"""A clock for a whole game: so much time for all moves, and perhaps a little more for each.

What is left is shared out over the moves that may still come.  Of each share a part is to be used
(no deeper search is begun after it) and a multiple may be, where a search is under way.
"""

from dataclasses import dataclass
from math import isfinite

from kalahloa.models.errors import BadCommand
from kalahloa.models.search.limits import Limits

LATENESS = 0.02
"""Seconds by which a search may be late for its time; they are kept back for every move to come."""
MAX_BASE, MAX_INCREMENT = 36_000.0, 3_600.0
_MOVES_OF_A_GAME = 45
_MIN_MOVES_TO_COME = 15
"""So many moves are provided for, however long the game has been."""
_ENOUGH, _MAX_FRACTION = 0.5, 3.0
"""In shares: when no deeper search is begun any more, and when the one under way is broken off."""
_HASTE = 0.001


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time for all moves of a side, and what it gets back for each move, in seconds.

    Raises `BadCommand` where a time is not finite, the first not above 0 or the second below 0, or
    one of them longer than `MAX_BASE` or `MAX_INCREMENT`.
    """

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        fits = isfinite(self.base) and 0 < self.base <= MAX_BASE
        if not (fits and isfinite(self.increment) and 0 <= self.increment <= MAX_INCREMENT):
            raise BadCommand(
                f"A clock has more than 0 and at most {MAX_BASE:g} seconds, and at most "
                f"{MAX_INCREMENT:g} more a move, as in 60+0.5."
            )

    @property
    def text(self) -> str:
        """The time control as `read_time_control` takes it back: ``60+0.5``."""
        return f"{self.base!r}+{self.increment!r}".replace(".0+", "+").removesuffix(".0")


def read_time_control(text: str) -> TimeControl:
    """Return the time control that *text* writes, ``60+0.5`` or ``60``; raise `BadCommand`."""
    base, plus, increment = text.strip().partition("+")
    try:
        return TimeControl(float(base), float(increment) if plus else 0.0)
    except ValueError:
        return TimeControl(float("nan"))


class OutOfTime(Exception):
    """The side to move has used more time than it had."""


class GameClock:
    """One side's clock in one game: `left` is its time in seconds, `moves` how many it has made."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = control.base
        self.moves = 0

    def limits(self) -> Limits:
        """Return how long the search for the next move may take.

        It ends in time as long as it is late by no more than `LATENESS`.  With hardly that left, it
        is one ply deep.
        """
        to_come = max(_MIN_MOVES_TO_COME, _MOVES_OF_A_GAME - self.moves)
        reserve = LATENESS * to_come
        if self.left <= 2 * LATENESS:
            return Limits(depth=1, seconds=max(_HASTE, (self.left - LATENESS) / 2))
        free = max(self.left - reserve, (self.left - LATENESS) / to_come)
        share = min(free, free / to_come + self.control.increment)
        return Limits(seconds=min(free, _MAX_FRACTION * share), enough=_ENOUGH * share)

    def spend(self, seconds: float) -> None:
        """Take *seconds*, which a move has taken, off the clock; raise `OutOfTime` if too many."""
        self.left -= seconds
        self.moves += 1
        if self.left < 0:
            raise OutOfTime(f"A move has come {-self.left:.3f} seconds too late.")
        self.left += self.control.increment

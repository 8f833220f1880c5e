"""Time controls, and the clock of one side: a base time for a game and an increment a move.

The remaining time is divided by the expected number of moves to come.  After a part of this share
no deeper iteration is begun (the soft limit); after a multiple of it the search is stopped (the
hard limit).
"""

from dataclasses import dataclass
from math import isfinite

from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadCommand

LATENESS = 0.02
"""The seconds by which a search may exceed its limit; reserved for every move to come."""
MAX_BASE, MAX_INCREMENT = 36_000.0, 3_600.0
_MOVES_OF_A_GAME = 45
_MIN_MOVES_TO_COME = 15
"""The least number of moves to come that is assumed."""
_SOFT_FRACTION, _MAX_FRACTION = 0.5, 3.0
"""The soft and the hard limit, in shares."""
_MIN_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The base time for all moves of a side and the increment for each move, in seconds.

    Raises `BadCommand` unless 0 < base <= `MAX_BASE` and 0 <= increment <= `MAX_INCREMENT`.
    """

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        fits = isfinite(self.base) and 0 < self.base <= MAX_BASE
        if not (fits and isfinite(self.increment) and 0 <= self.increment <= MAX_INCREMENT):
            raise BadCommand(
                f"A clock has more than 0 and at most {MAX_BASE:g} seconds, and adds at "
                f"most {MAX_INCREMENT:g} per move, as in 60+0.5."
            )

    @property
    def text(self) -> str:
        """The text form, which `read_time_control` reads: ``60+0.5``."""
        return f"{self.base!r}+{self.increment!r}".replace(".0+", "+").removesuffix(".0")


def read_time_control(text: str) -> TimeControl:
    """Read a time control, ``60+0.5`` or ``60``; raise `BadCommand` for anything else."""
    base, plus, increment = text.strip().partition("+")
    try:
        return TimeControl(float(base), float(increment) if plus else 0.0)
    except ValueError:
        return TimeControl(float("nan"))


class OutOfTime(Exception):
    """The clock of the side to move has run out."""


class GameClock:
    """The clock of one side in one game: `left` seconds remain after `moves` moves."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = control.base
        self.moves = 0

    def limits(self) -> Limits:
        """Return the limits of the search for the next move.

        The clock does not run out if the search exceeds them by no more than `LATENESS`.  If hardly
        more than that is left, the depth is 1.
        """
        to_come = max(_MIN_MOVES_TO_COME, _MOVES_OF_A_GAME - self.moves)
        reserve = LATENESS * to_come
        if self.left <= 2 * LATENESS:
            return Limits(depth=1, seconds=max(_MIN_SECONDS, (self.left - LATENESS) / 2))
        free = max(self.left - reserve, (self.left - LATENESS) / to_come)
        share = min(free, free / to_come + self.control.increment)
        return Limits(seconds=min(free, _MAX_FRACTION * share), soft_seconds=_SOFT_FRACTION * share)

    def spend(self, seconds: float) -> None:
        """Subtract the *seconds* of a move and add the increment; raise `OutOfTime` at 0."""
        self.left -= seconds
        self.moves += 1
        if self.left < 0:
            raise OutOfTime(f"The move was {-self.left:.3f} seconds late.")
        self.left += self.control.increment

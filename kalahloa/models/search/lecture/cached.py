"""A table of values that were found before, for positions that several lines lead to.

D. Slate and L. Atkin, "Chess 4.5", 1977.  A value holds for the same position at the same remaining
depth and distance from the root, since sooner wins are worth more.  Where a position that comes
again is a draw, a value depends on the way to the position; what could come again within the
remaining depth is not looked up, so that the table never changes a value.
"""

from dataclasses import dataclass
from math import inf

from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture.run import LectureRun
from kalahloa.models.search.request import Line

MAX_ENTRIES = 1_000_000
"""The most values that are kept; then the table is full, and stays as it is."""
_STEP, _STEP_OF_ANY_SIDE = 4, 2
"""The least plies after which a position can come again, and where the side does not count."""


@dataclass(frozen=True, slots=True)
class CachedBounds:
    """What is known of a position: its value for the side to move lies from `least` to `most`."""

    least: float
    most: float
    line: Line


class Cache:
    """The values found in one search of *position* and below it."""

    def __init__(self, position: Position) -> None:
        self._entries: dict[tuple[int, int, int], CachedBounds] = {}
        self._rule = position.repetition
        self._is_usable = self._rule is not None or not position.uses_history()
        self._seen: dict[int, int] = {}
        self._twice = 0
        if self._rule is not None and self._is_usable:
            past = position.copy()
            while past.move_stack():
                past.unmake()
                self.come(past)

    # -- the way to the position ---------------------------------------------------------------

    def come(self, position: Position) -> None:
        """Take note that *position* is on the way."""
        if self._rule is not None:
            count = self._seen.get(position.hash, 0) + 1
            self._seen[position.hash] = count
            self._twice += count == 2

    def go(self, position: Position) -> None:
        """Take note that *position* is no longer on the way."""
        if self._rule is not None:
            self._twice -= self._seen[position.hash] == 2
            self._seen[position.hash] -= 1

    def _may_repeat(self, depth: int) -> bool:
        """Return whether a draw by repetition may come within *depth* plies."""
        if self._rule is None:
            return False
        missing = self._rule.times - (2 if self._twice else 1)
        step = _STEP_OF_ANY_SIDE if self._rule.any_side else _STEP
        return missing <= 0 or depth >= 1 + step * (missing - 1)

    # -- values --------------------------------------------------------------------------------

    def find(self, run: LectureRun, depth: int) -> CachedBounds | None:
        """Return what is known of the position of *run*, searched to *depth*; None if nothing."""
        if not self._is_usable or self._may_repeat(depth):
            return None
        return self._entries.get((run.position.hash, depth, run.ply))

    def keep(
        self, run: LectureRun, depth: int, alpha: float, beta: float, value: float, line: Line
    ) -> None:
        """Keep the *value* that a search to *depth* has found between *alpha* and *beta*."""
        if not self._is_usable or self._may_repeat(depth) or len(self._entries) >= MAX_ENTRIES:
            return
        least = value if value > alpha else -inf
        most = value if value < beta else inf
        self._entries[run.position.hash, depth, run.ply] = CachedBounds(least, most, line)

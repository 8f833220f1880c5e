"""Named static evaluations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kalahloa.models.game.position import Position


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A named static evaluation.

    `function` takes a position that is not over and returns its value from the point of view of the
    side to move.  The absolute value should stay below 90, because the lecture's searchers score a
    finished game at 100 per point.  `sentence` says what is measured, and cites the source.
    """

    name: str
    title: str
    sentence: str
    function: Callable[[Any], float]

    def __call__(self, position: Position) -> float:
        """Return the value of *position* from the point of view of the side to move."""
        return self.function(position)

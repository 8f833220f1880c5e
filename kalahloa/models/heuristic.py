"""A static evaluation of a position as an object with a name and an explanation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kalahloa.models.position import Position


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A named static evaluation.

    `function` takes a position whose game goes on and returns a number from the point of view of
    the side to move, larger is better.  Its size should stay below 90, because a finished game is
    worth 100 a point to the lecture's searchers.  `sentence` says what it measures, and from
    which source the idea is.
    """

    name: str
    title: str
    sentence: str
    function: Callable[[Any], float]

    def __call__(self, position: Position) -> float:
        """Return the value of *position* for its side to move."""
        return self.function(position)

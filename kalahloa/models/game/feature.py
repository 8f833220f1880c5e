"""The features of a game: what a heuristic can ask of a position, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PositionFeature:
    """A question about a position that a heuristic can ask: a method of what it is given.

    `parameters` are the names of the arguments; ``side`` is 0 for the first side, 1 for the second.
    `result` is the type of the answer in Python's words: ``int``, ``float``, ``list[int]``,
    ``tuple[float, float]``.  `sentence` says what is measured, in which unit.
    """

    name: str
    parameters: tuple[str, ...]
    result: str
    sentence: str

    @property
    def signature(self) -> str:
        """How it is called, such as ``squares(side)``."""
        return f"{self.name}({', '.join(self.parameters)})"

    @property
    def takes_side(self) -> bool:
        """Whether it is asked of one side."""
        return self.parameters == ("side",)


@dataclass(frozen=True)
class FeatureSet:
    """The features of a game.

    `view` takes a position of the game and returns an object with `side`, the side to move, and a
    method for each of `features`.  The object shows the position as it was when it was made.
    `examples` are the names of heuristics made of them, from bad to good: the files
    ``resources/heuristics/<key of the game>/<name>.py``.
    """

    view: Callable[[Any], Any]
    features: tuple[PositionFeature, ...]
    examples: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features, in their order."""
        return tuple(feature.name for feature in self.features)

    def find(self, name: str) -> PositionFeature | None:
        """Return the feature called *name*, or None if there is none."""
        return next((feature for feature in self.features if feature.name == name), None)

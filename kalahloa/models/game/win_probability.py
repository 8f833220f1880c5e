"""The probability of winning that stands for a value, in games in which only the winner counts."""

from dataclasses import dataclass
from math import asinh, exp, inf
from typing import Protocol


class Valued(Protocol):
    """A value for one side: the game's unit, and whether it is proven (see `Score`)."""

    @property
    def number(self) -> float:
        """The value in the game's unit."""
        ...

    @property
    def proven(self) -> bool:
        """Whether the value is exact rather than estimated."""
        ...


@dataclass(frozen=True, slots=True)
class WinProbability:
    """A logistic function from values to the probability of winning, a draw counting one half.

    `slope` is per unit of the game's evaluation, `intercept` the advantage of being on move.
    Beyond about `bend` units an estimate counts less than proportionally.  `source` says what the
    constants were fitted to.
    """

    slope: float
    intercept: float = 0.0
    bend: float = inf
    source: str = ""

    def of(self, value: Valued) -> float:
        """Return the probability, 0 to 1, that the side whose *value* it is wins.

        A proven win is 1, a proven draw 0.5, a proven loss 0.
        """
        if not value.proven:
            return self.of_estimate(value.number)
        return 0.5 if value.number == 0 else float(value.number > 0)

    def of_estimate(self, number: float) -> float:
        """Return the probability for the estimate *number*, for the side to move."""
        if self.bend != inf:
            number = self.bend * asinh(number / self.bend)
        exponent = self.slope * number + self.intercept
        # exp of more than about 700 overflows.
        return 1 / (1 + exp(-max(-500.0, min(500.0, exponent))))


GENERIC = WinProbability(0.5)
"""For games that have none of their own; mild, as their units are not known."""

"""The Elo difference that the result of a match implies, with its confidence interval.

Games are counted in pairs, an opening played twice with the sides swapped, since the two games of
a pair are not independent.  A pair has five outcomes: the first participant scores 0, 1/2, 1, 3/2
or 2 of two points.  How often each occurred is a `Pentanomial`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf, log10, sqrt

from kalahloa.models.text.numbers import signed

Pentanomial = tuple[int, int, int, int, int]
"""The numbers of pairs with 0, 1/2, 1, 3/2 and 2 points, in this order."""

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores of the five outcomes: the share of the pair's points, 0 to 1."""

Z_95 = 1.959963984540054
"""Half the width of the 95 % interval of a normal distribution, in standard deviations."""


def expected_score(elo: float) -> float:
    """Return the score (0 to 1) expected at an advantage of *elo*."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the Elo advantage that corresponds to a *score*; infinite at 0 and 1."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return 0.0 - 400 * log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Elo:
    """An Elo difference and the ends of its 95 % confidence interval.

    If one side scored all points, the difference and that end of the interval are infinite.
    """

    difference: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The difference in one line: ``+103 (95 %: +61 to +149)``, ``above −110 (95 %)``."""
        if isinf(self.low) and isinf(self.high):
            return "not enough games yet"
        if isinf(self.high):
            interval = f"above {signed(self.low)}"
        elif isinf(self.low):
            interval = f"below {signed(self.high)}"
        else:
            interval = f"{signed(self.low)} to {signed(self.high)}"
        if isinf(self.difference):
            return f"{interval} (95 %)"
        return f"{signed(self.difference)} (95 %: {interval})"


def mean_score(pairs: Sequence[float]) -> float:
    """Return the mean score (0 to 1) of *pairs*, of which there must be at least one."""
    return sum(n * score for n, score in zip(pairs, SCORES, strict=True)) / sum(pairs)


def variance(pairs: Sequence[float]) -> float:
    """Return the variance of the score of a pair."""
    mean = mean_score(pairs)
    spread = sum(n * (score - mean) ** 2 for n, score in zip(pairs, SCORES, strict=True))
    return spread / sum(pairs)


def measure_elo(pairs: Pentanomial) -> Elo | None:
    """Return the Elo difference for *pairs*, or None if there is no pair.

    The interval assumes that the mean score is normally distributed.  Where all pairs have the
    same outcome, so that their variance is 0, it is estimated with one more pair, lost 0:2 (or won
    2:0, if the others were lost).
    """
    count = sum(pairs)
    if count == 0:
        return None
    score = mean_score(pairs)
    spread = variance(pairs)
    if spread == 0:
        one_more = (1, 0, 0, 0, 0) if score > 0 else (0, 0, 0, 0, 1)
        spread = variance([n + more for n, more in zip(pairs, one_more, strict=True)])
    reach = Z_95 * sqrt(spread / count)
    return Elo(elo_of(score), elo_of(score - reach), elo_of(score + reach))

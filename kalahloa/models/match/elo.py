"""What a match says about strength: Elo with its confidence interval, and the sequential test.

Games are counted in pairs, an opening played twice with the sides swapped, since the two games of
a pair are not independent.  A pair has five outcomes: the first contestant scores 0, 1/2, 1, 3/2
or 2 of two points; how often each came up is a `Pentanomial`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf, log, log10, sqrt

Pentanomial = tuple[int, int, int, int, int]
"""How many pairs gave 0, 1/2, 1, 3/2 and 2 points of two, in this order."""

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What the five outcomes of a pair are worth, as a share of its points."""

Z_95 = 1.959963984540054
"""The half width, in standard deviations, of the interval that holds 95 % of a normal variable."""

ERROR_RATE = 0.05
"""How often the sequential test may decide wrongly, either way."""

_NEVER_SEEN = 1e-3
"""Stands for an outcome's count of 0, which the likelihood could not take."""


def expected_score(elo: float) -> float:
    """Return the share of points (0 to 1) that an advantage of *elo* leads one to expect."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the advantage in Elo that a *score* of the points speaks for; infinite at 0 and 1."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return 0.0 - 400 * log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference in strength, and the interval that holds it with a confidence of 95 %.

    Where all points went one way the difference is infinite, and so is that end of the interval.
    """

    difference: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The difference in one line: ``+103 (95 %: +61 to +149)``."""
        return f"{_signed(self.difference)} (95 %: {_signed(self.low)} to {_signed(self.high)})"


def _signed(elo: float) -> str:
    if elo in (inf, -inf):
        return "more" if elo > 0 else "less"
    return f"{elo:+.0f}".replace("-", "−")


def mean_score(pairs: Sequence[float]) -> float:
    """Return the mean share of the points in *pairs*, of which there must be one."""
    return sum(n * score for n, score in zip(pairs, SCORES, strict=True)) / sum(pairs)


def variance(pairs: Sequence[float]) -> float:
    """Return the variance of a pair's share of the points."""
    mean = mean_score(pairs)
    spread = sum(n * (score - mean) ** 2 for n, score in zip(pairs, SCORES, strict=True))
    return spread / sum(pairs)


def measure(pairs: Pentanomial) -> Elo | None:
    """Return what *pairs* say about the difference in strength, None where there is no pair.

    The interval is that of the normal distribution round the mean share.  Pairs that were all
    alike say nothing about how much pairs differ; their variance is then taken as if one pair more
    had been lost outright (or won, if all others were lost).
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


# -- the sequential test -----------------------------------------------------------------------


class SprtStatus(Enum):
    """What the sequential test has found so far."""

    OPEN = "open"
    WEAKER = "elo0"
    """The difference is *elo0* rather than *elo1*."""
    STRONGER = "elo1"
    """The difference is *elo1* rather than *elo0*."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Wald's sequential probability ratio test of *elo0* against *elo1*.

    It is generalised to outcomes of unknown frequency as in Van den Bergh, *Comments on
    normalized Elo* and *The generalized sequential probability ratio test* (2019, 2020): the
    likelihood of each hypothesis is the largest that any frequencies with its mean can give.
    Raises `ValueError` unless elo0 < elo1.
    """

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError("A sequential test needs two differences, the smaller one first.")

    @property
    def bound(self) -> float:
        """How far the log-likelihood ratio has to go, up or down, for a verdict."""
        return log((1 - ERROR_RATE) / ERROR_RATE)

    def ratio(self, pairs: Pentanomial) -> float:
        """Return the logarithm of the likelihood of *elo1* over that of *elo0*."""
        if sum(pairs) == 0:
            return 0.0
        seen = [n or _NEVER_SEEN for n in pairs]
        total = sum(seen)
        frequencies = [n / total for n in seen]
        weaker = _likeliest(frequencies, expected_score(self.elo0))
        stronger = _likeliest(frequencies, expected_score(self.elo1))
        return total * sum(
            frequency * log(q / p)
            for frequency, p, q in zip(frequencies, weaker, stronger, strict=True)
        )

    def status(self, pairs: Pentanomial) -> SprtStatus:
        """Return what *pairs* have decided."""
        ratio = self.ratio(pairs)
        if ratio >= self.bound:
            return SprtStatus.STRONGER
        return SprtStatus.WEAKER if ratio <= -self.bound else SprtStatus.OPEN


def _likeliest(frequencies: Sequence[float], mean: float) -> list[float]:
    """Return the likeliest probabilities, given *frequencies*, of outcomes with this *mean*.

    They are f / (1 + t (share - mean)) for the t at which they add up (Owen, *Empirical
    Likelihood*, proposition 1); t lies between two poles, where the sum falls from plus to minus
    infinity.
    """

    def excess(t: float) -> float:
        return sum(
            f * (score - mean) / (1 + t * (score - mean))
            for f, score in zip(frequencies, SCORES, strict=True)
        )

    t = _root(excess, -1 / (1 - mean), 1 / mean)
    return [f / (1 + t * (score - mean)) for f, score in zip(frequencies, SCORES, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return where *falling*, which falls from *low* to *high*, is 0, by halving."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2

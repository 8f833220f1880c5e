"""The sequential probability ratio test: stop a match as soon as its result is significant."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import log

from kalahloa.models.match.elo import SCORES, Pentanomial, expected_score

ERROR_RATE = 0.05
"""The probability of an error of the first kind, and of the second kind."""

MAX_ELO = 2_000.0
"""The largest difference that is tested."""
_MIN_COUNT = 1e-3
"""Replaces a count of 0, for which the likelihood is not defined."""


class SprtStatus(Enum):
    """The state of a sequential test."""

    OPEN = "open"
    WEAKER = "elo0"
    """H0 is accepted: the difference is *elo0* rather than *elo1*."""
    STRONGER = "elo1"
    """H1 is accepted: the difference is *elo1* rather than *elo0*."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Wald's sequential probability ratio test (SPRT) of H0: *elo0* against H1: *elo1*.

    It is the generalised test for outcomes of unknown probabilities (Van den Bergh, *Comments on
    normalized Elo* and *The generalized sequential probability ratio test*, 2019, 2020): the
    likelihood of a hypothesis is the maximum over all distributions with its mean.  Raises
    `ValueError` unless elo0 < elo1, and neither exceeds `MAX_ELO` in size.
    """

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise ValueError("A sequential test needs two differences, the smaller one first.")

    @property
    def bound(self) -> float:
        """The absolute log-likelihood ratio at which a hypothesis is accepted."""
        return log((1 - ERROR_RATE) / ERROR_RATE)

    def ratio(self, pairs: Pentanomial) -> float:
        """Return the log-likelihood ratio (LLR) of H1 over H0, given *pairs*."""
        if sum(pairs) == 0:
            return 0.0
        seen = [n or _MIN_COUNT for n in pairs]
        total = sum(seen)
        frequencies = [n / total for n in seen]
        weaker = _max_likelihood(frequencies, expected_score(self.elo0))
        stronger = _max_likelihood(frequencies, expected_score(self.elo1))
        return total * sum(
            frequency * log(q / p)
            for frequency, p, q in zip(frequencies, weaker, stronger, strict=True)
        )

    def status(self, pairs: Pentanomial) -> SprtStatus:
        """Return the state of the test after *pairs*."""
        ratio = self.ratio(pairs)
        if ratio >= self.bound:
            return SprtStatus.STRONGER
        return SprtStatus.WEAKER if ratio <= -self.bound else SprtStatus.OPEN


def _max_likelihood(frequencies: Sequence[float], mean: float) -> list[float]:
    """Return the maximum-likelihood probabilities, given *frequencies*, of outcomes with *mean*.

    They are f / (1 + t (score - mean)) for the t at which they add up to 1 (Owen, *Empirical
    Likelihood*, proposition 1).  t lies between two poles, between which the sum decreases from
    plus to minus infinity.
    """

    def excess(t: float) -> float:
        return sum(
            f * (score - mean) / (1 + t * (score - mean))
            for f, score in zip(frequencies, SCORES, strict=True)
        )

    t = _root(excess, -1 / (1 - mean), 1 / mean)
    return [f / (1 + t * (score - mean)) for f, score in zip(frequencies, SCORES, strict=True)]


def _root(decreasing: Callable[[float], float], low: float, high: float) -> float:
    """Return the root of *decreasing*, which decreases from *low* to *high*, by bisection."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if decreasing(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2

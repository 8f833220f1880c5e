"""An offer to take something back, made in a notice."""

from collections.abc import Callable
from dataclasses import dataclass


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Offer:
    """What takes back one thing that was done, and no other.

    `take` does so, and returns what is to be said, if anything, or raises a `KalahloaError`;
    `holds` is whether it still can be done: something else may have been done since.
    """

    take: Callable[[], str | None]
    holds: Callable[[], bool] = _always

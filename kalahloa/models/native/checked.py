"""Checks of what Python code hands to the compiled classes, which trust each other's numbers."""

from collections.abc import Iterable
from operator import index

from kalahloa.models.text.quotation import quote

Int = int
"""The type of an argument that is a whole number.

Cython would turn whatever is given for an ``int`` into one, as ``int()`` does: a float as well.
"""

MAX_WORD = 0xFFFFFFFFFFFFFFFF
"""The largest key, hash or bitboard."""


def whole(value: object, low: int, high: int, what: str) -> int:
    """Return *value*, called *what* in messages, as an int from *low* to *high*, both included.

    Raises `TypeError` if it is not a whole number, and `ValueError` if it is out of range.
    """
    try:
        number = index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        raise TypeError(f"The {what} is a whole number, not {quote(value)}.") from None
    if not low <= number <= high:
        raise ValueError(f"The {what} is from {low} to {high}, not {quote(number)}.")
    return number


def wholes(values: Iterable[object], low: int, high: int, what: str) -> list[int]:
    """Return *values*, each called *what* in messages, as ints from *low* to *high*.

    Raises what `whole` raises.
    """
    return [whole(value, low, high, what) for value in values]

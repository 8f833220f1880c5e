"""An opening of a match: where a pair of games begins, and how that was found."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from kalahloa.models.game.position import Position


class OpeningOrigin(Enum):
    """How an opening was found, and so what is known of its value."""

    RANDOM = "random moves"
    BOOK = "drawn by the book"
    START = "fair starts, which are proven draws"
    SOLVED = "solved for the match, which are proven draws"
    BALANCED = "balanced by a deep search, which proves nothing"


@dataclass(frozen=True, slots=True)
class Opening:
    """The *moves* from *start*, a position as text; None stands for the start of the match."""

    moves: tuple[int, ...]
    start: str | None = None
    origin: OpeningOrigin = OpeningOrigin.RANDOM


def after(start: Position, moves: Iterable[int]) -> Position:
    """Return the position that *moves* lead to from *start*."""
    position = start.copy()
    for move in moves:
        position.make(move)
    return position


def origin_counts(openings: Iterable[Opening]) -> dict[OpeningOrigin, int]:
    """Return how many of *openings* were found in each way, the best proven way first."""
    counts = Counter(opening.origin for opening in openings)
    return {origin: counts[origin] for origin in OpeningOrigin if counts[origin]}


def origins_text(openings: Iterable[Opening]) -> str:
    """Say how many of *openings* were found how: ``40 drawn by the book, 60 solved for ...``."""
    counts = origin_counts(openings)
    return ", ".join(f"{count:,} {origin.value}" for origin, count in counts.items())

"""Walls: pieces in a row that keep some of the opponent's away from the rest."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalahloa.models.games.loa.blocked_ways import blockers
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import distance

_ALONG = (1, 8)
"""The steps from a square to the next one of a wall: along a rank and along a file."""
MIN_WALL, MIN_KEPT = 2, 2
"""The least number of pieces of a wall, and of those that it keeps away."""


@dataclass(frozen=True, slots=True)
class Wall:
    """Adjacent pieces of one side on the squares `wall` that keep those on `kept` in."""

    wall: tuple[int, ...]
    kept: tuple[int, ...]


def wall(position: Loa, side: int) -> Wall | None:
    """Return the wall that keeps most pieces of *side* in; None if there is none.

    It is a rank or file of at least `MIN_WALL` adjacent pieces of the opponent.  A piece is kept in
    if a piece of the wall blocks one of its ways, and no move of it, were *side* to move, leads
    nearer to the largest group of its side (any of several), of which it is no part.
    """
    kept = {square: frozenset(blockers(position, square)) for square in _kept_in(position, side)}
    found = []
    for row in _rows(position, 1 - side):
        behind = tuple(square for square, blocking in kept.items() if blocking & {*row})
        if len(behind) >= MIN_KEPT:
            found.append(Wall(row, behind))
    return max(found, key=lambda one: (len(one.kept), -len(one.wall)), default=None)


def _kept_in(position: Loa, side: int) -> list[int]:
    """Return the squares of the pieces of *side* that cannot come nearer to its largest group."""
    squares = position.squares(side)
    groups = {square: position.group_of(square) for square in squares}
    most = max(map(int.bit_count, groups.values()))
    main = [square for square in squares if groups[square].bit_count() == most]
    ways: dict[int, list[int]] = {}
    for move in position.piece_moves(side):
        ways.setdefault(move & 63, []).append(move >> 6)

    def away(square: int) -> int:
        return min(distance(square, other) for other in main)

    return [
        square
        for square in squares
        if square not in main
        and all(away(target) >= away(square) for target in ways.get(square, ()))
    ]


def _rows(position: Loa, side: int) -> Iterator[tuple[int, ...]]:
    """Yield the longest rows of adjacent pieces of *side* on ranks and files."""
    own = {*position.squares(side)}
    for step in _ALONG:
        for first in sorted(own):
            row = [first]
            while row[-1] + step in own and (step == 8 or row[-1] % 8 < 7):
                row.append(row[-1] + step)
            begins = first - step not in own or (step == 1 and first % 8 == 0)
            if begins and len(row) >= MIN_WALL:
                yield tuple(row)

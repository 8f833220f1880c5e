"""Checks single margins of Kalah's endgames against the game's own rules.

The builder can check all of them, but by the same reckoning that made them; here positions are
played with `Kalah`, which knows nothing of that.
"""

from random import Random
from typing import Any

from kalahloa.models.kalah import Kalah
from kalahloa.models.kalah_endgames import Endgames


def fits_its_moves(table: Endgames, rules: Any, place: int) -> bool:
    """Return whether the margin at *place* of *table* is the best that a move leads to.

    What the moves lead to is taken from the same table.
    """
    position, margin = table.position_at(place, rules)
    if position.is_over():
        return margin == _lead(position)
    before = _lead(position)
    margins = []
    for move in position.legal_moves():
        position.make(move)
        rest = table.margin_of(position) or 0
        margins.append(_lead(position) - before + (-rest if position.side else rest))
        position.unmake()
    return margin == max(margins)


def sampled_wrong(table: Endgames, rules: Any, count: int, rng: Random) -> int:
    """Return how many of *count* margins of *table*, chosen by *rng*, do not fit their moves."""
    places = (rng.randrange(table.size) for _ in range(count))
    return sum(not fits_its_moves(table, rules, place) for place in places)


def _lead(position: Kalah) -> int:
    return position.in_kalah(0) - position.in_kalah(1)

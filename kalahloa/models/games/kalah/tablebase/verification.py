"""Looks positions up in Kalah's endgames, and checks single margins against the game's own rules.

The builder can check all of them, but by the same reckoning that made them; here positions are
played with `Kalah`, which knows nothing of that.
"""

from random import Random
from typing import Any

from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase, rules_key_of


def margin_of(table: Tablebase, position: Any) -> int | None:
    """Return the margin that the side to move gets of the stones in *position*'s pits.

    None where too many lie there, or the position is of another game or other rules than *table*.
    """
    if not isinstance(position, Kalah) or rules_key_of(position.rules) != table.rules_key:
        return None
    own_first = position.side * (table.pits + 1)
    other_first = table.pits + 1 - own_first
    stones = position.stones()
    own = stones[own_first : own_first + table.pits]
    other = stones[other_first : other_first + table.pits]
    if sum(own) + sum(other) > table.stones:
        return None
    return table.margin_of_pits(own, other)


def position_at(table: Tablebase, place: int, rules: Any) -> tuple[Kalah, int]:
    """Return the position, South to move and the kalahs empty, whose margin lies at *place*.

    And that margin.  *rules* are those of *table*.  Where the game is over by the rules the
    position is swept.  Raises `IndexError` outside 0 to `size` - 1.
    """
    own, other = table.pits_at(place)
    return Kalah([*own, 0, *other, 0], 0, rules), table.margin_of_pits(own, other)


def fits_its_moves(table: Tablebase, rules: Any, place: int) -> bool:
    """Return whether the margin at *place* of *table* is the best that a move leads to.

    What the moves lead to is taken from the same table.
    """
    position, margin = position_at(table, place, rules)
    if position.is_over():
        return margin == _lead(position)
    before = _lead(position)
    margins = []
    for move in position.legal_moves():
        position.make(move)
        rest = margin_of(table, position) or 0
        margins.append(_lead(position) - before + (-rest if position.side else rest))
        position.unmake()
    return margin == max(margins)


def sampled_wrong(table: Tablebase, rules: Any, count: int, rng: Random) -> int:
    """Return how many of *count* margins of *table*, chosen by *rng*, do not fit their moves."""
    places = (rng.randrange(table.size) for _ in range(count))
    return sum(not fits_its_moves(table, rules, place) for place in places)


def _lead(position: Kalah) -> int:
    return position.in_kalah(0) - position.in_kalah(1)

"""Probes Kalah's tablebase, and verifies single margins by the rules of the game.

`builder.count_mismatches` verifies all margins, but with the code that built them; here moves are
made with `Kalah`, which is independent of it.
"""

from random import Random
from typing import Any

from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase, rules_key_of


def table_margin(table: Tablebase, position: Any) -> int | None:
    """Return the margin of *position* in *table*, for the side to move.

    Returns None if too many stones are in the pits, or the game or the rules are not those of
    *table*.
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
    """Return the position at index *place* of *table*, South to move, and its margin.

    The kalahs are empty, unless the game is over: then the remaining stones have been swept.
    *rules* must have the key of *table*.  Raises `IndexError` if *place* is out of range.
    """
    own, other = table.pits_at(place)
    return Kalah([*own, 0, *other, 0], 0, rules), table.margin_of_pits(own, other)


def fits_its_moves(table: Tablebase, rules: Any, place: int) -> bool:
    """Return whether the margin at index *place* is the best that a move leads to.

    The margins after the moves are taken from *table*, too.
    """
    position, margin = position_at(table, place, rules)
    if position.is_over():
        return margin == _lead(position)
    before = _lead(position)
    margins = []
    for move in position.legal_moves():
        position.make(move)
        rest = table_margin(table, position) or 0
        margins.append(_lead(position) - before + (-rest if position.side else rest))
        position.unmake()
    return margin == max(margins)


def sampled_wrong(table: Tablebase, rules: Any, count: int, rng: Random) -> int:
    """Return how many of *count* margins of *table*, drawn with *rng*, do not fit their moves."""
    places = (rng.randrange(table.size) for _ in range(count))
    return sum(not fits_its_moves(table, rules, place) for place in places)


def _lead(position: Kalah) -> int:
    return position.in_kalah(0) - position.in_kalah(1)

"""The stones as they are drawn: their colours, and how they lie in a pit.

How they lie depends only on the pit and their number.

Adding a stone does not move the others, unless the heap has become so large that all its stones
are drawn smaller.
"""

import math
import random
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

STONE_COLOURS = ("#B84F39", "#D9B23F", "#4D7F95", "#6C965B", "#86608E", "#E6DECB")
MAX_DRAWN = 400
"""Stones drawn on a board at most: more than any game has, fewer than a position may name."""
_LAYERS = 2.4
"""How many layers may lie on one another before stones are drawn smaller."""
_SHRINK = 0.91
_MIN_RADIUS = 3.2
_SPACING = 2.14
_ROW = math.sqrt(3) / 2


def dealt_colours() -> Iterator[int]:
    """Yield the numbers of colours for one stone after the other, the same for each board.

    They come from a bag with equal numbers of each, so that no colour is rare by chance.
    """
    dice = random.Random(7)
    while True:
        bag = list(range(len(STONE_COLOURS))) * 2
        dice.shuffle(bag)
        yield from reversed(bag)


def drawn_counts(counts: list[int]) -> list[int]:
    """Return how many stones to draw for *counts*: all, or in proportion at most `MAX_DRAWN`."""
    total = sum(counts)
    if total <= MAX_DRAWN:
        return list(counts)
    return [-(-count * MAX_DRAWN // total) for count in counts]


class Heap(NamedTuple):
    """The radius of the stones, and where they lie relative to the middle, the lowest first."""

    radius: float
    places: tuple[tuple[float, float], ...]


@lru_cache(maxsize=4096)
def stone_heap(width: float, height: float, count: int, largest: float, seed: int) -> Heap:
    """Return how *count* stones lie in a pit of *width* by *height* with round ends.

    *largest* is the radius of stones where there is room for it; *seed* tells pits apart, which
    would look stamped if all were alike.
    """
    radius = largest
    while radius > _MIN_RADIUS and count > _LAYERS * len(_layer(width, height, radius, seed, 0)):
        radius *= _SHRINK
    places: list[tuple[float, float]] = []
    layer = 0
    while len(places) < count:
        places.extend(_layer(width, height, radius, seed, layer))
        layer += 1
    return Heap(radius, tuple(places[:count]))


@cache
def _layer(
    width: float, height: float, radius: float, seed: int, layer: int
) -> tuple[tuple[float, float], ...]:
    """Return the places of one layer: a shaken triangular lattice, filled about from the middle."""
    dice = random.Random(1_000_003 * seed + layer)
    # A heap is narrower at the top, but no layer is so narrow that nothing lies on it.
    inset = radius + 3.0 + min(layer, 3) * 0.45 * radius
    end = max(min(width, height) / 2 - inset, 0.5)
    spine = abs(height - width) / 2
    upright = height >= width
    turn = dice.uniform(0, math.pi)
    spacing = _SPACING * radius
    shift_x = dice.uniform(-0.5, 0.5) * spacing
    shift_y = dice.uniform(-0.5, 0.5) * spacing
    reach = math.ceil((end + spine) / (spacing * _ROW)) + 1
    found: list[tuple[float, float, float]] = []
    for row in range(-reach, reach + 1):
        for column in range(-reach - 1, reach + 2):
            u = (column + 0.5 * (row % 2)) * spacing + shift_x
            v = row * spacing * _ROW + shift_y
            x = u * math.cos(turn) - v * math.sin(turn)
            y = u * math.sin(turn) + v * math.cos(turn)
            along, across = (y, x) if upright else (x, y)
            past_spine = max(abs(along) - spine, 0.0)
            if math.hypot(past_spine, across) > end:
                continue
            jitter = 0.26 * radius
            x += dice.uniform(-jitter, jitter)
            y += dice.uniform(-jitter, jitter)
            rank = math.hypot(along / (end + spine), across / end) + dice.uniform(0, 0.75)
            found.append((rank, x, y))
    if not found:
        found.append((0.0, 0.0, 0.0))
    return tuple((x, y) for _, x, y in sorted(found))

"""The geometry of a picture of a Kalah board of any size, and the grain of its wood."""

import random
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from kalahloa.models.drawing.geometry import Point, Rect

WOOD_HEIGHT = 380.0
WOOD_RADIUS = 58.0
STRIP = 64.0
"""The height of the strips above and below the wood, for the numbers and the hint."""
COUNT_SIZE, KALAH_COUNT_SIZE, NAME_SIZE, NUMBER_SIZE = 19, 24, 14, 15
"""The sizes of the letters of counts, names and move numbers."""

PITCH = 106.0
"""How far the middles of neighbouring pits lie apart on a board of up to six pits a side."""
_PIT_SIZE = 98.0
_EDGE = 24.0
_KALAH_GAP = 13.0
_USUAL_PITS = 6
_NARROWEST = 580.0
_GRAIN_LINES = 34


@dataclass(frozen=True)
class KalahPlan:
    """The places on one board; cells are numbered as the model numbers them.

    `flipped`, the second side's pits are the lower row; `mirrored`, sowing goes the other way.
    `bounds` takes in the wood and the strips of numbers; `cells` are the rectangles of all cells;
    `stone` is the largest radius of a stone.
    """

    pits: int
    flipped: bool
    mirrored: bool
    wood: Rect
    bounds: Rect
    cells: tuple[Rect, ...]
    stone: float

    def is_kalah(self, cell: int) -> bool:
        """Return whether *cell* is one of the two kalahs."""
        return cell in (self.pits, 2 * self.pits + 1)

    def side(self, cell: int) -> int:
        """Return whose cell it is: 0 South's, 1 North's."""
        return int(cell > self.pits)

    def move(self, cell: int) -> int:
        """Return the number of the pit *cell* in its side's sowing order, from 1."""
        return cell % (self.pits + 1) + 1

    def label(self, cell: int) -> str:
        """Return the name of *cell* for drawings: ``S3``, ``NK``."""
        side = "SN"[self.side(cell)]
        return f"{side}K" if self.is_kalah(cell) else f"{side}{self.move(cell)}"

    def pit(self, side: int, move: int) -> int:
        """Return the cell of *side*'s pit with the number *move* (from 1)."""
        return side * (self.pits + 1) + move - 1

    def kalah(self, side: int) -> int:
        """Return the cell of *side*'s kalah."""
        return side * (self.pits + 1) + self.pits

    def outwards(self, cell: int) -> int:
        """Return the direction (-1 up, 1 down) from the middle of the board to *cell*'s edge."""
        above = self.side(cell) != int(self.flipped)
        return -1 if above or self.is_kalah(cell) else 1

    def count_centre(self, cell: int) -> Point:
        """Return the middle of the count of stones beside *cell*."""
        rect = self.cells[cell]
        edge = rect.bottom if self.outwards(cell) > 0 else rect.y
        return Point(rect.centre.x, edge + self.outwards(cell) * 22)

    def name_centre(self, side: int) -> Point:
        """Return the middle of the name of *side* below its kalah."""
        rect = self.cells[self.kalah(side)]
        return Point(rect.centre.x, rect.bottom + 20)

    def beyond_wood(self, cell: int, distance: float) -> Point:
        """Return the point *distance* outside the wood at the pit *cell*."""
        outside = self.outwards(cell) > 0
        edge = self.wood.bottom + distance if outside else self.wood.y - distance
        return Point(self.cells[cell].centre.x, edge)

    def number_centre(self, cell: int) -> Point:
        """Return the middle of the move number outside the wood at the pit *cell*."""
        return self.beyond_wood(cell, 15)

    def hint_centre(self, cell: int) -> Point:
        """Return the middle of the label that a hint, or a value, has at the pit *cell*."""
        return self.beyond_wood(cell, 44)


@cache
def kalah_plan(pits: int, flipped: bool = False, mirrored: bool = False) -> KalahPlan:
    """Return the places on a board of *pits* pits a side.

    South's pits are the lower row, *flipped* North's: the board is turned by 180 degrees.  As the
    lecture draws it, sowing goes clockwise, and the kalah of the lower side is on its left;
    *mirrored*, sowing goes the other way, and that kalah is on the right.
    Up to six pits a side are round; more become narrower than high, so that the board keeps a
    form that fits a window.
    """
    more = max(0, pits - _USUAL_PITS)
    kalah_width = 86.0 - more
    ends = _EDGE + kalah_width + _KALAH_GAP
    if more:
        width = 2 * ends + _USUAL_PITS * PITCH + 28.0 * more
        pitch = (width - 2 * ends) / pits
    else:
        width = 2 * ends + pits * PITCH
        pitch = PITCH
    wood = Rect(-width / 2, 0, width, WOOD_HEIGHT)
    strip_width = max(width, _NARROWEST)
    bounds = Rect(-strip_width / 2, -STRIP, strip_width, WOOD_HEIGHT + 2 * STRIP)
    pit_width = pitch - (PITCH - _PIT_SIZE)

    def row(top: float) -> list[Rect]:
        middles = (wood.x + ends + (column + 0.5) * pitch for column in range(pits))
        return [Rect(middle - pit_width / 2, top, pit_width, _PIT_SIZE) for middle in middles]

    upper, lower = row(60), row(WOOD_HEIGHT - 60 - _PIT_SIZE)
    left = Rect(wood.x + _EDGE, 48, kalah_width, WOOD_HEIGHT - 96)
    right = Rect(wood.right - _EDGE - kalah_width, 48, kalah_width, WOOD_HEIGHT - 96)
    if mirrored:
        below, above = [*lower, right], [*reversed(upper), left]
    else:
        below, above = [*reversed(lower), left], [*upper, right]
    cells = (*above, *below) if flipped else (*below, *above)
    stone = min(10.5, 5.0 + 0.055 * pit_width)
    return KalahPlan(pits, flipped, mirrored, wood, bounds, cells, stone)


class GrainLine(NamedTuple):
    """A nearly level line of the wood's grain, on the widest board.

    `top` is its height at the left, `sway` how far it lies below that at each third; it `is_light`
    or dark, of an `opacity` from 0 to 1.
    """

    top: float
    sway: tuple[float, float, float]
    is_light: bool
    opacity: float
    width: float

    def height_at(self, share: float) -> float:
        """Return the height at *share* (0 to 1) of the way from left to right."""
        rest = 1 - share
        left, right, end = self.sway
        rise = 3 * rest**2 * share * left + 3 * rest * share**2 * right + share**3 * end
        return self.top + rise


LIGHT_GRAIN, DARK_GRAIN = "#FFF0D7", "#281200"


@cache
def grain_lines() -> tuple[GrainLine, ...]:
    """Return the grain of all boards, the same every time."""
    dice = random.Random(3)
    lines = []
    for line in range(_GRAIN_LINES):
        top = (line + dice.uniform(-0.4, 0.4)) * WOOD_HEIGHT / _GRAIN_LINES
        sway = (dice.uniform(-7, 7), dice.uniform(-7, 7), dice.uniform(-7, 7))
        is_light = dice.random() < 0.3
        opacity, width = dice.uniform(0.03, 0.085), dice.uniform(0.8, 2.4)
        lines.append(GrainLine(top, sway, is_light, opacity, width))
    return tuple(lines)

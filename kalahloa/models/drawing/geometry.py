"""Points and rectangles, in the units of a board's picture; y grows downward."""

from math import hypot
from typing import NamedTuple


class Point(NamedTuple):
    """A point of a picture."""

    x: float
    y: float


class Rect(NamedTuple):
    """A rectangle of a picture, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, distance: float) -> "Rect":
        """Return the rectangle whose edges lie *distance* further inside."""
        return Rect(
            self.x + distance,
            self.y + distance,
            self.width - 2 * distance,
            self.height - 2 * distance,
        )


class BoardCell(NamedTuple):
    """A cell of a board: its name for drawings (``c8``, ``S3``), and where it lies.

    `radius` is that of its corners.
    """

    label: str
    rect: Rect
    radius: float = 0.0


def arrow_corners(start: Point, end: Point, unit: float) -> list[Point]:
    """Return the corners of an arrow from beside the middle *start* of a cell of size *unit*.

    It leads to the middle *end* of another cell, and has no corners where the two are one.
    """
    length = hypot(end.x - start.x, end.y - start.y)
    if length < 1:
        return []
    x, y = (end.x - start.x) / length, (end.y - start.y) / length
    tail, neck = min(0.36 * unit, 0.3 * length), length - min(0.34 * unit, 0.5 * length)
    half, wing = 0.065 * unit, 0.18 * unit
    outline = (
        (tail, half),
        (neck, half),
        (neck, wing),
        (length, 0.0),
        (neck, -wing),
        (neck, -half),
        (tail, -half),
    )
    return [
        Point(start.x + far * x - aside * y, start.y + far * y + aside * x)
        for far, aside in outline
    ]

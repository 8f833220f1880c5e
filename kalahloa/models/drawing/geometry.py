"""Points and rectangles, in the units of a board's picture; y grows downward."""

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

"""Where the squares of a board of Lines of Action lie, and the ground on which the pieces stand."""

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QGraphicsSimpleTextItem

from kalahloa.models.games.loa.grid import (
    COORDINATE_SIZE,
    SQUARE,
    frame_rect,
    is_dark,
    square_rect,
    squares_rect,
)
from kalahloa.models.games.loa.squares import FILES, board_squares
from kalahloa.views.boards.path_item import add_path
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme


class LoaGrid:
    """Where the squares of a board of *size* ranks lie; `loa_grid` returns it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.frame = QRectF(*frame_rect(size))
        self.squares = QRectF(*squares_rect(size))
        self.reading_order = tuple(
            8 * rank + file for rank in range(size - 1, -1, -1) for file in range(size)
        )
        """The squares from the upper left to the lower right, as Black sees them."""
        self._centres = [
            {square: self.square_rect(square, turned).center() for square in self.reading_order}
            for turned in (False, True)
        ]

    def square_rect(self, square: int, flipped: bool) -> QRectF:
        """Return where *square* (0 a1 to 63 h8) lies in the scene."""
        return QRectF(*square_rect(square, self.size, flipped))

    def centre_of(self, square: int, flipped: bool) -> QPointF:
        """Return the middle of *square* in the scene."""
        return self._centres[flipped][square]

    def square_at(self, point: QPointF, flipped: bool) -> int:
        """Return the square at *point* of the scene, or -1."""
        if not self.squares.contains(point):
            return -1
        last = self.size - 1
        column = min(last, int((point.x() - self.squares.left()) // SQUARE))
        row = min(last, int((point.y() - self.squares.top()) // SQUARE))
        return column + 8 * (last - row) if not flipped else last - column + 8 * row


@cache
def loa_grid(size: int) -> LoaGrid:
    """Return where the squares of a board of *size* ranks lie."""
    return LoaGrid(size)


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A letter or a number on the frame, round `centre`."""

    item: QGraphicsSimpleTextItem
    centre: QPointF

    def lay(self, scale: float) -> None:
        """Draw it larger by *scale*."""
        self.item.setScale(scale)
        size = self.item.boundingRect().size() * scale
        self.item.setPos(self.centre - QPointF(size.width() / 2, size.height() / 2))


def add_background(scene: QGraphicsScene, theme: Theme, grid: LoaGrid) -> None:
    """Draw the frame and the squares of *grid*, which look the same when the board is turned."""
    frame = QPainterPath()
    frame.addRoundedRect(grid.frame, 14, 14)
    whole = QPainterPath()
    whole.addRect(grid.squares)
    dark = QPainterPath()
    for square in board_squares(grid.size):
        if is_dark(square):
            dark.addRect(grid.square_rect(square, False))
    for path, fill in (
        (frame.translated(0, 3), with_alpha(theme.frame, 0.35)),
        (frame, theme.frame),
        (whole, theme.square_light),
        (dark, theme.square_dark),
    ):
        item = add_path(scene, path, fill=fill)
        if path is frame and theme.high_contrast:
            item.setPen(QPen(theme.outline, 2))
        # Pixels are copied sooner than shapes are filled.
        item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)


def add_coordinates(
    scene: QGraphicsScene, theme: Theme, font: QFont, grid: LoaGrid, flipped: bool
) -> list[Coordinate]:
    """Write letters and numbers on the frame, and return them; `Coordinate.lay` puts them there."""
    small = QFont(font)
    small.setPixelSize(COORDINATE_SIZE)
    coordinates = []
    left = grid.squares.left() / 2
    below = (grid.squares.bottom() + grid.frame.bottom()) / 2
    for index in range(grid.size):
        file = grid.square_rect(index, flipped).center()
        rank = grid.square_rect(8 * index, flipped).center()
        for text, x, y in ((FILES[index], file.x(), below), (str(index + 1), left, rank.y())):
            item = QGraphicsSimpleTextItem(text)
            item.setFont(small)
            item.setBrush(theme.frame_text)
            coordinates.append(Coordinate(item, QPointF(x, y)))
            scene.addItem(item)
    return coordinates

"""Where the squares of a board of Lines of Action lie, and the ground on which the pieces stand."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QGraphicsSimpleTextItem

from kalahloa.views.boards.path_item import add_path
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

SQUARE = 84.0
COORDINATE_SIZE = 15
FRAME = QRectF(0, 0, 8 * SQUARE + 44, 8 * SQUARE + 44)
SQUARES = QRectF(34, 10, 8 * SQUARE, 8 * SQUARE)
READING_ORDER = tuple(8 * rank + file for rank in range(7, -1, -1) for file in range(8))
"""The squares from the upper left to the lower right, as Black sees them."""


def square_rect(square: int, flipped: bool) -> QRectF:
    """Return where *square* (0 a1 to 63 h8) lies in the scene."""
    column, row = square % 8, 7 - square // 8
    if flipped:
        column, row = 7 - column, 7 - row
    return QRectF(SQUARES.left() + column * SQUARE, SQUARES.top() + row * SQUARE, SQUARE, SQUARE)


def square_at(point: QPointF, flipped: bool) -> int:
    """Return the square at *point* of the scene, or -1."""
    if not SQUARES.contains(point):
        return -1
    column = min(7, int((point.x() - SQUARES.left()) // SQUARE))
    row = min(7, int((point.y() - SQUARES.top()) // SQUARE))
    return column + 8 * (7 - row) if not flipped else 7 - column + 8 * row


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


def add_ground(scene: QGraphicsScene, theme: Theme) -> None:
    """Draw the frame and the squares, which look the same when the board is turned."""
    frame = QPainterPath()
    frame.addRoundedRect(FRAME, 14, 14)
    whole = QPainterPath()
    whole.addRect(SQUARES)
    dark = QPainterPath()
    for square in range(64):
        if (square + square // 8) % 2 == 0:
            dark.addRect(square_rect(square, False))
    for path, fill in (
        (frame.translated(0, 3), with_alpha(theme.frame, 0.35)),
        (frame, theme.frame),
        (whole, theme.square_light),
        (dark, theme.square_dark),
    ):
        item = add_path(scene, path, fill=fill)
        # Pixels are copied sooner than shapes are filled.
        item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)


def add_coordinates(
    scene: QGraphicsScene, theme: Theme, font: QFont, flipped: bool
) -> list[Coordinate]:
    """Write letters and numbers on the frame, and return them; `Coordinate.lay` puts them there."""
    small = QFont(font)
    small.setPixelSize(COORDINATE_SIZE)
    coordinates = []
    left = SQUARES.left() / 2
    below = (SQUARES.bottom() + FRAME.bottom()) / 2
    for index in range(8):
        file = square_rect(index, flipped).center()
        rank = square_rect(8 * index, flipped).center()
        for text, x, y in (("abcdefgh"[index], file.x(), below), (str(index + 1), left, rank.y())):
            item = QGraphicsSimpleTextItem(text)
            item.setFont(small)
            item.setBrush(theme.frame_text)
            coordinates.append(Coordinate(item, QPointF(x, y)))
            scene.addItem(item)
    return coordinates

"""The things on a board of Lines of Action: pieces, destinations, and the paths between them.

All are made of built-in items, which are drawn without Python.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)
from PySide6.QtWidgets import (
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsSimpleTextItem,
)

from kalahloa.models.drawing.geometry import Point
from kalahloa.models.games.loa.grid import PIECE_RADIUS as RADIUS
from kalahloa.models.games.loa.grid import SQUARE, arrow_points, piece_edge, piece_shades
from kalahloa.views.boards.path_item import rescale
from kalahloa.views.look.theme import Theme


@dataclass(frozen=True)
class PieceColours:
    """A piece lit from the upper left: where the light falls, body, lower edge, ring on it.

    The `rim` is what tells it from every square, also from one nearly of its colour.
    """

    light: QColor
    body: QColor
    edge: QColor
    ring: QColor
    rim: QColor


def piece_colours(side: int, theme: Theme) -> PieceColours:
    """Return the colours of *side*'s pieces (0 Black, 1 White) in *theme*."""
    return PieceColours(*(QColor(name) for name in piece_shades(side, theme.names)))


def _disc(radius: float, parent: QGraphicsItem | None = None) -> QGraphicsEllipseItem:
    item = QGraphicsEllipseItem(-radius, -radius, 2 * radius, 2 * radius, parent)
    item.setPen(QPen(Qt.PenStyle.NoPen))
    return item


class LoaPiece(QGraphicsEllipseItem):
    """A piece of `side`, drawn round its position."""

    def __init__(self, side: int, theme: Theme) -> None:
        super().__init__(-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS)
        self.side = side
        colours, edge = piece_colours(side, theme), piece_edge(theme.names)
        body = QRadialGradient(-0.34 * RADIUS, -0.4 * RADIUS, 1.5 * RADIUS)
        body.setColorAt(0, colours.light)
        body.setColorAt(0.75, colours.body)
        body.setColorAt(1, colours.edge)
        self.setBrush(body)
        self.setPen(QPen(colours.rim, edge))
        self._shadow = _disc(1.2 * RADIUS, self)
        self._shadow.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent)
        gloom = QRadialGradient(0, 0, 1.2 * RADIUS)
        gloom.setColorAt(0.72, QColor(0, 0, 0, 120 if theme.dark else 80))
        gloom.setColorAt(1, QColor(0, 0, 0, 0))
        self._shadow.setBrush(gloom)
        ring = _disc(0.74 * RADIUS, self)
        ring.setPen(QPen(colours.ring, edge))
        for item in (self, self._shadow, ring):
            # Gradients are costly: a picture of each is kept for as long as its size is the same.
            item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._height = -1.0
        self.lift(0)

    def lie(self, centre: QPointF) -> None:
        """Lie on the board round *centre*, whatever has been done with the piece."""
        if not self._height and self.pos() == centre and self.opacity() == 1 and self.isVisible():
            return
        self.lift(0)
        self.setOpacity(1)
        self.setPos(centre)
        self.show()

    def lift(self, height: float) -> None:
        """Raise the piece off the board: 0 lies on it, 1 is held in the hand."""
        self._height = height
        rescale(self, 1 + 0.09 * height)
        self._shadow.setPos(1 + 2 * height, 2.5 + 6 * height)
        self.setZValue(50 if height else 10)


class Destination:
    """A square that the chosen piece can go to: the dotted way, and a disc with its length."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        self._theme = theme
        self._ring = _disc(RADIUS + 3.5)
        self._ring.setZValue(19)
        self.disc = _disc(20)
        self.disc.setZValue(20)
        number = QFont(font)
        number.setPixelSize(18)
        number.setWeight(QFont.Weight.Bold)
        self._text = QGraphicsSimpleTextItem(self.disc)
        self._text.setFont(number)
        self._text.setBrush(theme.on_accent)
        self._way = QGraphicsPathItem()
        self._way.setZValue(3)
        self.items = (self._way, self._ring, self.disc)
        self.hide()

    def hide(self) -> None:
        for item in self.items:
            item.hide()

    def show(
        self,
        start: QPointF,
        centre: QPointF,
        count: int,
        *,
        capture: bool,
        chosen: bool,
        faint: bool,
    ) -> None:
        """Show the way from *start*, and the disc at *centre* with *count*.

        *chosen*: under the mouse; *faint*: a preview.
        """
        accent = self._theme.accent
        self._text.setText(str(count))
        size = self._text.boundingRect()
        self._text.setPos(-size.width() / 2, -size.height() / 2)
        self.disc.setBrush(accent)
        # A piece that can be taken may be of about the accent's brightness.
        self.disc.setPen(QPen(self._theme.on_accent, 1.5) if capture else Qt.PenStyle.NoPen)
        rescale(self.disc, 1.0 if chosen else 0.62 if faint else 0.76)
        self.disc.setPos(centre)
        self.disc.show()
        self._ring.setPen(QPen(accent, 3.5 if faint else 5))
        self._ring.setPos(centre)
        self._ring.setVisible(capture)
        self._way.setPath(dotted_way(start, centre, 20 * self.disc.scale() + 5))
        self._way.setPen(dots(accent, 3.2 if faint else 4.4))
        self._way.show()


def dotted_way(start: QPointF, end: QPointF, gap: float) -> QPainterPath:
    """Return the way from the edge of the square round *start* to *gap* short of *end*."""
    way = end - start
    reach = max(abs(way.x()), abs(way.y()))
    length = hypot(way.x(), way.y())
    path = QPainterPath(start + way * (SQUARE / 2 + 5) / reach)
    path.lineTo(end - way * (gap / length))
    return path


def dots(colour: QColor, width: float) -> QPen:
    """Return a pen that draws a line of round dots, *width* units wide."""
    pen = QPen(colour, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.01, 2.5])
    return pen


def arrow(start: QPointF, end: QPointF) -> QPainterPath:
    """Return an arrow from the edge of the piece at *start* to the middle of *end*."""
    way = end - start
    along = way / hypot(way.x(), way.y())
    aside = QPointF(-along.y(), along.x())
    tail = start + along * (RADIUS + 6)
    tip = end + along * 6
    neck = tip - along * 32
    polygon = QPolygonF(
        [
            tail + aside * 5,
            neck + aside * 6,
            neck + aside * 18,
            tip,
            neck - aside * 18,
            neck - aside * 6,
            tail - aside * 5,
        ]
    )
    path = QPainterPath()
    path.addPolygon(polygon)
    path.closeSubpath()
    path.addEllipse(start, RADIUS + 5, RADIUS + 5)
    path.addEllipse(start, RADIUS + 1, RADIUS + 1)
    return path


def thin_arrow(start: QPointF, end: QPointF, weight: float = 1.0) -> QPainterPath:
    """Return an arrow from the edge of the piece at *start* to that of a piece at *end*.

    *weight* is how thick it is.
    """
    corners = arrow_points(Point(start.x(), start.y()), Point(end.x(), end.y()), weight)
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path


def corners(rect: QRectF) -> QPainterPath:
    """Return small angles in the four corners of *rect*."""
    return _angles(rect.width(), rect.height()).translated(rect.topLeft())


@cache
def _angles(width: float, height: float) -> QPainterPath:
    """Return small angles in the four corners of a rectangle at the origin."""
    path = QPainterPath()
    inside = QRectF(0, 0, width, height).adjusted(4, 4, -4, -4)
    for corner, right, down in (
        (inside.topLeft(), 1, 1),
        (inside.topRight(), -1, 1),
        (inside.bottomLeft(), 1, -1),
        (inside.bottomRight(), -1, -1),
    ):
        path.moveTo(corner + QPointF(14 * right, 0))
        path.lineTo(corner)
        path.lineTo(corner + QPointF(0, 14 * down))
    return path


def links(centres: Sequence[QPointF]) -> QPainterPath:
    """Return lines between neighbours among *centres*, and a ring round each."""
    path = QPainterPath()
    for index, here in enumerate(centres):
        path.addEllipse(here, RADIUS + 2, RADIUS + 2)
        for there in centres[index + 1 :]:
            way = there - here
            if max(abs(way.x()), abs(way.y())) < 1.5 * SQUARE:
                path.moveTo(here)
                path.lineTo(there)
    return path


def joined_discs(centres: Sequence[QPointF], radius: float) -> QPainterPath:
    """Return one shape of discs round *centres*, with bars between neighbours."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for index, here in enumerate(centres):
        path.addEllipse(here, radius, radius)
        for there in centres[index + 1 :]:
            way = there - here
            if max(abs(way.x()), abs(way.y())) < 1.5 * SQUARE:
                aside = QPointF(-way.y(), way.x()) * (4.5 / hypot(way.x(), way.y()))
                path.addPolygon(
                    QPolygonF([here + aside, here - aside, there - aside, there + aside])
                )
                path.closeSubpath()
    return path


def rings(centres: Sequence[QPointF]) -> QPainterPath:
    """Return a ring round the piece at each of *centres*."""
    path = QPainterPath()
    for centre in centres:
        path.addEllipse(centre, RADIUS + 3.5, RADIUS + 3.5)
    return path

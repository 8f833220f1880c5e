"""Small signs of overlays on a board, each with a text or a figure in it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPainterPathStroker, QPen, QPolygonF
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
)

from kalahloa.views.look.fonts import with_tabular_figures

_HEIGHT = 1.5
_PADDING = 0.45
# Multiples of the letters' size.


class Outline(Enum):
    """The form of a badge, which says the same as its colour."""

    PILL = "pill"
    SHIELD = "shield"
    SQUARE = "square"


class BadgeFigure(Enum):
    """What stands in a badge in place of a text."""

    BAN = "ban"
    """A bar from corner to corner, as in a sign that forbids."""
    AGAIN = "again"
    """An arrow that goes round: once more."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What a badge says, with the colours' names, and where it is in the scene."""

    said: str | BadgeFigure
    place: tuple[float, float]
    """Where its middle is, or with `edge` the middle of its left (-1) or right (1) edge."""
    fill: str
    ink: str
    outline: Outline = Outline.PILL
    room: float = 0.0
    """The most that it may be wide, in units of the scene; 0 for any width."""
    edge: int = 0


class Badge(QGraphicsPathItem):
    """A badge, its letters *size* units of the scene high."""

    def __init__(self, font: QFont, size: int) -> None:
        super().__init__()
        self._size = size
        self._figure = QGraphicsPathItem(self)
        self._figure.setPen(QPen(Qt.PenStyle.NoPen))
        self._text = QGraphicsSimpleTextItem(self)
        letters = with_tabular_figures(font)
        letters.setPixelSize(size)
        letters.setWeight(QFont.Weight.Bold)
        self._text.setFont(letters)
        for item in (self, self._figure, self._text):
            # There are many, and few of them change with a move.
            item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.hide()

    def say(self, sign: Sign, scale: float) -> None:
        """Show *sign*, larger by *scale* where it leaves room for that."""
        ink = QColor(sign.ink)
        text = sign.said if isinstance(sign.said, str) else ""
        self._text.setText(text)
        self._text.setBrush(ink)
        written = self._text.boundingRect()
        height = _HEIGHT * self._size
        width = height if not text else max(height, written.width() + 2 * _PADDING * self._size)
        self.setPath(_outline(sign.outline, width, height))
        self.setBrush(QColor(sign.fill))
        self.setPen(QPen(ink, 0.1 * self._size))
        self._text.setPos(-written.width() / 2, -written.height() / 2)
        figure = sign.said if isinstance(sign.said, BadgeFigure) else None
        self._figure.setVisible(figure is not None)
        if figure is not None:
            self._figure.setPath(_FIGURES[figure](self._size))
            self._figure.setBrush(ink)
        fitting = min(scale, sign.room / width) if sign.room else scale
        self.setScale(fitting)
        self.setPos(QPointF(*sign.place) - QPointF(sign.edge * fitting * width / 2, 0))
        self.show()


def _outline(outline: Outline, width: float, height: float) -> QPainterPath:
    path = QPainterPath()
    ground = QRectF(-width / 2, -height / 2, width, height)
    if outline is Outline.SHIELD:
        point = QPointF(0, 0.72 * height)
        right = ground.bottomRight() - QPointF(0, 0.1 * height)
        left = ground.bottomLeft() - QPointF(0, 0.1 * height)
        path.addPolygon(QPolygonF([ground.topLeft(), ground.topRight(), right, point, left]))
        path.closeSubpath()
    elif outline is Outline.SQUARE:
        path.addRoundedRect(ground, 0.15 * height, 0.15 * height)
    else:
        path.addRoundedRect(ground, height / 2, height / 2)
    return path


def _ban(size: float) -> QPainterPath:
    """Return a bar from corner to corner of a badge, as in a sign that forbids."""
    reach = 0.42 * size
    path = QPainterPath(QPointF(-reach, reach))
    path.lineTo(reach, -reach)
    return _stroke(path, 0.16 * size)


def _again(size: float) -> QPainterPath:
    """Return an arrow that goes round: once more."""
    radius = 0.38 * size
    path = QPainterPath()
    box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
    path.arcMoveTo(box, -20)
    path.arcTo(box, -20, -265)
    shape = _stroke(path, 0.15 * size)
    tip = path.currentPosition()
    head = QPolygonF(
        [
            tip + QPointF(-0.12 * size, -0.36 * size),
            tip + QPointF(0.42 * size, -0.02 * size),
            tip + QPointF(-0.16 * size, 0.26 * size),
        ]
    )
    shape.addPolygon(head)
    shape.closeSubpath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    return shape


def _stroke(path: QPainterPath, width: float) -> QPainterPath:
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    return stroker.createStroke(path)


_FIGURES = {BadgeFigure.BAN: _ban, BadgeFigure.AGAIN: _again}


class Badges:
    """The badges of a scene at one depth; those that are not wanted now are kept for later."""

    def __init__(self, scene: QGraphicsScene, font: QFont, size: int, depth: float) -> None:
        self._scene = scene
        self._font = font
        self._depth = depth
        self._shown: dict[tuple[Sign, float], Badge] = {}
        self._spare: list[Badge] = []
        self.size = size
        self.enlargement = 1.0
        """How much larger badges are drawn that are shown from now on."""

    def show(self, signs: Iterable[Sign]) -> None:
        """Show *signs* and no others; those that were there already are not drawn again."""
        wanted = dict.fromkeys((sign, self.enlargement) for sign in signs)
        before, self._shown = self._shown, {}
        for key in [key for key in before if key not in wanted]:
            self._spare.append(before.pop(key))
        for key in wanted:
            badge = before.get(key)
            if badge is None:
                badge = self._spare.pop() if self._spare else self._made()
                badge.say(*key)
            self._shown[key] = badge
        for badge in self._spare:
            badge.hide()

    def _made(self) -> Badge:
        badge = Badge(self._font, self.size)
        badge.setZValue(self._depth)
        self._scene.addItem(badge)
        return badge

    def shown(self) -> list[Sign]:
        """Return what is seen."""
        return [sign for (sign, _), badge in self._shown.items() if badge.isVisible()]

    def items(self) -> list[Badge]:
        """Return the badges that are seen."""
        return list(self._shown.values())

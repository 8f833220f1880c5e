"""The rings, dots and labels that mark moves and cells on a Kalah board."""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsScene

from kalahloa.views.boards.kalah_layout import KalahLayout
from kalahloa.views.boards.pill import Pill
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

LAST_Z = 20.0
RING_Z = 40.0
ARC_Z = 700.0
LABEL_Z = 800.0
_OUTSET = 1.0
"""How far outside the edge of a pit its ring lies; neighbours' rings do not touch."""
_RIM = 1.5
"""The width of the rims on both sides of a ring, which make it stand out from wood and pit."""
_DOT_RIM = 1.0
_DOT = 0.01
"""A dash so short that its round caps make it a dot."""


class Ring(Enum):
    """The meaning of the ring around a cell."""

    TO_MOVE = "to move"
    ORIGIN = "origin"
    PATH = "path"
    TARGET = "target"
    CAPTURED = "captured"
    HINT = "hint"
    WINNER = "winner"


_GLOWING = (Ring.TARGET, Ring.HINT, Ring.WINNER)


class KalahMarks:
    """All marks of one board; each is an item that is shown and hidden."""

    def __init__(
        self, scene: QGraphicsScene, layout: KalahLayout, theme: Theme, font: QFont
    ) -> None:
        self.layout = layout
        edges = [layout.outline(cell, _OUTSET) for cell in range(len(layout.cells))]
        self._rings = [QGraphicsPathItem(edge) for edge in edges]
        self._rims = [QGraphicsPathItem(edge) for edge in edges]
        # Those of the side to move are the most, and an item of their own: strokes are costly, so
        # that a picture of each is kept, which Qt drops where an item is hidden or has another pen.
        self._usual_rings = [QGraphicsPathItem(edge) for edge in edges]
        self._usual_rims = [QGraphicsPathItem(edge) for edge in edges]
        for item in (*self._usual_rings, *self._usual_rims):
            item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
            item.setOpacity(0)
        self._halos = [QGraphicsPathItem(edge) for edge in edges]
        self._wide_halos = [QGraphicsPathItem(edge) for edge in edges]
        for item in (*self._rings, *self._rims, *self._halos, *self._wide_halos):
            item.hide()
        self._wanted: dict[int, Ring] = {}
        self._shown: dict[int, Ring] = {}
        self._last_origin = QGraphicsPathItem()
        self._last_target = QGraphicsPathItem()
        self._arc = QGraphicsPathItem()
        self._arc_rims = QGraphicsPathItem()
        for items, z in (
            (self._wide_halos, RING_Z - 3),
            (self._halos, RING_Z - 2),
            (self._rims + self._usual_rims, RING_Z - 1),
            (self._rings + self._usual_rings, RING_Z),
            ([self._last_origin, self._last_target], LAST_Z),
            ([self._arc_rims], ARC_Z - 1),
            ([self._arc], ARC_Z),
        ):
            for item in items:
                item.setZValue(z)
                scene.addItem(item)
        accent = theme.accent
        for halo, width, alpha in (
            *((item, 13.0, 0.20) for item in self._wide_halos),
            *((item, 8.0, 0.30) for item in self._halos),
        ):
            halo.setPen(QPen(with_alpha(accent, alpha), width))
        self._pens = {
            Ring.TO_MOVE: QPen(accent, 3.2),
            Ring.ORIGIN: QPen(accent, 4.2),
            Ring.PATH: _dashed(accent, 5.0, [_DOT, 2.0]),
            Ring.TARGET: QPen(accent, 4.2),
            Ring.CAPTURED: _dashed(accent, 3.8, [2.2, 2.0]),
            Ring.HINT: QPen(accent, 4.2),
            Ring.WINNER: QPen(accent, 5.0),
        }
        self._rim_pens = {kind: _around(pen, theme.rim) for kind, pen in self._pens.items()}
        for rim, ring in zip(self._usual_rims, self._usual_rings, strict=True):
            rim.setPen(self._rim_pens[Ring.TO_MOVE])
            ring.setPen(self._pens[Ring.TO_MOVE])
        self._arc.setPen(_dashed(accent, 5.6, [_DOT, 2.4]))
        self._arc_rims.setPen(_around(self._arc.pen(), theme.rim))
        soft = with_alpha(theme.board_text, 0.8)
        self._last_origin.setPen(_dashed(soft, 2.2, [_DOT, 2.6]))
        self._last_target.setPen(QPen(soft, 2.0))
        self._capture_fill = QBrush(with_alpha(accent, 0.28))
        self.hint_label = Pill(accent, theme.on_accent, font, 15)
        self.effect_label = Pill(accent, theme.on_accent, font, 13)
        self.swap_label = Pill(accent, theme.on_accent, font, 15)
        for label in (self.hint_label, self.effect_label, self.swap_label):
            label.setZValue(LABEL_Z)
            scene.addItem(label)
        self.clear()

    def enlarge(self, factor: float) -> None:
        """Draw labels larger by *factor* when they are shown the next time."""
        for label in (self.hint_label, self.effect_label, self.swap_label):
            label.enlargement = factor

    def clear(self) -> None:
        """Remove all marks; the next call of `show_rings` shows the rings chosen since."""
        self._wanted.clear()
        for item in (self._last_origin, self._last_target, self._arc, self._arc_rims):
            item.hide()
        self.hint_label.hide()
        self.effect_label.hide()
        self.swap_label.hide()

    def ring(self, cell: int, kind: Ring) -> None:
        """Choose for *cell* the ring that says *kind*, instead of one that it may have."""
        self._wanted[cell] = kind

    def show_rings(self) -> None:
        """Show the rings chosen since `clear`, and draw only those that have changed."""
        for cell in range(len(self._rings)):
            kind = self._wanted.get(cell)
            if kind is self._shown.get(cell):
                continue
            for item in (self._usual_rings[cell], self._usual_rims[cell]):
                item.setOpacity(1 if kind is Ring.TO_MOVE else 0)
            for item in (self._rings[cell], self._rims[cell]):
                item.setVisible(kind not in (None, Ring.TO_MOVE))
            for item in (self._halos[cell], self._wide_halos[cell]):
                item.setVisible(kind in _GLOWING)
            if kind is not None:
                captured = kind is Ring.CAPTURED
                self._rings[cell].setPen(self._pens[kind])
                self._rings[cell].setBrush(self._capture_fill if captured else QBrush())
                self._rims[cell].setPen(self._rim_pens[kind])
        self._shown = dict(self._wanted)

    def last_move(self, origin: int, target: int) -> None:
        """Mark softly where the last move began, and where its last stone fell."""
        self._last_origin.setPath(self.layout.outline(origin, -4))
        self._last_target.setPath(self.layout.outline(target, -4))
        self._last_origin.setVisible(origin != target)
        self._last_target.show()

    def arc(self, origin: int, target: int) -> None:
        """Draw the dots from the pit *origin* to the cell *target*."""
        if origin != target:
            path = arc_path(self.layout, origin, target)
            for item in (self._arc_rims, self._arc):
                item.setPath(path)
                item.show()


def arc_path(layout: KalahLayout, origin: int, target: int) -> QPainterPath:
    """Return the way from the pit *origin* to the other cell *target*, between the rows."""
    inwards = -layout.outwards(origin)
    start_rect, end_rect = layout.cells[origin], layout.cells[target]
    edge = start_rect.top() if inwards < 0 else start_rect.bottom()
    start = QPointF(start_rect.center().x(), edge + 11 * inwards)
    path = QPainterPath(start)
    if layout.is_kalah(target):
        side = 1 if end_rect.center().x() < start.x() else -1
        rim = end_rect.right() if side > 0 else end_rect.left()
        end = QPointF(rim + 10 * side, start.y() - 6 * inwards)
    elif layout.side(target) == layout.side(origin):
        end = QPointF(end_rect.center().x(), start.y())
    else:
        edge = end_rect.bottom() if inwards < 0 else end_rect.top()
        end = QPointF(end_rect.center().x(), edge - 11 * inwards)
        middle = (start.y() + end.y()) / 2
        path.cubicTo(
            QPointF(start.x(), middle + 14 * inwards),
            QPointF(end.x(), middle - 14 * inwards),
            end,
        )
        return path
    rise = min(70.0, 26.0 + 0.14 * abs(end.x() - start.x()))
    path.quadTo(QPointF((start.x() + end.x()) / 2, start.y() + rise * inwards), end)
    return path


def _dashed(colour: QColor, width: float, pattern: Sequence[float]) -> QPen:
    pen = QPen(colour, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern(pattern)
    return pen


def _around(pen: QPen, rim: QColor) -> QPen:
    """Return a pen that leaves a *rim* on both sides of a line of *pen*."""
    wide = QPen(pen)
    wide.setColor(rim)
    wide.setWidthF(pen.widthF() + 2 * _RIM)
    if pen.style() == Qt.PenStyle.CustomDashLine:
        wide.setWidthF(pen.widthF() + 2 * _DOT_RIM)
        # Dashes are counted in widths of the pen.
        narrower = pen.widthF() / wide.widthF()
        wide.setDashPattern([max(_DOT, length * narrower) for length in pen.dashPattern()])
    return wide


def sized(font: QFont, size: int, weight: QFont.Weight) -> QFont:
    """Return *font* at *size* units of the scene and of *weight*."""
    changed = QFont(font)
    changed.setPixelSize(size)
    changed.setWeight(weight)
    return changed

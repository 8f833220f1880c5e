"""What points at cells on any board: where to look for a move, a threat, and a premove.

A threat has a colour and dashes that nothing else on a board has.
"""

from collections.abc import Callable, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsScene

from kalahloa.views.boards.path_item import add_path, rounded_pen
from kalahloa.views.boards.pill import Pill
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

GROUND_DEPTH, FRAME_DEPTH, THREAT_DEPTH, LABEL_DEPTH = 5.0, 45.0, 690.0, 790.0
"""The ground lies below all pieces, the frames above the boards' own."""
DASHES = (2.0, 1.7)
"""Those of a threat, in widths of its line."""
SHORT_DASHES = (0.7, 0.7)
"""Those of a premove."""
_WIDTH = 6.5
_RIM = 1.6
_HEAD = 24.0
_LABEL = 14


class PointedCells(NamedTuple):
    """The cells of a board in its scene: functions.

    `path` returns the outline of a cell, `way` the way from one to another, and `label` the middle
    of a label beside the first of them; labels are kept within `bounds`.
    """

    path: Callable[[int], QPainterPath]
    way: Callable[[int, int], QPainterPath]
    label: Callable[[int, int], QPointF]
    bounds: Callable[[], QRectF]


class PointedWay:
    """A frame round a cell and a dashed arrow from there, in one *colour*, with a label."""

    def __init__(
        self,
        scene: QGraphicsScene,
        theme: Theme,
        font: QFont,
        cells: PointedCells,
        colour: QColor,
        dashes: tuple[float, float],
    ) -> None:
        self._cells = cells
        depth, wide = THREAT_DEPTH, _WIDTH + 2 * _RIM
        self._rim = add_path(scene, pen=_dashed(theme.rim, wide, dashes), depth=depth)
        self._way = add_path(scene, pen=_dashed(colour, _WIDTH, dashes), depth=depth + 1)
        edge = QPen(theme.rim, _RIM)
        edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self._head = add_path(scene, fill=colour, pen=edge, depth=depth + 2)
        self._frame_rim = add_path(scene, pen=QPen(theme.rim, 4.0 + 2 * _RIM), depth=FRAME_DEPTH)
        self._frame = add_path(scene, pen=_dashed(colour, 4.0, dashes), depth=FRAME_DEPTH)
        self.label = Pill(colour, theme.on_accent, font, _LABEL)
        self.label.setZValue(LABEL_DEPTH)
        scene.addItem(self.label)
        self._shown: tuple[int, ...] = ()
        self.hide()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells where what is seen begins, and where it ends."""
        return self._shown if self.label.isVisible() else ()

    def show(self, cells: Sequence[int], text: str, enlargement: float = 1.0) -> None:
        """Point from the first of *cells* to the last one, with *text*; no cells for nothing."""
        if not cells:
            self.hide()
            return
        self._shown = tuple(cells)
        way = self._cells.way(cells[0], cells[-1]) if cells[0] != cells[-1] else QPainterPath()
        has_way = not way.isEmpty()
        if has_way:
            self._draw_way(way)
        for item in (self._rim, self._way, self._head):
            item.setVisible(has_way)
        for frame in (self._frame_rim, self._frame):
            frame.setPath(self._cells.path(cells[0]))
            frame.show()
        self.label.enlargement = enlargement
        self.label.say(text, self._cells.label(cells[0], cells[-1]), self._cells.bounds())

    def _draw_way(self, way: QPainterPath) -> None:
        """Draw the dashes along *way* as far as the head."""
        end, angle = way.pointAtPercent(1.0), radians(way.angleAtPercent(1.0))
        along = QPointF(cos(angle), -sin(angle))
        aside = QPointF(-along.y(), along.x())
        size = min(_HEAD, 0.6 * way.length())
        neck = end - along * size
        head = QPainterPath()
        head.addPolygon(QPolygonF([end, neck + aside * size * 0.55, neck - aside * size * 0.55]))
        head.closeSubpath()
        self._head.setPath(head)
        share = max(0.0, 1 - size / way.length())
        line = QPainterPath(way.pointAtPercent(0.0))
        for step in range(1, 25):
            line.lineTo(way.pointAtPercent(share * step / 24))
        self._rim.setPath(line)
        self._way.setPath(line)

    def hide(self) -> None:
        """Point at nothing."""
        self._shown = ()
        for item in (
            self._rim,
            self._way,
            self._head,
            self._frame_rim,
            self._frame,
            self.label,
        ):
            item.hide()


class Pointers:
    """The marks of a clue, a threat and a premove on one board, whose *cells* they point at."""

    def __init__(
        self, scene: QGraphicsScene, theme: Theme, font: QFont, cells: PointedCells
    ) -> None:
        self._cells = cells
        accent = theme.accent
        self._halo = add_path(
            scene,
            fill=with_alpha(accent, 0.4),
            pen=rounded_pen(with_alpha(accent, 0.4), 16),
            depth=GROUND_DEPTH,
        )
        self._clue = add_path(scene, pen=rounded_pen(accent, 6), depth=FRAME_DEPTH)
        self._clue_shown: tuple[int, ...] = ()
        self.threat = PointedWay(scene, theme, font, cells, theme.threat, DASHES)
        self.premove = PointedWay(scene, theme, font, cells, accent, SHORT_DASHES)
        self.show_clue(())

    @property
    def clue(self) -> tuple[int, ...]:
        """The cells that are marked to be looked at."""
        return self._clue_shown if self._clue.isVisible() else ()

    def show_clue(self, cells: Sequence[int]) -> None:
        """Mark *cells* to be looked at."""
        path = QPainterPath()
        for cell in cells:
            path.addPath(self._cells.path(cell))
        self._clue_shown = tuple(cells)
        for item in (self._halo, self._clue):
            item.setPath(path)
            item.setVisible(bool(cells))


def _dashed(colour: QColor, width: float, dashes: tuple[float, float]) -> QPen:
    """Return a pen whose *dashes* are as long at any *width*."""
    pen = QPen(colour, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([length * _WIDTH / width for length in dashes])
    return pen


def straight_way(start: QRectF, end: QRectF) -> QPainterPath:
    """Return a straight way from beside the middle of one rectangle to that of another."""
    way = end.center() - start.center()
    size = min(start.width(), start.height(), end.width(), end.height())
    length = max(1.0, (way.x() ** 2 + way.y() ** 2) ** 0.5)
    along = way / length
    path = QPainterPath(start.center() + along * min(0.34 * size, 0.3 * length))
    path.lineTo(end.center() - along * min(0.12 * size, 0.2 * length))
    return path

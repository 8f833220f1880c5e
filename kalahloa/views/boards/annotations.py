"""What a reader draws on a board: arrows, coloured cells, signs, labels; and the move's mark."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
)

from kalahloa.models.drawing.geometry import Point, arrow_corners
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Shape
from kalahloa.models.text.quotation import shorten
from kalahloa.views.boards.path_item import add_path, rounded_pen
from kalahloa.views.look.inks import badge_colour, ink_colour, written_on
from kalahloa.views.look.theme import Theme

CELL_DEPTH, DRAWING_DEPTH, BADGE_DEPTH = 22.0, 700.0, 800.0
"""Signs are above all pieces, also flying ones, and below the focus; the mark is above them."""
MAX_LABEL = 3
"""Longer labels are cut off, in characters."""
_MAX_CELL = 120.0
"""Drawings are no larger than on cells of this size, in units of the scene."""
_INKS = {
    Qt.KeyboardModifier.ShiftModifier: Ink.GREEN,
    Qt.KeyboardModifier.ControlModifier: Ink.RED,
    Qt.KeyboardModifier.AltModifier: Ink.YELLOW,
}


def _unit(rect: QRectF) -> float:
    """Return the size by which drawings at the cell *rect* are measured."""
    return min(rect.width(), rect.height(), _MAX_CELL)


def ink_of(modifiers: Qt.KeyboardModifier) -> Ink:
    """Return the ink that is drawn with while *modifiers* are held."""
    return next((ink for key, ink in _INKS.items() if modifiers & key), Ink.BLUE)


def arrow_path(start: QPointF, end: QPointF, unit: float) -> QPainterPath:
    """Return an arrow from beside the middle *start* of a cell of size *unit* to that of another.

    It is empty where the two are one.
    """
    path = QPainterPath()
    corners = arrow_corners(Point(start.x(), start.y()), Point(end.x(), end.y()), unit)
    if corners:
        path.addPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        path.closeSubpath()
    return path


def sign_path(shape: Shape, centre: QPointF, unit: float) -> QPainterPath:
    """Return a triangle, square, circle or cross round *centre* of a cell of size *unit*."""
    path = QPainterPath()
    reach = 0.3 * unit
    if shape is Shape.CIRCLE:
        path.addEllipse(centre, reach, reach)
    elif shape is Shape.SQUARE:
        path.addRect(QRectF(centre.x() - reach, centre.y() - reach, 2 * reach, 2 * reach))
    elif shape is Shape.TRIANGLE:
        top, foot = centre - QPointF(0, 1.1 * reach), centre.y() + 0.75 * reach
        right, left = QPointF(centre.x() + reach, foot), QPointF(centre.x() - reach, foot)
        path.addPolygon(QPolygonF([top, right, left]))
        path.closeSubpath()
    else:
        for aside in (1, -1):
            corner = QPointF(reach * aside, reach)
            path.moveTo(centre - corner)
            path.lineTo(centre + corner)
    return path


class Annotations:
    """The drawings on the scene of a board, which are made anew whenever they change.

    *cell_of* returns the cell with a name, -1 for none, *rect_of* its rectangle in the scene and
    *path_of* its outline.
    """

    def __init__(
        self,
        scene: QGraphicsScene,
        theme: Theme,
        font: QFont,
        cell_of: Callable[[str], int],
        rect_of: Callable[[int], QRectF],
        path_of: Callable[[int], QPainterPath],
    ) -> None:
        self._scene = scene
        self._theme = theme
        self._font = font
        self._cell_of, self._rect_of, self._path_of = cell_of, rect_of, path_of
        self._items: list[QGraphicsItem] = []
        self._preview: QGraphicsPathItem | None = None
        self._badge: list[QGraphicsItem] = []
        self.shown: tuple[Drawing, ...] = ()
        """The drawings that are seen: those whose cells are on this board."""
        self.mark_shown: Mark | None = None
        """The mark that is seen on its badge."""

    # -- what is drawn -------------------------------------------------------------------------

    def show(self, drawings: Sequence[Drawing]) -> None:
        """Show *drawings*; those of cells that this board does not have are left out."""
        self._remove(self._items)
        shown = []
        for drawing in drawings:
            item = self._item(drawing)
            if item is not None:
                self._items.append(item)
                shown.append(drawing)
        self.shown = tuple(shown)

    def _item(self, drawing: Drawing) -> QGraphicsItem | None:
        cell = self._cell_of(drawing.cell)
        if cell < 0:
            return None
        colour = ink_colour(drawing.ink, self._theme)
        rect = self._rect_of(cell)
        unit = _unit(rect)
        if drawing.shape is Shape.ARROW:
            to = self._cell_of(drawing.to)
            return None if to < 0 or to == cell else self._arrow(cell, to, colour)
        if drawing.shape is Shape.CELL:
            return self._cell(cell, colour)
        if drawing.shape is Shape.LABEL:
            return self._label(shorten(drawing.text, MAX_LABEL), rect, colour)
        path = sign_path(drawing.shape, rect.center(), unit)
        item = self._line(path, rounded_pen(colour, 0.075 * unit), DRAWING_DEPTH)
        item.setOpacity(0.9)
        return item

    def _arrow(self, cell: int, to: int, colour: QColor) -> QGraphicsPathItem:
        start, end = self._rect_of(cell), self._rect_of(to)
        unit = min(_unit(start), _unit(end))
        path = arrow_path(start.center(), end.center(), unit)
        item = add_path(self._scene, path, fill=colour, pen=self._edge(unit), depth=DRAWING_DEPTH)
        item.setOpacity(0.85)
        return item

    def _cell(self, cell: int, colour: QColor) -> QGraphicsPathItem:
        fill = QColor(colour)
        fill.setAlphaF(0.45)
        item = self._line(self._path_of(cell), rounded_pen(colour, 2.5), CELL_DEPTH)
        item.setBrush(fill)
        return item

    def _line(self, path: QPainterPath, pen: QPen, depth: float) -> QGraphicsPathItem:
        """Add a line of *pen* along *path*, in high contrast between two edges."""
        item = add_path(self._scene, path, pen=pen, depth=depth)
        if self._theme.high_contrast:
            edges = QGraphicsPathItem(path, item)
            edges.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent)
            edges.setPen(rounded_pen(self._theme.text, pen.widthF() + 3))
        return item

    def _label(self, text: str, rect: QRectF, colour: QColor) -> QGraphicsItem:
        """Return *text* on a disc, which can be read on any piece."""
        unit = _unit(rect)
        return self._disc(text, rect.center(), 0.24 * unit, colour, DRAWING_DEPTH)

    def _disc(
        self, text: str, centre: QPointF, radius: float, colour: QColor, depth: float
    ) -> QGraphicsPathItem:
        path = QPainterPath()
        path.addEllipse(QPointF(0, 0), radius, radius)
        light = written_on(colour)
        disc = add_path(self._scene, path, fill=colour, pen=QPen(light, 0.11 * radius), depth=depth)
        disc.setPos(centre)
        written = QGraphicsSimpleTextItem(text, disc)
        font = QFont(self._font)
        font.setPixelSize(max(1, round(1.1 * radius)))
        font.setWeight(QFont.Weight.Bold)
        written.setFont(font)
        written.setBrush(light)
        size = written.boundingRect()
        scale = min(1.0, 1.7 * radius / max(1.0, size.width()))
        written.setScale(scale)
        written.setPos(-scale * size.width() / 2, -scale * size.height() / 2)
        return disc

    def _edge(self, unit: float) -> QPen:
        """Return the pen of a thin rim that parts an arrow from pieces of its own colour."""
        if self._theme.high_contrast:
            return QPen(self._theme.text, 2)
        rim = QColor(self._theme.rim)
        rim.setAlphaF(0.5)
        return QPen(rim, 0.012 * unit)

    # -- while one draws -----------------------------------------------------------------------

    def preview(self, cell: int, to: int, ink: Ink) -> None:
        """Show faintly what would be drawn from *cell* to the cell *to*; nothing if that is -1."""
        self.end_preview()
        if cell < 0 or to < 0:
            return
        colour = ink_colour(ink, self._theme)
        self._preview = self._cell(cell, colour) if cell == to else self._arrow(cell, to, colour)
        self._preview.setOpacity(0.55)

    def end_preview(self) -> None:
        """Show no longer what would be drawn."""
        if self._preview is not None:
            self._scene.removeItem(self._preview)
            self._preview = None

    @property
    def previewing(self) -> bool:
        """Whether something is shown that would be drawn."""
        return self._preview is not None

    # -- the mark of the move ------------------------------------------------------------------

    def show_mark(self, mark: Mark | None, cell: int, enlargement: float) -> None:
        """Show *mark* as a badge in the corner of *cell*; None, or a cell of -1, for no badge."""
        self._remove(self._badge)
        self.mark_shown = None if cell < 0 else mark
        if mark is None or cell < 0:
            return
        rect = self._rect_of(cell)
        unit = _unit(rect)
        radius = 0.17 * unit * enlargement
        corner = rect.topRight() + QPointF(-radius - 0.02 * unit, radius + 0.02 * unit)
        disc = self._disc(mark.value, corner, radius, badge_colour(mark, self._theme), BADGE_DEPTH)
        self._badge.append(disc)

    def _remove(self, items: list[QGraphicsItem]) -> None:
        for item in items:
            self._scene.removeItem(item)
        items.clear()

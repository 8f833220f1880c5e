"""A plot of a series by plies: a curve, dots for marks, a line where one is.

Qt's own items are enough for it.  A plotting library takes 0.4 s to import, 83 MB on the disk and
40 ms of the interface's time for its first plot, which would be felt while one plays.
"""

import itertools
from bisect import bisect_left

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import (
    QGraphicsLineItem,
    QGraphicsPathItem,
    QWidget,
)

from kalahloa.views.accessibility import announce
from kalahloa.views.look.inks import chart_colour, symbol_colour
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.axes_view import STEPS, AxesView
from kalahloa.views.plots.figure_data import FigureTable
from kalahloa.views.plots.series import Series, SeriesPoint, Style, thinned

HEIGHT = 56
"""The least height, in pixels."""
DOT = 4.0
"""The radius of a mark's dot, in pixels."""
FILL_ALPHA = 46


class Plot(AxesView):
    """Shows a `Series`; a click, or the arrow keys, choose a point of it."""

    chosen = Signal(int)
    """The key of the point that was clicked, or gone to by a key."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, HEIGHT, parent)
        self.series = Series()
        self.current: int | None = None
        """The ply at which the line stands, None without one."""
        self._cursor: QGraphicsLineItem | None = None
        self._halo: QGraphicsPathItem | None = None
        self._pointed: SeriesPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        """Return a size at which the labels have room."""
        return QSize(320, HEIGHT + 20)

    # -- showing -------------------------------------------------------------------------------

    def show_series(self, series: Series) -> None:
        """Show *series* from now on."""
        if series != self.series:
            self.series = series
            self._point_at(None)
            self.draw()

    def set_current(self, ply: int | None) -> None:
        """Move the line to *ply*; None takes it away."""
        if ply != self.current:
            self.current = ply
            self._place_cursor()

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Make all items anew: there are a few dozen of them."""
        self._clear()
        self._cursor = self._halo = None
        font = self._label_font()
        metrics = QFontMetricsF(font)
        series = self.series
        left = max((metrics.horizontalAdvance(tick.text) for tick in series.ticks), default=0.0)
        left += 8 if series.ticks else 2
        self._set_area(left, 8, metrics)
        self._draw_axes(font, metrics)
        if series.points:
            self._draw_curve()
            self._draw_marks(font, metrics)
        self._place_cursor()
        self._add_frame()

    def _x(self, ply: float) -> float:
        return self._area.left() + self._area.width() * ply / max(1, self.series.last)

    def _y(self, value: float) -> float:
        low, high = self.series.low, self.series.high
        share = (min(max(value, low), high) - low) / ((high - low) or 1.0)
        return self._area.bottom() - self._area.height() * share

    def _draw_axes(self, font: QFont, metrics: QFontMetricsF) -> None:
        theme, area, scene = self.theme, self._area, self.scene()
        for tick in self.series.ticks:
            y = self._y(tick.at)
            if tick.at:
                scene.addLine(area.left(), y, area.right(), y, QPen(theme.border, 1))
            self._tick(tick.text, y, font)
        zero = QPen(theme.outline, 1, Qt.PenStyle.DashLine)
        if self.series.low <= 0 <= self.series.high:
            scene.addLine(area.left(), self._y(0), area.right(), self._y(0), zero)
        end = -1.0
        for number in self.series.numbers:
            wide = metrics.horizontalAdvance(number.text)
            x = min(max(self._x(number.at) - wide / 2, 0.0), area.right() + 8 - wide)
            if x > end:
                self._text(number.text, font, theme.muted).setPos(x, area.bottom() + 3)
                end = x + wide + 6
        for text, y in (
            (self.series.above, area.top() - metrics.height() * 0.6),
            (self.series.below, area.bottom() - metrics.height()),
        ):
            # In a low plot they would lie on the curve; with ticks they can be spared there.
            if text and (not self.series.ticks or area.height() >= 4 * metrics.height()):
                self._text(text, font, theme.muted).setPos(area.left() + 2, y)

    def _draw_curve(self) -> None:
        points = thinned(self.series.points, max(50, 2 * round(self._area.width())))
        proven = all(point.proven for point in self.series.points)
        tint = QColor(self.theme.proven if proven else self.theme.outline)
        tint.setAlpha(FILL_ALPHA)
        if self.series.style is Style.BARS:
            self._draw_bars(points)
            return
        curve = QPainterPath(QPointF(self._x(points[0].x), self._y(points[0].y)))
        for before, point in itertools.pairwise(points):
            if self.series.style is Style.STEPS:
                curve.lineTo(self._x(point.x), self._y(before.y))
            curve.lineTo(self._x(point.x), self._y(point.y))
        filled = QPainterPath(curve)
        filled.lineTo(self._x(points[-1].x), self._y(0))
        filled.lineTo(self._x(points[0].x), self._y(0))
        filled.closeSubpath()
        self.scene().addPath(filled, QPen(Qt.PenStyle.NoPen), QBrush(tint))
        line = self.scene().addPath(curve)
        pen = QPen(self.theme.text, 1.8)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        line.setPen(pen)

    def _draw_bars(self, points: list[SeriesPoint]) -> None:
        wide = max(1.5, min(12.0, self._area.width() / max(1, self.series.last) - 1.5))
        plain = QPainterPath()
        for point in points:
            rect = QRectF(
                QPointF(self._x(point.x) - wide / 2, self._y(0)),
                QPointF(self._x(point.x) + wide / 2, self._y(point.y)),
            ).normalized()
            if point.mark is None:
                plain.addRect(rect)
            else:
                colour = chart_colour(point.mark, self.theme.dark)
                self.scene().addRect(rect, QPen(Qt.PenStyle.NoPen), QBrush(colour))
        self.scene().addPath(plain, QPen(Qt.PenStyle.NoPen), QBrush(self.theme.outline))

    def _draw_marks(self, font: QFont, metrics: QFontMetricsF) -> None:
        bold = QFont(font)
        bold.setBold(True)
        end = -1.0
        for point in self.series.points:
            if point.mark is None:
                continue
            colour = chart_colour(point.mark, self.theme.dark)
            at = QPointF(self._x(point.x), self._y(point.y))
            if self.series.style is not Style.BARS:
                self._dot(at, DOT, colour).setZValue(2)
            text = point.mark.value
            wide = QFontMetricsF(bold).horizontalAdvance(text)
            x = min(max(at.x() - wide / 2, self._area.left()), self._area.right() - wide)
            if x <= end:  # the dot is enough where symbols would lie on each other
                continue
            below = point.y <= 0
            y = at.y() + DOT if below else at.y() - DOT - metrics.height()
            y = min(max(y, 0.0), self._area.bottom() - metrics.height())
            label = self._text(text, bold, symbol_colour(point.mark, self.theme))
            label.setPos(x, y)
            label.setZValue(2)
            end = x + wide + 2

    def _place_cursor(self) -> None:
        if self.current is None or not 0 <= self.current <= self.series.last:
            for item in (self._cursor, self._halo):
                if item is not None:
                    item.hide()
            return
        if self._cursor is None:
            self._cursor = self.scene().addLine(0, 0, 0, 0, QPen(self.theme.accent, 2))
            self._cursor.setZValue(1)
            ring = QPainterPath()
            ring.addEllipse(QPointF(), DOT + 1.5, DOT + 1.5)
            self._halo = self.scene().addPath(ring, QPen(self.theme.accent, 2))
            self._halo.setZValue(3)
        assert self._halo is not None
        x = self._x(self.current)
        self._cursor.setLine(x, self._area.top(), x, self._area.bottom())
        self._cursor.show()
        here = self.point_at_ply(self.current)
        self._halo.setVisible(here is not None and here.x == self.current)
        if here is not None:
            self._halo.setPos(x, self._y(here.y))

    # -- points --------------------------------------------------------------------------------

    def point_at_ply(self, ply: int) -> SeriesPoint | None:
        """Return the point at *ply*, or the nearest one; None if there are none."""
        points = self.series.points
        index = bisect_left(points, ply, key=lambda point: point.x)
        near = points[max(0, index - 1) : index + 1]
        return min(near, key=lambda point: abs(point.x - ply), default=None)

    def place_of(self, point: SeriesPoint) -> QPointF:
        """Return where *point* is, in pixels of the viewport."""
        return QPointF(self._x(point.x), self._y(point.y))

    def _point_under(self, event: QMouseEvent) -> SeriesPoint | None:
        share = (event.position().x() - self._area.left()) / self._area.width()
        return self.point_at_ply(round(share * max(1, self.series.last)))

    def _point_at(self, point: SeriesPoint | None) -> None:
        if point is not self._pointed:
            self._pointed = point
            self.pointed.emit("" if point is None else point.text)
            self.setToolTip("" if point is None else point.text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the pointer; with the button down go there."""
        point = self._point_under(event)
        self._point_at(point)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(point)

    def leaveEvent(self, event: QEvent) -> None:
        """Take back what was said."""
        self._point_at(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the point under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self._point_under(event))
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing more: the press has chosen."""
        event.accept()

    def _choose(self, point: SeriesPoint | None) -> None:
        if point is not None and point.x != self.current:
            self.chosen.emit(point.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go along the curve."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
            return
        points = self.series.points
        if points:
            here = self.point_at_ply(self.current or 0)
            index = 0 if here is None else points.index(here)
            point = points[min(max(index + step, 0), len(points) - 1)]
            self._choose(point)
            announce(self, point.text)

    # -- data ----------------------------------------------------------------------------------

    def as_table(self) -> FigureTable:
        """Return the points of the series."""
        return self.series.as_table()

    def summary(self) -> str:
        """Return how the series goes."""
        return self.series.summary()

    def choose_row(self, row: int) -> None:
        """Choose the point of *row*."""
        self._choose(self.series.points[row])

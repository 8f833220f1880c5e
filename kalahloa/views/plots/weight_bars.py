"""Weights before and after tuning, each on a scale of its own with its confidence interval."""

import csv
import io
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QWidget

from kalahloa.controllers.features.tuning.words import number_text, weight_sentence
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.series import harmless

if TYPE_CHECKING:
    from kalahloa.models.tuning.tuning import TunedWeight

RANGE_ALPHA = 96
DOT = 5.0
_GAP = 10
_KEYS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -(1 << 20),
    Qt.Key.Key_End: 1 << 20,
}


class WeightBars(ChartView):
    """Shows weights: a ring where it was, a dot where it is now, and pale what the games allow."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.weights: tuple[TunedWeight, ...] = ()
        self.current = 0
        self._rows: list[QRectF] = []
        self._frame: QGraphicsRectItem | None = None
        self._pointed = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMinimumHeight(40)

    def sizeHint(self) -> QSize:
        """Return a size at which all weights have room."""
        return QSize(240, max(40, round(len(self.weights) * self._row_height()) + 4))

    def show_weights(self, weights: "tuple[TunedWeight, ...]") -> None:
        """Show *weights* from now on."""
        if weights != self.weights:
            self.weights = weights
            self.current = min(self.current, max(0, len(weights) - 1))
            self.updateGeometry()
            self._draw()

    def to_csv(self) -> str:
        """Return the weights, and the ends of the intervals, as a table with a line of headings."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("weight", "old", "new", "low", "high"))
        for one in self.weights:
            ends = ["" if end is None else f"{end:g}" for end in (one.low, one.high)]
            writer.writerow((harmless(one.name), f"{one.old:g}", f"{one.new:g}", *ends))
        return out.getvalue()

    def _row_height(self) -> float:
        return QFontMetricsF(self.font()).height() * 1.9

    def _draw(self) -> None:
        scene = self.scene()
        scene.clear()
        self._frame = None
        self._rows = []
        metrics = QFontMetricsF(self.font())
        width, height = float(self.viewport().width()), self._row_height()
        left = _widest(metrics, [one.name for one in self.weights], 0.4 * width) + _GAP
        texts = [number_text(one.new) for one in self.weights]
        right = _widest(metrics, texts, 0.3 * width) + _GAP
        for number, (weight, text) in enumerate(zip(self.weights, texts, strict=True)):
            room = QRectF(0, number * height, width, height)
            self._rows.append(room)
            middle = room.center().y() - metrics.height() / 2
            name = metrics.elidedText(weight.name, Qt.TextElideMode.ElideRight, left - _GAP)
            self._write(name, self.theme.text, QPointF(2, middle))
            wide = metrics.horizontalAdvance(text)
            self._write(text, self.theme.text, QPointF(width - wide - 2, middle))
            self._draw_scale(weight, left, width - right, room.center().y())
        scene.setSceneRect(
            QRectF(0, 0, width, max(len(self.weights) * height, self.viewport().height() - 1.0))
        )
        self._show_focus()

    def _write(self, text: str, colour: QColor, at: QPointF) -> None:
        item = self.scene().addSimpleText(text, self.font())
        item.setBrush(colour)
        item.setPos(at)

    def _draw_scale(self, weight: "TunedWeight", left: float, right: float, y: float) -> None:
        if right - left < 4 * DOT:
            return
        values = [0.0, weight.old, weight.new]
        values += [end for end in (weight.low, weight.high) if end is not None]
        low, high = min(values), max(values)
        room = 0.1 * (high - low) or 1.0
        low, high = low - room, high + room

        def x(value: float) -> float:
            return left + (right - left) * (value - low) / (high - low)

        scene, theme = self.scene(), self.theme
        scene.addLine(left, y, right, y, QPen(theme.border, 4))
        scene.addLine(x(0), y - 6, x(0), y + 6, QPen(theme.outline, 1))
        if weight.low is not None and weight.high is not None:
            tint = QColor(theme.accent)
            tint.setAlpha(RANGE_ALPHA)
            span = QRectF(QPointF(x(weight.low), y - 4), QPointF(x(weight.high), y + 4))
            scene.addRect(span, QPen(Qt.PenStyle.NoPen), QBrush(tint))
        ring = scene.addEllipse(QRectF(x(weight.old) - DOT, y - DOT, 2 * DOT, 2 * DOT))
        ring.setPen(QPen(theme.muted, 1.5))
        dot = scene.addEllipse(QRectF(x(weight.new) - DOT, y - DOT, 2 * DOT, 2 * DOT))
        dot.setPen(QPen(theme.panel, 1))
        dot.setBrush(theme.text)

    # -- keys and mouse ------------------------------------------------------------------------

    def said(self, row: int) -> str:
        """Return what *row* says, in words."""
        return weight_sentence(self.weights[row])

    def _show_focus(self) -> None:
        """Frame the current row while the keyboard is here, and tell it to a screen reader."""
        if self._frame is not None:
            self.scene().removeItem(self._frame)
            self._frame = None
        if not self._rows:
            self.setAccessibleDescription("")
            return
        room = self._rows[self.current]
        if self.hasFocus():
            pen = QPen(self.theme.accent, 2)
            self._frame = self.scene().addRect(room.adjusted(1, 1, -1, -1), pen)
            self.ensureVisible(room, 0, 0)
        self.setAccessibleDescription(self.said(self.current))

    def row_at(self, y: float) -> int:
        """Return the number of the row at *y*, in pixels of the viewport; -1 if there is none."""
        place = self.mapToScene(0, round(y))
        return next((n for n, room in enumerate(self._rows) if room.contains(place)), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the pointer."""
        self._point_at(self.row_at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take back what was said."""
        self._point_at(-1)
        super().leaveEvent(event)

    def _point_at(self, row: int) -> None:
        if row != self._pointed:
            self._pointed = row
            said = "" if row < 0 else self.said(row)
            self.pointed.emit(said)
            self.setToolTip(plain_tool_tip(said))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the row under the pointer the current one."""
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.current = row
            self._show_focus()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from weight to weight."""
        step = _KEYS.get(Qt.Key(event.key()))
        if step is None or not self._rows:
            event.ignore()
            return
        self.current = min(max(self.current + step, 0), len(self._rows) - 1)
        self._show_focus()


def _widest(metrics: QFontMetricsF, texts: list[str], most: float) -> float:
    return min(most, max((metrics.horizontalAdvance(text) + 2 for text in texts), default=0.0))

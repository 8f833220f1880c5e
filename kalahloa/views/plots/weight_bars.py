"""Weights before and after tuning, each on a scale of its own with its confidence interval."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPen
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.tuning.words import tuned_text, weight_sentence
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.figure_data import FigureTable
from kalahloa.views.plots.rows_view import RowsView, widest

if TYPE_CHECKING:
    from kalahloa.models.tuning.tuning import TunedWeight

RANGE_ALPHA = 96
DOT = 5.0
_GAP = 10


class WeightBars(RowsView):
    """Shows weights: a ring where it was, a dot where it is now, and pale what the games allow."""

    from_left = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.weights: tuple[TunedWeight, ...] = ()
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
            self.draw()

    def as_table(self) -> FigureTable:
        """Return the weights before and now, and the ends of their intervals."""
        titles = (
            translate("Plots", "weight"),
            translate("Plots", "before"),
            translate("Plots", "now"),
            translate("Plots", "low"),
            translate("Plots", "high"),
        )
        rows = (
            (
                one.name,
                one.old,
                one.new,
                *("" if end is None else end for end in (one.low, one.high)),
            )
            for one in self.weights
        )
        return FigureTable.of(titles, tuple(rows))

    def summary(self) -> str:
        """Return which weight has changed most."""
        count = len(self.weights)
        if not count:
            return ""
        most = max(self.weights, key=lambda one: abs(one.new - one.old))
        sentence = translate("Plots", "%n weight(s); the largest change: {weight}", "", count)
        return fill(sentence, weight=weight_sentence(most))

    def _row_height(self) -> float:
        return QFontMetricsF(self.font()).height() * 1.9

    def _draw(self) -> None:
        self._clear()
        font, metrics, ink = self.font(), QFontMetricsF(self.font()), self.theme.text
        width, height = float(self.viewport().width()), self._row_height()
        left = widest(metrics, [one.name for one in self.weights], 0.4 * width) + _GAP
        texts = [tuned_text(one.new) for one in self.weights]
        right = widest(metrics, texts, 0.3 * width) + _GAP
        for number, (weight, text) in enumerate(zip(self.weights, texts, strict=True)):
            room = QRectF(0, number * height, width, height)
            self._rows.append(room)
            middle = room.center().y() - metrics.height() / 2
            self._text(weight.name, font, metrics, ink, QPointF(2, middle), left - _GAP)
            wide = metrics.horizontalAdvance(text)
            self._text(text, font, metrics, ink, QPointF(width - wide - 2, middle), wide + 1)
            self._draw_scale(weight, left, width - right, room.center().y())
        self._end(len(self.weights) * height)

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
        scene.addLine(left, y, right, y, QPen(theme.shade, 4))
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

    def said(self, row: int) -> str:
        """Return what *row* says, in words."""
        return weight_sentence(self.weights[row])

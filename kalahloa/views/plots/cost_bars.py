"""Logarithmic bars: what each searcher costs, each with its name and its numbers above it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPen
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.search.comparison import Comparison
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.cost_chart import (
    CostBar,
    LogScale,
    comparison_csv,
    cost_bars,
    tick_text,
)
from kalahloa.views.plots.figure_data import FigureTable
from kalahloa.views.plots.rows_view import HEIGHT, RowsView

_THICK = 7.0
_GAP = 8.0


class CostBars(RowsView):
    """Shows the nodes of a `Comparison`, a bar a searcher; keys and clicks choose a searcher."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.comparison: Comparison | None = None
        self.bars: tuple[CostBar, ...] = ()

    def sizeHint(self) -> QSize:
        """Return a size at which all bars have room."""
        return QSize(320, 3 * HEIGHT)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show *comparison* from now on."""
        self.comparison = comparison
        bars = () if comparison is None else cost_bars(comparison)
        if bars != self.bars:
            self.bars = bars
            self.current = min(self.current, max(0, len(bars) - 1))
            self.draw()

    def set_current(self, row: int) -> None:
        """Mark the bar with this number."""
        if row != self.current and 0 <= row < len(self.bars):
            self.current = row
            self.draw()

    def _go_to(self, row: int) -> None:
        self.current = row
        self.draw()

    def said(self, row: int) -> str:
        """Return what the bar with this number says, in words."""
        return self.bars[row].said

    def as_table(self) -> FigureTable:
        """Return the nodes and the time of each searcher."""
        titles = (
            translate("Comparison", "searcher"),
            translate("Comparison", "nodes"),
            translate("Comparison", "time"),
        )
        return FigureTable.of(titles, tuple((one.title, one.number, one.time) for one in self.bars))

    def summary(self) -> str:
        """Return which searcher visits the fewest nodes, and which the most."""
        bars = [bar for bar in self.bars if bar.nodes]
        if not bars:
            return ""
        few, many = (pick(bars, key=lambda bar: bar.nodes) for pick in (min, max))
        sentence = translate(
            "Comparison", "{few} visits the fewest nodes, {least}; {many} the most, {largest}."
        )
        return fill(sentence, few=few.title, least=few.number, many=many.title, largest=many.number)

    def to_csv(self) -> str:
        """Return all numbers of the comparison as comma-separated values, with headings."""
        return "" if self.comparison is None else comparison_csv(self.comparison)

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        self._clear()
        scene = self.scene()
        font, bold = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        metrics, wide = QFontMetricsF(font), QFontMetricsF(bold)
        width = float(self.viewport().width())
        scale = LogScale.of(bar.nodes for bar in self.bars)
        times = max((metrics.horizontalAdvance(bar.time) for bar in self.bars), default=0.0)
        height = metrics.height() + _THICK + 10
        top = 0.0
        for number, bar in enumerate(self.bars):
            room = QRectF(0, top, width, height)
            self._rows.append(room)
            is_current = number == self.current
            if is_current:
                scene.addRect(room, QPen(Qt.PenStyle.NoPen), QBrush(self.theme.window))
                edge = QRectF(0, top, 3, height)
                scene.addRect(edge, QPen(Qt.PenStyle.NoPen), QBrush(self.theme.accent))
            line = top + 3
            end = width - _GAP - times
            at = QPointF(end + times - metrics.horizontalAdvance(bar.time), line)
            self._text(bar.time, font, metrics, self.theme.muted, at, times + 1)
            number_at = QPointF(end - _GAP - wide.horizontalAdvance(bar.number), line)
            self._text(bar.number, bold, wide, self.theme.text, number_at, width)
            most = number_at.x() - 2 * _GAP
            self._text(bar.title, bold, wide, self.theme.text, QPointF(_GAP, line), most)
            track = QRectF(_GAP, line + metrics.height() + 1, width - 2 * _GAP, _THICK)
            self._draw_bar(bar, track, scale, is_current)
            top += height
        if self.bars:
            top = self._draw_axis(scale, top, metrics, width)
        self._end(top + 2)

    def _draw_bar(self, bar: CostBar, track: QRectF, scale: LogScale, is_current: bool) -> None:
        none = QPen(Qt.PenStyle.NoPen)
        self.scene().addRect(track, none, QBrush(self.theme.shade))
        if not bar.nodes:
            return
        room = QRectF(track)
        room.setWidth(max(2.0, track.width() * scale.share(bar.nodes)))
        colour = self.theme.accent if is_current else self.theme.outline
        self.scene().addRect(room, none, QBrush(colour))
        if bar.is_bound:  # it goes on, nobody knows how far
            rest = QRectF(room.right(), track.top(), track.right() - room.right(), _THICK)
            if rest.width() < 3 * _THICK:
                rest.setLeft(track.right() - 3 * _THICK)
                self.scene().addRect(rest, none, QBrush(self.theme.shade))
            pattern = QBrush(colour, Qt.BrushStyle.BDiagPattern)
            self.scene().addRect(rest, QPen(colour, 1), pattern)

    def _draw_axis(
        self, scale: LogScale, top: float, metrics: QFontMetricsF, width: float
    ) -> float:
        """Write the powers of ten below the bars; return where they end."""
        end = 0.0
        for tick in scale.ticks():
            text = tick_text(tick)
            wide = metrics.horizontalAdvance(text)
            x = _GAP + (width - 2 * _GAP) * scale.share(tick)
            left = min(max(x - wide / 2, _GAP), width - _GAP - wide)
            if left >= end:
                at = QPointF(left, top + 4)
                self._text(text, QFont(self.font()), metrics, self.theme.muted, at, wide + 1)
                end = left + wide + _GAP
        return top + 4 + metrics.height()

"""Horizontal bars in parts, each with a label before it and a text behind it."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPen
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.library.charts import Chart, ChartBar
from kalahloa.models.record.annotation import Mark
from kalahloa.views.look.inks import chart_colour
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.figure_data import Cell, FigureTable
from kalahloa.views.plots.rows_view import RowsView, widest

LABEL_SHARE = 0.4
"""Labels have so much of the width at most."""
_GAP = 8
_MARKS = {mark.value: mark for mark in Mark}


class Bars(RowsView):
    """Shows a `Chart`; arrow keys go from bar to bar, a click or Enter chooses one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.chart = Chart("", "", (), ())

    # -- showing -------------------------------------------------------------------------------

    def show_chart(self, chart: Chart) -> None:
        """Show *chart* from now on."""
        before, self.chart = self.chart, chart
        if chart != before:
            if chart.key != before.key:
                self.current = 0
            self.current = min(self.current, max(0, len(chart.rows) - 1))
            self.draw()

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self) -> None:
        self._clear()
        chart = self.chart
        font = self.font()
        metrics = QFontMetricsF(font)
        width = float(self.viewport().width())
        height = metrics.height() * 1.7
        top = self._draw_legend(metrics, font) if chart.rows else 0.0
        labels = [in_words(row.label) for row in chart.rows]
        texts = [in_words(row.text) for row in chart.rows]
        left = widest(metrics, labels, LABEL_SHARE * width) + _GAP
        right = widest(metrics, texts, LABEL_SHARE * width) + _GAP
        most = max((sum(row.parts) for row in chart.rows), default=0) or 1
        unit = max(0.0, width - left - right - _GAP) / most
        for row, label, text in zip(chart.rows, labels, texts, strict=True):
            line = QRectF(0, top, width, height)
            self._rows.append(line)
            middle = line.center().y() - metrics.height() / 2
            self._text(label, font, metrics, self.theme.text, QPointF(2, middle), left - _GAP)
            end = self._draw_parts(row, left, line, unit)
            at = QPointF(end + _GAP, middle)
            self._text(text, font, metrics, self.theme.muted, at, width - at.x())
            top += height
        self._end(top + 2)

    def _draw_legend(self, metrics: QFontMetricsF, font: QFont) -> float:
        """Draw what the parts are; return where the bars begin."""
        size = metrics.capHeight()
        x = 2.0
        for part, name in enumerate(self.chart.parts):
            words = in_words(name)
            self._draw_part(part, QRectF(x, metrics.height() / 2 - size / 2 + 2, size, size))
            x += size + 4
            colour = self.theme.muted
            self._text(words, font, metrics, colour, QPointF(x, 2), self.viewport().width() - x)
            x += metrics.horizontalAdvance(words) + 2 * _GAP
        return metrics.height() + 6

    def _draw_parts(self, row: ChartBar, left: float, line: QRectF, unit: float) -> float:
        """Draw the bar of *row*, and return where it ends."""
        x = left
        for part, count in enumerate(row.parts):
            if count:
                room = QRectF(x, line.top() + line.height() * 0.22, 0, line.height() * 0.56)
                room.setWidth(max(1.5, count * unit))
                self._draw_part(part, room)
                self._write_mark(part, room)
                x = room.right()
        return x

    def _write_mark(self, part: int, room: QRectF) -> None:
        """Write the symbol of a mark into *room*, if it is wide enough."""
        name = self.chart.parts[part]
        font = QFont(self.font())
        font.setBold(True)
        font.setPixelSize(max(6, round(room.height())))
        metrics = QFontMetricsF(font)
        wide = metrics.horizontalAdvance(name)
        if name in _MARKS and wide + 4 <= room.width():
            at = room.center() - QPointF(wide / 2, metrics.height() / 2)
            self._text(name, font, metrics, self.theme.panel, at, wide + 1)

    def _draw_part(self, part: int, room: QRectF) -> None:
        """Draw one part of a bar: told apart by its pattern as well as by its colour."""
        theme, name = self.theme, self.chart.parts[part]
        mark = _MARKS.get(name)
        pen = QPen(theme.outline, 1)
        if mark is not None:
            colour = chart_colour(mark, theme.dark)
            pen, brush = QPen(theme.panel, 1), QBrush(colour)
        elif part == 0:
            pen, brush = QPen(theme.text, 1), QBrush(theme.text)
        elif part == 1:
            brush = QBrush(theme.shade)
        else:
            brush = QBrush(theme.muted, Qt.BrushStyle.BDiagPattern)
        self.scene().addRect(room, pen, brush)

    def said(self, row: int) -> str:
        """Return what *row* says, in words."""
        one = self.chart.rows[row]
        return f"{in_words(one.said)} ({in_words(one.text)})"

    def as_table(self) -> FigureTable:
        """Return the bars: label, parts, and what is written behind each."""
        chart = self.chart
        parts = tuple(map(in_words, chart.parts))
        titles = (in_words(chart.title), *parts, translate("Plots", "in all"))
        rows: list[tuple[Cell, ...]] = [
            (in_words(one.label), *one.parts, in_words(one.text)) for one in chart.rows
        ]
        return FigureTable.of(titles, tuple(rows))

    def summary(self) -> str:
        """Return what the longest bar says."""
        rows = self.chart.rows
        if not rows:
            return ""
        count = len(rows)
        longest = max(range(count), key=lambda row: sum(rows[row].parts))
        sentence = translate("Plots", "%n bar(s); the longest is {bar}", "", count)
        return fill(sentence, bar=self.said(longest))

"""A plot of a curve within a band, such as an estimate and its confidence interval."""

import itertools
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.figure_data import FigureTable
from kalahloa.views.plots.plot import DOT, Plot
from kalahloa.views.plots.series import Series, SeriesPoint, thinned

BAND_ALPHA = 64
_GAP = 6


@dataclass(frozen=True, slots=True)
class Band:
    """What is drawn besides the curve of a series.

    `edges` are the lower and the upper edge of the band at each of the series' points, or there are
    none.  `others` are the points of a second, dashed curve, and `other_name` says what they are.
    `end` is written at the last point.
    """

    edges: tuple[tuple[float, float], ...] = ()
    others: tuple[SeriesPoint, ...] = ()
    other_name: str = ""
    end: str = ""


class BandPlot(Plot):
    """Shows a series as a curve in the accent's colour, with its `Band`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.band = Band()
        super().__init__(theme, parent)

    def show_band(self, series: Series, band: Band) -> None:
        """Show *series* with *band* from now on; what is under the pointer stays."""
        if series == self.series and band == self.band:
            return
        self.band = band
        if series == self.series:
            self.draw()
        else:
            self.show_series(series)

    def _draw_curve(self) -> None:
        points = self.series.points
        most = max(50, 2 * round(self._area.width()))
        accent = self.theme.accent
        if len(self.band.edges) == len(points):
            self._draw_band(-(-len(points) // most))
        if self.band.others:
            dashed = QPen(self.theme.muted, 1.4, Qt.PenStyle.DashLine)
            self.scene().addPath(self._path(list(self.band.others)), dashed)
        pen = QPen(accent, 2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.scene().addPath(self._path(thinned(points, most)), pen)
        self._draw_end(points[-1])

    def _path(self, points: list[SeriesPoint]) -> QPainterPath:
        path = QPainterPath(self.place_of(points[0]))
        for _, point in itertools.pairwise(points):
            path.lineTo(self.place_of(point))
        return path

    def _draw_band(self, step: int) -> None:
        points, edges = self.series.points, self.band.edges
        shown = [*range(0, len(points), step), len(points) - 1]
        path = QPainterPath(QPointF(self._x(points[0].x), self._y(edges[0][1])))
        for index in shown:
            path.lineTo(self._x(points[index].x), self._y(edges[index][1]))
        for index in reversed(shown):
            path.lineTo(self._x(points[index].x), self._y(edges[index][0]))
        path.closeSubpath()
        tint = QColor(self.theme.accent)
        tint.setAlpha(BAND_ALPHA)
        self.scene().addPath(path, QPen(Qt.PenStyle.NoPen), QBrush(tint))

    def _draw_end(self, last: SeriesPoint) -> None:
        at = self.place_of(last)
        self._dot(at, DOT, self.theme.accent)
        if not self.band.end:
            return
        font = self._label_font()
        font.setBold(True)
        metrics = QFontMetricsF(font)
        wide = metrics.horizontalAdvance(self.band.end)
        x, y = at.x() + DOT + _GAP, at.y() - metrics.height() / 2
        if x + wide > self.viewport().width():
            x, y = self._area.right() - wide, at.y() - DOT - metrics.height()
        if y < 0:
            y = at.y() + DOT
        self._text(self.band.end, font, self.theme.text).setPos(x, y)

    def as_table(self) -> FigureTable:
        """Return the points, with the edges of the band, and those of the second curve."""
        series, band = replace(self.series, names=(*self.series.names[:3], "")), self.band
        table, shown = series.as_table(), series.shown
        if len(band.edges) == len(series.points):
            titles = (translate("Plots", "low"), translate("Plots", "high"))
            table = table.beside(titles, band.edges, shown)
        elif band.others:
            others = {point.x: point.y for point in band.others}
            found = tuple((others.get(point.x, ""),) for point in series.points)
            table = table.beside((band.other_name,), found, shown)
        return table

    def summary(self) -> str:
        """Return how the series goes, and how wide the band is at its end."""
        sentence = super().summary()
        if not sentence or len(self.band.edges) != len(self.series.points):
            return sentence
        low, high = map(self.series.shown, self.band.edges[-1])
        end = fill(translate("Plots", "At the end between {low} and {high}."), low=low, high=high)
        return f"{sentence} {end}"

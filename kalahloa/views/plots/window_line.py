"""The window of a search on a number line: alpha, beta, and the values that have come in."""

from dataclasses import dataclass
from math import isinf

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPen
from PySide6.QtWidgets import QGraphicsSimpleTextItem, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.trees.search_words import short_words
from kalahloa.models.search.lecture.scale import is_decisive
from kalahloa.models.search.steps.stack import END, Scale, Window
from kalahloa.models.text.numbers import with_minus
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.figure_data import FigureTable

HEIGHT = 78
_MARGIN = 14
_DOT = 5.0
_TICK = 5.0


@dataclass(frozen=True, slots=True)
class WindowPicture:
    """What the line shows: a window, whether the searcher has one, and the names of the ends.

    `lost` and `won` say what the decided values at the left and the right end mean.
    """

    window: Window
    prunes: bool
    lost: str
    won: str


class WindowLine(ChartView):
    """A number line from the best for MIN to the best for MAX."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._picture: WindowPicture | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(HEIGHT)
        self.setMaximumHeight(round(1.3 * HEIGHT))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("The window at this node"))

    def sizeHint(self) -> QSize:
        """Return a size at which the labels have room."""
        return QSize(300, HEIGHT)

    def show_picture(self, picture: WindowPicture | None) -> None:
        """Show *picture* from now on, or nothing."""
        if picture != self._picture:
            self._picture = picture
            self.draw()

    def as_table(self) -> FigureTable:
        """Return the ends of the window and the values in it."""
        picture = self._picture
        if picture is None:
            return FigureTable()
        window = picture.window
        values: list[tuple[str, float | None]] = [
            (self.tr("best"), window.best),
            (self.tr("returned"), window.returned),
        ]
        if picture.prunes:
            values = [("α", window.low), ("β", window.high), *values]
        rows = ((name, short_words(value)) for name, value in values if value is not None)
        return FigureTable.of((self.tr("name"), self.tr("value")), tuple(rows))

    def summary(self) -> str:
        """Return what the line shows, in words."""
        picture = self._picture
        if picture is None:
            return ""
        window, parts = picture.window, []
        if picture.prunes:
            text = (
                self.tr("Searching for values between {low} and {high}.")
                if window.is_open
                else self.tr("No values left between {high} and {low}.")
            )
            parts.append(fill(text, low=short_words(window.low), high=short_words(window.high)))
        if window.best is not None:
            best = self.tr("The best so far is {value}.")
            parts.append(fill(best, value=short_words(window.best)))
        return " ".join(parts)

    # -- drawing -------------------------------------------------------------------------------

    def _show_focus(self) -> None:
        """Do nothing: the keyboard does not come here."""

    def _draw(self) -> None:
        scene = self.scene()
        scene.clear()
        picture = self._picture
        width = float(self.viewport().width())
        scene.setSceneRect(0, 0, width, max(1.0, float(self.viewport().height())))
        if picture is None or width < 4 * _MARGIN:
            return
        window, metrics = picture.window, QFontMetricsF(self.font())
        values = [window.best, window.returned]
        if picture.prunes:
            values += [window.low, window.high]
        there = [value for value in values if value is not None]
        scale = Scale(there)
        unit = (width - 2 * _MARGIN) / (2 * END)
        middle = metrics.height() * 1.7 + 4

        def x_of(value: float) -> float:
            return _MARGIN + (scale.place(value) + END) * unit

        self._axis(picture, scale, there, middle, metrics)
        if picture.prunes:
            low, high = x_of(window.low), x_of(window.high)
            if window.is_open:
                pen = QPen(self.theme.accent, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
                scene.addLine(low, middle, high, middle, pen)
            self._ends(window, (low, high), middle, metrics)
        if window.best is not None:
            at = x_of(window.best)
            pen = QPen(self.theme.text, 2)
            scene.addLine(at, middle - 1.6 * _TICK, at, middle + 1.6 * _TICK, pen)
        if window.returned is not None:
            self._dot(x_of(window.returned), middle, self.theme.text)

    def _axis(
        self,
        picture: WindowPicture,
        scale: Scale,
        values: list[float],
        middle: float,
        metrics: QFontMetricsF,
    ) -> None:
        """Draw the line with its ticks and what they mean."""
        scene, theme = self.scene(), self.theme
        width = scene.width()
        unit = (width - 2 * _MARGIN) / (2 * END)
        scene.addLine(_MARGIN, middle, width - _MARGIN, middle, QPen(theme.outline, 1.5))
        decided = [value for value in values if not isinf(value) and is_decisive(value)]
        reach = f"{scale.reach:g}"
        ticks = [(-1.0, with_minus(f"-{reach}")), (0.0, "0"), (1.0, f"+{reach}")]
        if decided:
            estimates = any(
                not isinf(value) and not is_decisive(value) and value for value in values
            )
            ticks = ticks if estimates else [(0.0, "0")]
            ticks += [(-1.2, in_words(picture.lost)), (1.2, in_words(picture.won))]
        taken: list[QRectF] = []
        for place, text in sorted(ticks, key=lambda tick: (abs(tick[0]) != 1.2, tick[0])):
            x = _MARGIN + (place + END) * unit
            scene.addLine(x, middle - _TICK, x, middle + _TICK, QPen(theme.outline, 1.5))
            room = self._room(text, x, middle + 2 * _TICK, metrics)
            if not any(room.intersects(other) for other in taken):
                taken.append(room)
                self._text(text, room.topLeft(), theme.muted)

    def _ends(
        self, window: Window, places: tuple[float, float], middle: float, metrics: QFontMetricsF
    ) -> None:
        """Draw alpha and beta, one label where they meet."""
        accent = self.theme.accent
        labels = [
            f"α = {short_words(window.low)}",
            f"β = {short_words(window.high)}",
        ]
        for x in places:
            self._dot(x, middle, accent)
        top = middle - 2 * _TICK - metrics.height()
        rooms = [self._room(text, x, top, metrics) for text, x in zip(labels, places, strict=True)]
        order = (0, 1) if places[0] <= places[1] else (1, 0)
        left, right = rooms[order[0]], rooms[order[1]]
        overlap = left.right() + 8 - right.left()
        if overlap > 0:
            left.translate(-overlap / 2, 0)
            right.translate(overlap / 2, 0)
            left.moveLeft(max(0.0, left.left()))
            right.moveLeft(max(right.left(), left.right() + 8))
            over = right.right() - self.scene().width()
            if over > 0:
                right.translate(-over, 0)
                left.translate(-over, 0)
        for text, room in zip(labels, rooms, strict=True):
            self._text(text, room.topLeft(), accent)

    def _dot(self, x: float, y: float, colour: QColor) -> None:
        room = QRectF(x - _DOT, y - _DOT, 2 * _DOT, 2 * _DOT)
        self.scene().addEllipse(room, QPen(self.theme.panel, 1.5), QBrush(colour))

    def _room(self, text: str, x: float, top: float, metrics: QFontMetricsF) -> QRectF:
        """Return where *text* stands, its middle at *x* or as near as there is room."""
        wide = metrics.horizontalAdvance(text) + 2
        left = min(max(0.0, x - wide / 2), max(0.0, self.scene().width() - wide))
        return QRectF(left, top, wide, metrics.height())

    def _text(self, text: str, at: QPointF, colour: QColor) -> QGraphicsSimpleTextItem:
        item = self.scene().addSimpleText(text, self.font())
        item.setBrush(colour)
        item.setPos(at)
        return item

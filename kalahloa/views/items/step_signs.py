"""The small signs of a list of steps and of its table: numbers in circles, ticks, lines."""

from math import cos, radians, sin

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from kalahloa.views.boards.path_item import rounded_pen
from kalahloa.views.look.theme import Theme


class StepSign(QWidget):
    """The number of a step in a circle: filled for the current one, a tick for one that is done."""

    def __init__(self, number: int, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.theme = theme
        self.current = self.done = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        size = round(1.7 * self.fontMetrics().height())
        return QSize(size, size)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, size = self.theme, self.width()
        circle = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(theme.accent if self.current else theme.outline, 1.3))
        painter.setBrush(theme.accent if self.current else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(circle)
        ink = theme.on_accent if self.current else theme.text if self.done else theme.muted
        if self.done and not self.current:
            painter.setPen(rounded_pen(ink, 1.7))
            unit = size / 24
            corners = ((7.5, 12.4), (10.6, 15.4), (16.4, 8.8))
            painter.drawPolyline(QPolygonF([QPointF(x * unit, y * unit) for x, y in corners]))
            return
        font = self.font()
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, str(self._number))


class SlopeSign(QWidget):
    """A small picture of a line in the direction *slope*, in degrees, as on the board."""

    def __init__(self, slope: int, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slope = slope
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        size = round(1.8 * self.fontMetrics().height())
        return QSize(size, size)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, ground = self._theme, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.border, 1))
        painter.setBrush(theme.window)
        painter.drawRoundedRect(ground, 5, 5)
        angle = radians(self._slope)
        reach = 0.34 * ground.width() / max(abs(cos(angle)), abs(sin(angle)))
        way = QPointF(cos(angle), -sin(angle)) * reach
        painter.setPen(rounded_pen(theme.text, 1.8))
        painter.drawLine(ground.center() - way, ground.center() + way)


class CurrentRow(QFrame):
    """The ground of the current row of a list, with a bar of the accent at its left if *barred*."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, barred: bool = False
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._barred = barred

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.window)
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        if self._barred:
            painter.setBrush(self._theme.accent)
            painter.drawRoundedRect(QRectF(0, 4, 3, self.height() - 8), 1.5, 1.5)

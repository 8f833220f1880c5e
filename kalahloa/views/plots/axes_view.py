"""What plots with two axes share: the area of their curves, labels, dots, and the focus frame."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPen
from PySide6.QtWidgets import (
    QGraphicsEllipseItem,
    QGraphicsRectItem,
    QGraphicsSimpleTextItem,
    QWidget,
)

from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.chart_view import ChartView

STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -(1 << 20),
    Qt.Key.Key_End: 1 << 20,
}
"""By how many points the keys go along a curve."""
_ABOVE, _AROUND = 0.7, 2.1
"""The room above the area, and above and below it, in lines of text."""


class AxesView(ChartView):
    """A chart with labels left of and below the area in which it draws."""

    from_left = True
    font_share = 0.85
    """The size of the labels, of that of the window's font."""

    def __init__(self, theme: Theme, height: int, parent: QWidget | None = None) -> None:
        """*height* is the least one in pixels."""
        super().__init__(theme, parent)
        self._area = QRectF()
        self._frame: QGraphicsRectItem | None = None
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(height)

    def _label_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(6.0, font.pointSizeF() * self.font_share))
        return font

    def _clear(self) -> QSizeF:
        """Remove all items, and return the size of the scene in pixels."""
        self.scene().clear()
        self._frame = None
        size = QSizeF(self.viewport().size())
        self.scene().setSceneRect(QRectF(QPointF(), size))
        return size

    def _set_area(self, left: float, right: float, metrics: QFontMetricsF) -> None:
        """Leave room for labels *left* and *right* of the area, and for a line below it."""
        size, row = self.scene().sceneRect().size(), metrics.height()
        self._area = QRectF(
            *(left, row * _ABOVE),
            *(max(1.0, size.width() - left - right), max(1.0, size.height() - row * _AROUND)),
        )

    def _text(
        self, text: str, font: QFont, colour: QColor, at: QPointF | None = None
    ) -> QGraphicsSimpleTextItem:
        item = self.scene().addSimpleText(text, font)
        item.setBrush(colour)
        if at is not None:
            item.setPos(at)
        return item

    def _tick(self, text: str, y: float, font: QFont) -> None:
        """Write the label of the horizontal line at *y*."""
        metrics = QFontMetricsF(font)
        x = self._area.left() - 6 - metrics.horizontalAdvance(text)
        self._text(text, font, self.theme.muted, QPointF(x, y - metrics.height() / 2))

    def _dot(
        self, at: QPointF, radius: float, colour: QColor, rim: float = 1.5
    ) -> QGraphicsEllipseItem:
        dot = self.scene().addEllipse(
            QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
        )
        dot.setPen(QPen(self.theme.panel, rim))
        dot.setBrush(colour)
        return dot

    def _add_frame(self) -> None:
        """Add the frame that is visible while the keyboard is here."""
        self._frame = self.scene().addRect(self.scene().sceneRect().adjusted(1, 1, -1, -1))
        self._frame.setPen(QPen(self.theme.accent, 2))
        self._show_focus()

    def _show_focus(self) -> None:
        """Show the frame of what has the keyboard, or take it away."""
        if self._frame is not None:
            self._frame.setVisible(self.hasFocus())

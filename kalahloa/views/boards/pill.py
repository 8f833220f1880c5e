"""A line of text on a rounded ground, laid over a board."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsSimpleTextItem

_PADDING = 12.0


class Pill(QGraphicsPathItem):
    """A label in scene units; `size` is the height of its letters."""

    def __init__(self, fill: QColor, ink: QColor, font: QFont, size: int = 18) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setBrush(fill)
        text_font = QFont(font)
        text_font.setPixelSize(size)
        text_font.setWeight(QFont.Weight.DemiBold)
        self._text = QGraphicsSimpleTextItem(self)
        self._text.setFont(text_font)
        self._text.setBrush(ink)
        self.enlargement = 1.0
        """How much larger than *size* the pill is drawn when it is said the next time."""

    def text(self) -> str:
        """Return what the pill says."""
        return self._text.text()

    def say(self, text: str, centre: QPointF, bounds: QRectF) -> None:
        """Show *text* round *centre*, moved and made smaller where *bounds* ask for it."""
        self._text.setText(text)
        size = self._text.boundingRect()
        width = size.width() + 2 * _PADDING
        height = size.height() + _PADDING
        scale = min(self.enlargement, bounds.width() / width)
        path = QPainterPath()
        path.addRoundedRect(QRectF(0, 0, width, height), height / 2, height / 2)
        self.setPath(path)
        self._text.setPos(_PADDING, _PADDING / 2)
        self.setScale(scale)
        left = centre.x() - scale * width / 2
        top = centre.y() - scale * height / 2
        self.setPos(
            max(bounds.left(), min(left, bounds.right() - scale * width)),
            max(bounds.top(), min(top, bounds.bottom() - scale * height)),
        )
        self.show()

    def area(self) -> QRectF:
        """Return where the pill lies in the scene."""
        return self.mapRectToScene(self.path().boundingRect())

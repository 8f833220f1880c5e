"""The caption above a board: a title and a subtitle, in pixels of the screen."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
)

from kalahloa.views.look.theme import Theme

SMALLEST = 11
"""Pixels; smaller letters are hard to read, so that a longer caption is cut off."""
_TITLE = 1.75
"""The size of the title, as a multiple of the interface's."""
_SUBTITLE = 1.1
_AROUND = 0.5
_BETWEEN = 0.2


class _Line:
    """One line of text round the middle of its parent, made smaller where it is too wide."""

    def __init__(self, parent: QGraphicsItem, font: QFont, pixels: int) -> None:
        self._pixels = max(SMALLEST, pixels)
        self._font = QFont(font)
        self._font.setPixelSize(self._pixels)
        self.height = QFontMetricsF(self._font).height()
        self.item = QGraphicsSimpleTextItem(parent)
        self.text = ""

    def lay(self, top: float, width: float) -> None:
        """Write the text below *top*, no wider than *width* pixels."""
        font = QFont(self._font)
        metrics = QFontMetricsF(font)
        needed = metrics.horizontalAdvance(self.text)
        if needed > width:
            font.setPixelSize(max(SMALLEST, int(self._pixels * width / needed)))
            metrics = QFontMetricsF(font)
        shown = metrics.elidedText(self.text, Qt.TextElideMode.ElideRight, width)
        self.item.setFont(font)
        self.item.setText(shown)
        self.item.setPos(
            -metrics.horizontalAdvance(shown) / 2, top + (self.height - metrics.height()) / 2
        )


class Caption:
    """A title and a subtitle, centred; their size does not depend on that of the board."""

    def __init__(self, scene: QGraphicsScene, theme: Theme, font: QFont) -> None:
        usual = QFontInfo(font).pixelSize()
        self._anchor = QGraphicsRectItem()
        self._anchor.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        scene.addItem(self._anchor)
        bold = QFont(font)
        bold.setWeight(QFont.Weight.Bold)
        self._title = _Line(self._anchor, bold, round(_TITLE * usual))
        self._subtitle = _Line(self._anchor, font, round(_SUBTITLE * usual))
        self._title.item.setBrush(theme.text)
        self._subtitle.item.setBrush(theme.muted)
        self._around = _AROUND * usual
        self._between = _BETWEEN * usual
        self._width = 0.0

    @property
    def height(self) -> float:
        """The pixels that the caption needs."""
        both = self._title.height + self._between + self._subtitle.height
        return both + 2 * self._around

    @property
    def shown(self) -> bool:
        """Whether the caption is seen."""
        return self._anchor.isVisible()

    def texts(self) -> tuple[str, str]:
        """Return title and subtitle as they are written, which may be cut off."""
        return self._title.item.text(), self._subtitle.item.text()

    def say(self, title: str, subtitle: str) -> None:
        """Show these texts."""
        if (title, subtitle) != (self._title.text, self._subtitle.text):
            self._title.text, self._subtitle.text = title, subtitle
            if self.shown:
                self._write()
            else:
                self._width = 0.0  # it is written when it is laid the next time

    def lay(self, top: QPointF, width: float) -> None:
        """Put the caption below *top*, a point of the scene, no wider than *width* pixels."""
        self._anchor.setPos(top)
        self._anchor.show()
        if width != self._width:
            self._width = width
            self._write()

    def hide(self) -> None:
        """Show no caption."""
        self._anchor.hide()

    def _write(self) -> None:
        self._title.lay(self._around, self._width)
        below = self._around + self._title.height + self._between
        self._subtitle.lay(below, self._width)

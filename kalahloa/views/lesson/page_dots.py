"""The pages of a chapter as dots, of which the one that is open is long and in the accent."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kalahloa.views.look.theme import Theme

_LONG = 2.6
"""How long the current dot is, in dots."""


class PageDots(QWidget):
    """Shows which of so many pages is open; its words stand elsewhere."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._size, self._page, self._pages = 10, 0, 1

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        self.update()

    def set_size(self, size: int) -> None:
        """Draw dots of *size* pixels."""
        self._size = max(2, size)
        self.updateGeometry()

    def show_page(self, page: int, pages: int) -> None:
        """Show page *page* of *pages*, from 0."""
        self._page, self._pages = page, pages
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the row of dots."""
        dots = self._pages - 1 + _LONG + 0.7 * (self._pages - 1)
        return QSize(round(dots * self._size) + 2, self._size + 2)

    def minimumSizeHint(self) -> QSize:
        """Be seen whole."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dots in the middle of the height."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        size, x = float(self._size), 1.0
        top = (self.height() - size) / 2
        for page in range(self._pages):
            is_open = page == self._page
            wide = size * (_LONG if is_open else 1)
            painter.setBrush(self._theme.accent if is_open else self._theme.outline)
            painter.drawRoundedRect(QRectF(x, top, wide, size), size / 2, size / 2)
            x += wide + 0.7 * size

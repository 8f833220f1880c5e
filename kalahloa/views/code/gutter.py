"""The numbers of the lines beside code."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from kalahloa.views.look.code_colours import code_colour
from kalahloa.views.look.theme import Theme

_MARGIN = 8
_MIN_DIGITS = 2


class Gutter(QWidget):
    """Numbers the lines of an editor; the line with an error has a mark."""

    def __init__(self, editor: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(editor)
        self._editor = editor
        self.theme = theme
        self.error_line: int | None = None
        """The number of the line with the error, from 1."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def width_wanted(self) -> int:
        """Return how wide the gutter must be for the largest number and the mark."""
        digits = max(_MIN_DIGITS, len(str(self._editor.blockCount())))
        return self.fontMetrics().horizontalAdvance("9") * (digits + 1) + 2 * _MARGIN

    def sizeHint(self) -> QSize:
        """Return the width that is wanted."""
        return QSize(self.width_wanted(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the numbers of the lines that are seen, within what is to be painted."""
        editor = self._editor
        painter = QPainter(self)
        painter.setFont(editor.font())
        painter.fillRect(event.rect(), self.theme.panel)
        current = editor.textCursor().blockNumber()
        height = painter.fontMetrics().height()
        block = editor.firstVisibleBlock()
        while block.isValid():
            place = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
            if place.top() > event.rect().bottom():
                break
            if place.bottom() >= event.rect().top():
                number = block.blockNumber()
                wrong = number + 1 == self.error_line
                colour = code_colour("error", self.theme) if wrong else self.theme.muted
                if number == current and not wrong:
                    colour = self.theme.text
                painter.setPen(colour)
                text = f"! {number + 1}" if wrong else str(number + 1)
                right = self.width() - _MARGIN
                painter.drawText(
                    0, round(place.top()), right, height, Qt.AlignmentFlag.AlignRight, text
                )
            block = block.next()

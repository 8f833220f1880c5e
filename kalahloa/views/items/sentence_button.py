"""A sentence that can be pointed at and clicked."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.text.quotation import MAX_SENTENCE, shorten
from kalahloa.views.look.plain_label import from_right

_ACROSS, _DOWN = 9, 4
"""The margins round the sentence, in pixels."""
_TALL = 10_000
_FLAGS = Qt.TextFlag.TextWordWrap


class SentenceButton(QAbstractButton):
    """A button with a sentence of several lines, which is underlined while it is pointed at.

    *can_be_clicked* is False for a sentence that is only to be read; it takes no focus.
    """

    pointed = Signal(bool)
    """Whether the mouse or the keyboard is on it."""

    def __init__(self, text: str, parent: QWidget, *, can_be_clicked: bool = True) -> None:
        super().__init__(parent)
        self._can_be_clicked = can_be_clicked
        self.setText(shorten(in_words(text), MAX_SENTENCE))
        self.setAccessibleName(self.text())
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if can_be_clicked:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def hasHeightForWidth(self) -> bool:
        """Return True: the sentence is broken into lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at which nothing is cut off in *width*."""
        room = QRect(0, 0, max(1, width - 2 * _ACROSS), _TALL)
        return self.fontMetrics().boundingRect(room, _FLAGS, self.text()).height() + 2 * _DOWN

    def sizeHint(self) -> QSize:
        """Return a size for a line of some words."""
        width = 30 * self.fontMetrics().averageCharWidth()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return a size with the height of a line; which one the width asks for, layouts ask."""
        return QSize(0, self.fontMetrics().height() + 2 * _DOWN)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sentence, and a frame round it with the keyboard on it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._can_be_clicked and (self.underMouse() or self.hasFocus()):
            font = self.font()
            font.setUnderline(True)
            painter.setFont(font)
        painter.setPen(self.palette().windowText().color())
        inside = self.rect().adjusted(_ACROSS, _DOWN, -_ACROSS, -_DOWN)
        text = from_right(self.text()) if self.isRightToLeft() else self.text()
        side = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        painter.drawText(inside, int(_FLAGS) | int(side), text)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().highlight().color(), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 5, 5)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Say that it is pointed at."""
        super().enterEvent(event)
        self.update()
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Say that it is pointed at no longer."""
        super().leaveEvent(event)
        self.update()
        self.pointed.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say that the keyboard is on it."""
        super().focusInEvent(event)
        self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that the keyboard is on it no longer."""
        super().focusOutEvent(event)
        self.pointed.emit(False)

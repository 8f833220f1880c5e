"""The text of a page of the course, as high as its paragraphs are."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

_STRESSED = re.compile(r"\*([^*]+)\*")
_BETWEEN = 0.55
"""Lines between two paragraphs."""
_LINE_PERCENT = 128
"""The height of a line, in hundredths of that of its letters."""
MAX_CHARACTERS = 70
"""Longer lines are hard to read."""


class LessonText(QTextEdit):
    """Shows paragraphs with stressed words in italics; nothing in them is read as markup."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Text of this page"))
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)

    def show_paragraphs(self, paragraphs: Sequence[str]) -> None:
        """Show *paragraphs*, in which *asterisks* stress words."""
        self.clear()
        cursor = QTextCursor(self.document())
        plain, stressed = QTextCharFormat(), QTextCharFormat()
        stressed.setFontItalic(True)
        block = self._block()
        for number, paragraph in enumerate(paragraphs):
            if number:
                cursor.insertBlock(block)
            else:
                cursor.setBlockFormat(block)
            for place, part in enumerate(_STRESSED.split(paragraph)):
                cursor.insertText(part, stressed if place % 2 else plain)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._fit()

    def _block(self) -> QTextBlockFormat:
        block = QTextBlockFormat()
        block.setBottomMargin(_BETWEEN * self.fontMetrics().height())
        block.setLineHeight(
            _LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        return block

    def readable_width(self) -> int:
        """Return the width of lines that are easy to read."""
        return round(self.fontMetrics().averageCharWidth() * MAX_CHARACTERS)

    def height_at(self, width: int, pixels: int) -> int:
        """Return how high the text would be in letters of so many *pixels*."""
        document = self.document().clone()
        font = QFont(self.font())
        font.setPixelSize(pixels)
        document.setDefaultFont(font)
        document.setTextWidth(width - 2 * self.frameWidth())
        # What is between paragraphs is written for the letters of now.
        between = pixels / max(1, self.fontInfo().pixelSize()) - 1
        between *= _BETWEEN * self.fontMetrics().height() * document.blockCount()
        return round(document.size().height() + max(0.0, between)) + 2 + 2 * self.frameWidth()

    def sizeHint(self) -> QSize:
        """Return the size at which all of the text is seen."""
        return QSize(240, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the text is in the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Be as high as the text is in other letters."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            cursor = QTextCursor(self.document())
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.mergeBlockFormat(self._block())
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what the text stands in: it has no room for larger letters."""
        event.ignore()

    def _fit(self) -> None:
        height = round(self.document().size().height()) + 2 + 2 * self.frameWidth()
        if height != self.height():
            self.setFixedHeight(height)

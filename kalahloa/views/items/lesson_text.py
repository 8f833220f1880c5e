"""The text of a page of the course, as high as its paragraphs are."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

_STRESSED = re.compile(r"\*([^*]+)\*")
_BETWEEN = 8.0
"""Pixels between two paragraphs."""


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
        block = QTextBlockFormat()
        block.setBottomMargin(_BETWEEN)
        for number, paragraph in enumerate(paragraphs):
            if number:
                cursor.insertBlock(block)
            else:
                cursor.setBlockFormat(block)
            for place, part in enumerate(_STRESSED.split(paragraph)):
                cursor.insertText(part, stressed if place % 2 else plain)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return the size at which all of the text is seen."""
        return QSize(240, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the text is in the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        height = round(self.document().size().height()) + 2
        if height != self.height():
            self.setFixedHeight(height)

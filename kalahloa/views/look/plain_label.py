"""Showing text that may come from outside: never read as markup, and no longer than fits."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.quotation import MAX_SENTENCE, shorten

with lazy_imports():
    import html

MAX_SHOWN_LINES = 40
"""The most lines of a label that has several."""


class PlainLabel(QLabel):
    """A label that shows its text as it is, at most `MAX_SENTENCE` characters of it.

    Line feeds become spaces, unless the label is made for several *lines*; then each of them, and
    their number, are limited.
    """

    def __init__(self, parent: QWidget | None = None, text: str = "", lines: bool = False) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show *text*, a `Sentence` in the user's language, shortened."""
        text = in_words(text)
        if self._lines:
            rows = text.split("\n", MAX_SHOWN_LINES)[:MAX_SHOWN_LINES]
            super().setText("\n".join(shorten(row) for row in rows))
        else:
            super().setText(shorten(text, MAX_SENTENCE))


def plain_tool_tip(text: str) -> str:
    """Return *text*, shortened, so that Qt shows it as it is: tool tips have no plain format."""
    shown = shorten(in_words(text))
    if "<" not in shown and "&" not in shown:
        return shown
    return f"<span>{html.escape(shown)}</span>"

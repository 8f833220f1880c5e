"""Showing text that may come from outside: never read as markup, and no longer than fits."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.quotation import MAX_SENTENCE, shorten
from kalahloa.views.look.mirroring import numbers_as_read

with lazy_imports():
    import html

_FROM_RIGHT = "\u200f"
"""Has the text after it run from right to left."""
_SPACE = 4
"""The room in pixels for a space at the end of a line."""
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
        self._said = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show *text*, a `Sentence` in the user's language, shortened."""
        text = in_words(text)
        if self._lines:
            rows = text.split("\n", MAX_SHOWN_LINES)[:MAX_SHOWN_LINES]
            self._said = "\n".join(shorten(row) for row in rows)
        else:
            self._said = shorten(text, MAX_SENTENCE)
        # Qt takes the direction of a label from its first letter, which may be that of a name
        # in another script: the words would be out of order, and on the wrong side.
        super().setText(from_right(self._said) if self.isRightToLeft() else self._said)

    def setWordWrap(self, on: bool) -> None:
        """Break the text into lines, or not.

        From right to left, Qt shifts each broken line to the left by the space at its end.
        """
        super().setWordWrap(on)
        if self.isRightToLeft():
            self.setContentsMargins(_SPACE if on else 0, 0, 0, 0)

    def text(self) -> str:
        """Return what is shown, without marks of its direction."""
        return self._said


def from_right(text: str) -> str:
    """Return *text*, whose lines run from right to left wherever they are shown."""
    rows = numbers_as_read(text).split("\n") if text else ()
    return "\n".join(_FROM_RIGHT + row for row in rows)


def plain_tool_tip(text: str) -> str:
    """Return *text*, shortened, so that Qt shows it as it is: tool tips have no plain format."""
    shown = shorten(in_words(text))
    if QGuiApplication.isRightToLeft():
        shown = from_right(shown)
    if "<" not in shown and "&" not in shown:
        return shown
    return f"<span>{html.escape(shown)}</span>"

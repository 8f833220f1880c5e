"""Showing text that may come from outside: never read as markup, and no longer than fits."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QFormLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from kalahloa.controllers.translation import in_words
from kalahloa.models.quotation import MAX_SENTENCE, shorten

_SPIN_BOX_PADDING = 7
"""Pixels; a style sheet has no say in where the text of a spin box begins."""
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
    return f"<span>{escape(shown)}</span>" if "<" in shown or "&" in shown else shown


def as_field_label(label: QLabel) -> QLabel:
    """Give *label* the height of a field, so that it stands on the line of the text in it."""
    label.setObjectName("fieldLabel")
    # A form makes other labels of tall rows higher, and centres them there.
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label


def pad(field: QAbstractSpinBox) -> None:
    """Let the text of *field* begin where it does in the other fields."""
    line = field.findChild(QLineEdit)
    if line is not None:
        line.setTextMargins(_SPIN_BOX_PADDING, 0, 0, 0)


def add_row(form: QFormLayout, title: str, field: QWidget | QLayout) -> None:
    """Add *field* to *form*, with *title* as its label."""
    label = PlainLabel(text=title)
    if title:
        as_field_label(label)
    if isinstance(field, QAbstractSpinBox):
        pad(field)
    if isinstance(field, QWidget):
        label.setBuddy(field)
        form.addRow(label, field)
    else:
        form.addRow(label, field)

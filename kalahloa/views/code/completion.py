"""Offers the names that can be written at the cursor."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QCompleter, QListView, QPlainTextEdit

from kalahloa.models.text.quotation import shorten
from kalahloa.views.accessibility import announce
from kalahloa.views.items.flat_rows import FlatCell, FlatRows

_BEFORE = re.compile(r"(?:(?P<owner>[^\W\d]\w*)?(?P<dot>\.))?(?<!\w)(?P<word>[^\W\d]\w*)?\Z")
_NAME = re.compile(r"[^\W\d]\w+")
PYTHON_NAMES = (
    *("abs", "all", "any", "bool", "def", "dict", "else", "enumerate", "float", "for", "from"),
    *("if", "import", "in", "int", "len", "list", "map", "math", "max", "min", "not", "range"),
    *("return", "reversed", "round", "set", "sorted", "sum", "tuple", "while", "zip"),
)
"""What Python itself has, as far as it is of use for a heuristic."""
MAX_SHOWN = 10
_NAME_ROLE = Qt.ItemDataRole.UserRole
_TEXT_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class OfferedName:
    """A name that is offered: `shown` in the list, `text` is what it writes."""

    name: str
    text: str
    shown: str


def offers_at(
    before: str, whole: str, features: Iterable[OfferedName], owner: str
) -> list[OfferedName]:
    """Return what can be written after *before*, the part of a line before the cursor.

    After *owner* and a dot these are the *features*; elsewhere they are the names in the *whole*
    text, and Python's.  Only what begins as the word that is being written; nothing in a number.
    """
    found = _BEFORE.search(before)
    if found is None:
        return []
    word = found["word"] or ""
    if found["dot"]:
        listed = list(features) if found["owner"] == owner else []
    else:
        names = sorted({*_NAME.findall(whole), *PYTHON_NAMES} - {word})
        listed = [OfferedName(name, name, name) for name in names]
    return [offer for offer in listed if offer.name.lower().startswith(word.lower())]


def word_before(before: str) -> str:
    """Return the word that ends with *before*, which a completion replaces."""
    found = _BEFORE.search(before)
    return (found["word"] or "") if found is not None else ""


class Completion(QObject):
    """A list below the cursor of an editor."""

    chosen = Signal(str, str)
    """The beginning that was written, and the text that replaces it."""

    def __init__(self, editor: QPlainTextEdit) -> None:
        super().__init__(editor)
        self._editor = editor
        self._model = FlatRows(parent=self)
        self._completer = QCompleter(self._model, self)
        self._completer.setWidget(editor)
        self._completer.setCompletionRole(_NAME_ROLE)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self._completer.setMaxVisibleItems(MAX_SHOWN)
        self._word = ""
        self._is_asked_for = False
        self.popup = QListView(editor)
        self._completer.setPopup(self.popup)
        # By the overloads with an index, since those with a text would not tell which.
        activated: Any = self._completer.activated
        highlighted: Any = self._completer.highlighted
        activated[QModelIndex].connect(self._choose)
        highlighted[QModelIndex].connect(self._tell)
        self.popup.setAccessibleName(self.tr("Names you can type here"))

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return self.popup.isVisible()

    def close(self) -> None:
        """Hide the list."""
        self.popup.hide()

    @property
    def has_choice(self) -> bool:
        """Whether one of the names in the list is chosen."""
        return self.popup.currentIndex().isValid()

    def insert_first(self) -> None:
        """Take the first name in the list."""
        self.close()
        self._choose(self._first())

    def _first(self) -> QModelIndex:
        return self._completer.completionModel().index(0, 0)

    def show(self, offers: list[OfferedName], word: str, by_itself: bool) -> None:
        """Show *offers* for *word*, which they begin with; nothing if there are none.

        The first is chosen, unless the list opens *by itself*: nobody has chosen anything then.
        """
        self._is_asked_for = not by_itself or (self.is_open and self._is_asked_for)
        self._word = word
        self._model.set_rows(
            [
                (FlatCell(shorten(one.shown), {_NAME_ROLE: one.name, _TEXT_ROLE: one.text}),)
                for one in offers
            ]
        )
        if not offers:
            self.close()
            return
        self._completer.setCompletionPrefix(word)
        place = self._editor.cursorRect()
        place.translate(self._editor.viewport().x(), self._editor.viewport().y())
        wanted = self.popup.sizeHintForColumn(0) + self.popup.verticalScrollBar().sizeHint().width()
        place.setWidth(min(max(160, wanted + 12), 420))
        self._completer.complete(place)
        self.popup.setCurrentIndex(self._first() if self._is_asked_for else QModelIndex())

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self._word, str(index.data(_TEXT_ROLE)))

    @Slot(QModelIndex)
    def _tell(self, index: QModelIndex) -> None:
        announce(self._editor, str(index.data()))

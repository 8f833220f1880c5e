"""The command palette: a popup in which any command is found by typing."""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.models.text.folding import fold, folded_words
from kalahloa.views.accessibility import announce
from kalahloa.views.items.flat_rows import FlatCell, FlatRows
from kalahloa.views.items.table import FIT, STRETCH
from kalahloa.views.look.plain_label import plain_tool_tip

MAX_RECENT = 5
"""How many of the commands used last stand first."""
MAX_NEAREST = 5
"""How many entries are offered whose words are only like what was typed."""
_LIKENESS = 0.7
_MAX_NEAR = 40
"""Only so many letters are compared with words like them."""
_MIN_LETTERS = 3
"""Fewer letters are not looked for within words."""
_SIZE = (560, 420)
_MARGIN = 24
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}


@dataclass(frozen=True)
class PaletteEntry:
    """Something that the palette can have done.

    `reason` says why it is not possible now, and is empty where it is.  It is found by the words of
    `title`, `words` (what else it is called, with commas between), `tip` and `name`, the one under
    which it can be typed.
    """

    key: str
    title: str
    tip: str = ""
    keys: str = ""
    reason: str = ""
    name: str = ""
    words: str = ""
    run: Callable[[], object] = field(default=lambda: None, compare=False)

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        return ", ".join(part for part in (self.title, self.keys, self.reason) if part)


def command_entries(actions: dict[str, QAction], place: Place) -> list[PaletteEntry]:
    """Return an entry for each command with an action, in the order of the table."""
    return [
        PaletteEntry(
            command.key,
            command.label,
            translated(command.tip),
            _keys(actions[command.key]),
            "" if command.possible(place) else command.why_not(place),
            command.typed,
            translated(command.words) if command.words else "",
            actions[command.key].trigger,
        )
        for command in COMMANDS
        if command.key in actions and command.key != "palette"
    ]


def action_entry(key: str, title: str, action: QAction) -> PaletteEntry:
    """Return an entry called *title* for an *action* that is no command."""
    return PaletteEntry(key, title, action.toolTip(), _keys(action), run=action.trigger)


def panel_entries(actions: Mapping[str, QAction]) -> list[PaletteEntry]:
    """Return an entry for each of *actions*, which show and hide the panels of these keys."""
    entries = []
    for key, action in actions.items():
        verb = (
            translate("CommandPalette", "Hide panel: {title}")
            if action.isChecked()
            else translate("CommandPalette", "Show panel: {title}")
        )
        entries.append(action_entry(f"panel-{key}", fill(verb, title=action.text()), action))
    return entries


def room_entries(actions: Mapping[str, QAction]) -> list[PaletteEntry]:
    """Return an entry for each of *actions*, which show the rooms and pages of these keys."""
    title = translate("CommandPalette", "Go to {title}")
    return [
        action_entry(f"room-{key}", fill(title, title=action.text()), action)
        for key, action in actions.items()
    ]


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def found(
    entries: Sequence[PaletteEntry], text: str, recent: Sequence[str] = ()
) -> list[PaletteEntry]:
    """Return the *entries* in which each word of *text* begins a word, the best first.

    Best is the one that is called so, or is also called so, even where it is not possible: Enter
    never does something else than what was written in full.  Then come those that have the words
    in their titles, in other names, in their tips; those that are possible; and those used last:
    *recent* are their keys, the newest first.

    Where there are none, those are returned in whose titles the letters stand in this order.
    """
    typed = _words(text)
    if text.strip() and not typed:  # nothing that could be looked for
        return []
    ranked = []
    for number, entry in enumerate(entries):
        weights, first = _places(entry, typed)
        if weights is None:
            continue
        age = recent.index(entry.key) if entry.key in recent else len(recent)
        is_impossible = bool(typed and entry.reason)
        rank = (_called(entry, typed), weights, is_impossible, age, first, number)
        ranked.append((rank, entry))
    if not ranked and len(text.strip()) >= _MIN_LETTERS:
        return sorted(
            (entry for entry in entries if _has_letters(fold(entry.title), "".join(typed))),
            key=lambda entry: (bool(entry.reason), len(entry.title)),
        )
    return [entry for _, entry in sorted(ranked, key=lambda pair: pair[0])]


def nearest(entries: Sequence[PaletteEntry], text: str) -> list[PaletteEntry]:
    """Return a few *entries* one of whose words is written much like one of *text*."""
    by_word: dict[str, list[PaletteEntry]] = {}
    for entry in entries:
        for word in dict.fromkeys((*_words(entry.title), *_words(entry.words))):
            by_word.setdefault(word, []).append(entry)
    close = [
        word
        for typed in _words(text[:_MAX_NEAR])
        for word in difflib.get_close_matches(typed, by_word, MAX_NEAREST, _LIKENESS)
    ]
    keyed = {entry.key: entry for word in close for entry in by_word[word]}
    return list(keyed.values())[:MAX_NEAREST]


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    return folded_words(text)


def _called(entry: PaletteEntry, typed: tuple[str, ...]) -> int:
    """Return 0 where *typed* is the title of *entry*, 1 where another name, and 2 elsewhere."""
    if typed == _words(entry.title):
        return 0
    names = (entry.name, *entry.words.split(","))
    return 1 if typed and any(typed == _words(name) for name in names) else 2


def _places(entry: PaletteEntry, typed: Sequence[str]) -> tuple[int | None, int]:
    """Return how far from the title of *entry* words are that begin as *typed*, and the first.

    The distance is None where a word is missing.
    """
    parts = (_words(entry.title), _words(f"{entry.name} {entry.words}"), _words(entry.tip))
    distance, first = 0, len(parts[0])
    for start in typed:
        for weight, words in enumerate(parts):
            at = _first(words, start)
            if at is not None:
                distance += weight
                first = first if weight else min(first, at)
                break
        else:
            return None, 0
    return distance, first if typed else 0


def _has_letters(title: str, letters: str) -> bool:
    """Return whether *letters* stand in *title* in this order."""
    rest = iter(title)
    return all(letter in rest for letter in letters)


def _first(words: Sequence[str], start: str) -> int | None:
    """Return the number of the first of *words* that begins with *start*, or None."""
    return next((number for number, word in enumerate(words) if word.startswith(start)), None)


class CommandPalette(QFrame):
    """A line to type into, and below it what is found; Enter does it, Escape closes."""

    def __init__(
        self,
        entries: Callable[[], list[PaletteEntry]],
        refuse: Callable[[str], object],
        window: QWidget,
        typed: Callable[[str], list[PaletteEntry]] = lambda _text: [],
        instead: Callable[[str], list[PaletteEntry]] = lambda _text: [],
    ) -> None:
        """*entries* returns what there is to find; *refuse* is told why one is not possible.

        *typed* returns what can be found besides with a text, *instead* what is offered where
        nothing is found.
        """
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("card")
        self._window = window
        self._make_entries = entries
        self._refuse = refuse
        self._typed = typed
        self._instead = instead
        self._entries: list[PaletteEntry] = []
        self._recent: list[str] = []
        self.shown: list[PaletteEntry] = []
        """What is listed, from the top."""
        self.setAccessibleName(self.tr("Find a command"))
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(self.tr("Type to find a command"))
        self.line.setAccessibleName(self.tr("Find a command"))
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._search)
        self.line.installEventFilter(self)
        self._rows = FlatRows((STRETCH, FIT), self)
        self.list = QTreeView(self)
        self.list.setModel(self._rows)
        self.list.setObjectName("palette")
        self.list.setAccessibleName(self.tr("Commands found"))
        self.list.setStyleSheet("QTreeView { border: 0; } QTreeView::item { padding: 5px 4px; }")
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, STRETCH)
        header.setSectionResizeMode(1, FIT)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.clicked.connect(self._run_current)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.line)
        layout.addWidget(self.list)

    @Slot()
    def open(self) -> None:
        """Show the palette at the top of its window, with nothing typed."""
        self._entries = self._make_entries()
        over = self._window.rect()
        width = min(_SIZE[0], over.width() - 2 * _MARGIN)
        height = min(_SIZE[1], over.height() - 2 * _MARGIN)
        corner = self._window.mapToGlobal(over.topLeft())
        corner.setX(corner.x() + (over.width() - width) // 2)
        corner.setY(corner.y() + _MARGIN)
        self.setGeometry(corner.x(), corner.y(), width, height)
        self.line.clear()
        self._search("")
        self.show()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot(str)
    def _search(self, text: str) -> None:
        entries = [*self._entries, *self._typed(text)] if text else self._entries
        self.shown = found(entries, text, self._recent)
        if not self.shown:
            self.shown = [*nearest(entries, text), *self._instead(text.strip())]
        self._rows.set_rows([self._cells(entry) for entry in self.shown])
        self._go_to(0)

    def _cells(self, entry: PaletteEntry) -> tuple[FlatCell, FlatCell]:
        role = Qt.ItemDataRole
        text = "  –  ".join(part for part in (entry.title, entry.reason) if part)
        values: dict[Any, object] = {}
        if entry.reason:
            values[role.ForegroundRole] = self.palette().brush(
                QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text
            )
        told = {role.ToolTipRole: plain_tool_tip(entry.tip), role.AccessibleTextRole: entry.spoken}
        return FlatCell(text, {**values, **told}), FlatCell(entry.keys, values)

    def _go_to(self, row: int) -> None:
        if self.shown:
            row = max(0, min(len(self.shown) - 1, row))
            self.list.setCurrentIndex(self._rows.index(row, 0))

    @Slot()
    def _on_current(self) -> None:
        """Speak the entry that Enter would do: the keyboard's focus stays in the line."""
        entry = self._current()
        if entry is not None and self.isVisible():
            announce(self.line, entry.spoken)

    def _current_row(self) -> int:
        return self.list.currentIndex().row()

    def _current(self) -> PaletteEntry | None:
        row = self._current_row()
        return self.shown[row] if 0 <= row < len(self.shown) else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list with the arrow keys, and run the current command with Enter."""
        if (
            watched is self.line
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            key = Qt.Key(event.key())
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run_current()
                return True
            if key == Qt.Key.Key_Escape:
                self.close()
                return True
            if key in _STEPS:
                self._go_to(self._current_row() + _STEPS[key])
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _run_current(self) -> None:
        entry = self._current()
        if entry is None:
            return
        self.close()
        if entry.reason:
            self._refuse(entry.reason)
            return
        self._recent = [entry.key, *(key for key in self._recent if key != entry.key)][:MAX_RECENT]
        entry.run()

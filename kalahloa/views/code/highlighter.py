"""Colours the code of a document bit by bit, so that a long text never holds up the window."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from kalahloa.controllers.base.timers import single_shot
from kalahloa.views.code.grammar import grammar_parts
from kalahloa.views.code.kinds import TokenKind, Within
from kalahloa.views.look.code_colours import code_colour
from kalahloa.views.look.theme import Theme

LINES_AT_ONCE = 6
CHARACTERS_AT_ONCE = 250
"""No more is coloured in one turn of the event loop, but always a line: this takes 2 to 4 ms."""
_UNKNOWN = -1


class Highlighter(QObject):
    """Colours what is typed at once, and the rest of a long text in further turns.

    Each line's state is what it ends in (see `Within`); when that changes, the next line is
    coloured again.
    """

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._document = document
        self._formats: dict[TokenKind, QTextCharFormat] = {}
        self._first = 0
        """The first line that is to be coloured; what is behind `_last` is up to date."""
        self._last = -1
        self._is_on = False
        self._later = single_shot(self, self._go_on)
        self.set_theme(theme)
        document.contentsChange.connect(self._on_change)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of *theme*."""
        self._formats = {}
        for kind in TokenKind:
            shown = QTextCharFormat()
            shown.setForeground(code_colour(kind.value, theme))
            shown.setFontItalic(kind is TokenKind.COMMENT)
            self._formats[kind] = shown
        self._color_all()

    def start(self) -> None:
        """Begin to colour: the grammar is there."""
        if not self._is_on:
            self._is_on = True
            self._color_all()

    @property
    def is_done(self) -> bool:
        """Whether every line has its colours."""
        return self._is_on and self._first > self._last

    def _color_all(self) -> None:
        self._first, self._last = 0, self._document.blockCount() - 1
        if self._is_on:
            self._later.start()

    @Slot(int, int, int)
    def _on_change(self, position: int, removed: int, added: int) -> None:
        """Colour the lines in which something has changed."""
        first = self._document.findBlock(position)
        last = self._document.findBlock(position + added)
        begin = first.blockNumber() if first.isValid() else 0
        end = last.blockNumber() if last.isValid() else self._document.blockCount() - 1
        if self._first <= self._last:  # there was something to do, perhaps further down
            begin, end = min(begin, self._first), max(end, self._document.blockCount() - 1)
        self._first, self._last = begin, end
        if self._is_on:
            self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """Colour some lines, and go on later if there are more."""
        block = self._document.findBlockByNumber(self._first)
        before = block.previous()
        within = Within(max(0, before.userState())) if before.isValid() else Within.CODE
        lines = characters = 0
        while block.isValid() and self._first <= self._last:
            if lines >= LINES_AT_ONCE or characters >= CHARACTERS_AT_ONCE:
                self._later.start()
                return
            text = block.text()
            parts, within = grammar_parts(text, within)
            self._show(block, [(part.start, part.length, part.kind) for part in parts])
            if block.userState() != within.value:
                block.setUserState(within.value)
                self._last = max(self._last, self._first + 1)
            lines += 1
            characters += len(text)
            block = block.next()
            self._first += 1
        self._first, self._last = 0, _UNKNOWN

    def _show(self, block: QTextBlock, parts: list[tuple[int, int, TokenKind]]) -> None:
        ranges = []
        for start, length, kind in parts:
            part = QTextLayout.FormatRange()
            part.start, part.length = start, length
            part.format = self._formats[kind]
            ranges.append(part)
        layout = block.layout()
        if layout.formats() != ranges:
            layout.setFormats(ranges)
            self._document.markContentsDirty(block.position(), block.length())

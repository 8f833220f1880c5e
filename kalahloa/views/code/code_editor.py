"""An editor for a heuristic: Python with line numbers, colours, completion, and values."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QMimeData, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontDatabase,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QTextEdit, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.heuristics.editor_limits import MAX_CHARACTERS, MAX_LINE, why_not_editable
from kalahloa.models.text.quotation import is_printable
from kalahloa.views.accessibility import announce
from kalahloa.views.code.completion import Completion, OfferedName, offers_at, word_before
from kalahloa.views.code.gutter import Gutter
from kalahloa.views.code.highlighter import Highlighter
from kalahloa.views.code.indentation import STEP, break_line, dedent, indent, rub_out
from kalahloa.views.look.code_colours import code_colour
from kalahloa.views.look.theme import Theme

OWNER = "position"
"""The name after which the features are offered."""
_VALUE_SIZE = 0.9
"""The size of values, in that of the code."""
_VALUE_GAP = 12
"""The least room between a line and its value, in pixels."""
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_IN_LIST = (*_ENTER, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)


class CodeEditor(QPlainTextEdit):
    """Edits one document at a time, each with its own undo.

    Tab indents once something was typed or clicked; Escape gives it back to the window, and while
    one only goes from field to field it is the window's, too.
    """

    run_asked = Signal()
    """Ctrl+Enter."""
    keep_asked = Signal()
    """Ctrl+S."""
    find_asked = Signal()
    """Ctrl+F."""
    said = Signal(str)
    """A sentence for the user, such as why something cannot be inserted."""
    line_changed = Signal(int)
    """The number of the line that the cursor is in now, from 1."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gutter = Gutter(self, theme)
        self.setObjectName("code")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setTabStopDistance(STEP * self.fontMetrics().horizontalAdvance(" "))
        self.setAccessibleName(self.tr("Code of the heuristic"))
        self.setAccessibleDescription(
            self.tr("Tab indents; press Escape, then Tab to leave. Ctrl+Space lists names.")
        )
        self._theme = theme
        self._values: Mapping[int, str] = {}
        self._features: tuple[OfferedName, ...] = ()
        self._error: tuple[int | None, str] = (None, "")
        self._line = 1
        self._is_coloured = False
        self._highlighters: dict[QTextDocument, Highlighter] = {}
        self.completion = Completion(self)
        self.completion.chosen.connect(self._complete)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._follow_scrolling)
        self.cursorPositionChanged.connect(self._on_cursor)
        self._set_tab_leaves(True)
        self.set_document(new_document("", self))

    # -- what is edited ------------------------------------------------------------------------

    def set_document(self, document: QTextDocument) -> None:
        """Edit *document*, made by `new_document`, from now on."""
        document.setDefaultFont(self.font())
        if document not in self._highlighters:
            made = self._highlighters[document] = Highlighter(document, self._theme)
            if self._is_coloured:
                made.start()
        self.completion.close()
        self.setDocument(document)
        self.setTabStopDistance(STEP * self.fontMetrics().horizontalAdvance(" "))
        self.show_values({})
        self.show_error(None, "")
        self._make_room()
        self._on_cursor()

    def start_colouring(self) -> None:
        """Colour the code: the grammar is there."""
        self._is_coloured = True
        for highlighter in self._highlighters.values():
            highlighter.start()

    @property
    def is_coloured(self) -> bool:
        """Whether every line of the document has its colours."""
        return self._highlighters[self.document()].is_done

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = self.gutter.theme = theme
        for highlighter in self._highlighters.values():
            highlighter.set_theme(theme)
        self._mark_lines()
        self.gutter.update()
        self.viewport().update()

    def replace_all(self, text: str) -> None:
        """Make *text* the text, as one step of undo; what is equal at both ends stays untouched."""
        old = self.toPlainText()
        if old == text:
            return
        begin, end = _differs(old, text)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setPosition(_units(old[:begin]))
        cursor.setPosition(_units(old[: len(old) - end]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[begin : len(text) - end])
        cursor.endEditBlock()

    def insert(self, text: str) -> None:
        """Write *text* at the cursor, in place of what is selected; or say why not."""
        if self._may_insert(text):
            self.textCursor().insertText(text)
            self.ensureCursorVisible()

    def go_to_line(self, number: int) -> None:
        """Put the cursor into the line with this *number*, from 1, behind its spaces."""
        block = self.document().findBlockByNumber(number - 1)
        if block.isValid():
            text = block.text()
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + len(text) - len(text.lstrip()))
            self.setTextCursor(cursor)

    # -- what is shown -------------------------------------------------------------------------

    def show_values(self, values: Mapping[int, str]) -> None:
        """Show *values* behind the lines with these numbers, in grey."""
        if values != self._values:
            self._values = dict(values)
            self.viewport().update()

    @property
    def values(self) -> Mapping[int, str]:
        """The values that are shown behind lines, by their numbers."""
        return self._values

    def show_error(self, line: int | None, sentence: str) -> None:
        """Mark the *line* in which something is wrong, None for none; *sentence* says what."""
        if (line, sentence) != self._error:
            self._error = line, sentence
            self.gutter.error_line = line
            self.gutter.update()
            self._mark_lines()

    def set_features(self, features: Iterable[OfferedName]) -> None:
        """Offer *features* after the name of the position."""
        self._features = tuple(features)

    def _mark_lines(self) -> None:
        """Show where the cursor is, and which line is wrong."""
        current = QTextEdit.ExtraSelection()
        ground = QColor(self._theme.window)
        current.format.setBackground(ground)
        current.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        current.cursor = self.textCursor()
        current.cursor.clearSelection()
        marked = [current]
        line, sentence = self._error
        block = self.document().findBlockByNumber((line or 0) - 1)
        if line is not None and block.isValid():
            wrong = QTextEdit.ExtraSelection()
            shown = QTextCharFormat()
            shown.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            shown.setUnderlineColor(code_colour("error", self._theme))
            shown.setToolTip(sentence)
            wrong.format = shown
            cursor = QTextCursor(block)
            cursor.select(QTextCursor.SelectionType.LineUnderCursor)
            wrong.cursor = cursor
            marked.append(wrong)
        self.setExtraSelections(marked)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the values behind the lines that have room for them."""
        super().paintEvent(event)
        if not self._values:
            return
        painter = QPainter(self.viewport())
        painter.setPen(self._theme.muted)
        font = self.font()
        font.setPointSizeF(_VALUE_SIZE * font.pointSizeF())
        painter.setFont(font)
        metrics = painter.fontMetrics()
        right = self.viewport().width() - _VALUE_GAP // 2
        block = self.firstVisibleBlock()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if place.top() > event.rect().bottom():
                break
            value = self._values.get(block.blockNumber() + 1, "")
            if value and place.bottom() >= event.rect().top():
                line = block.layout().lineAt(0)
                ends = place.left() + line.naturalTextWidth() if line.isValid() else 0.0
                if ends + _VALUE_GAP + metrics.horizontalAdvance(value) <= right:
                    row = QRect(0, round(place.top()), right, metrics.height())
                    painter.drawText(row, Qt.AlignmentFlag.AlignRight, value)
            block = block.next()

    # -- keys ----------------------------------------------------------------------------------

    def keeps(self, event: QKeyEvent) -> bool | None:
        """Keep keys that have a meaning here from the window (see `window.field_keys`)."""
        escapes = event.key() == Qt.Key.Key_Escape and not self.tabChangesFocus()
        return True if self._command_of(event) is not None or escapes else None

    def _command_of(self, event: QKeyEvent) -> Signal | str | None:
        """Return what *event*, a key of the editor's own, does."""
        if event.matches(QKeySequence.StandardKey.Save):
            return "keep"
        if event.matches(QKeySequence.StandardKey.Find):
            return "find"
        if event.modifiers() == _CONTROL and event.key() in _ENTER:
            return "run"
        if event.modifiers() == _CONTROL and event.key() == Qt.Key.Key_Space:
            return "complete"
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Indent, complete and run; everything else is as in any field."""
        key = event.key()
        if self.completion.is_open and not self.completion.has_choice:
            if key == Qt.Key.Key_Tab:
                self.completion.insert_first()
                return
            if key in _ENTER:
                self.completion.close()  # and the line ends as it stands
        if self.completion.is_open and key in _IN_LIST:
            event.ignore()  # the list takes it
            return
        command = self._command_of(event)
        if command is not None:
            self._do(str(command))
        elif key == Qt.Key.Key_Escape and not self.tabChangesFocus():
            self._set_tab_leaves(True)
            self.said.emit(self.tr("Press Tab to leave the code."))
        elif key in _MODIFIERS:
            super().keyPressEvent(event)
        else:
            self._set_tab_leaves(False)
            self._edit(event)

    def _do(self, command: str) -> None:
        if command == "complete":
            self._offer()
        else:
            {"keep": self.keep_asked, "find": self.find_asked, "run": self.run_asked}[
                command
            ].emit()

    def _edit(self, event: QKeyEvent) -> None:
        key, plain = event.key(), not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        cursor = self.textCursor()
        if key == Qt.Key.Key_Tab and plain:
            indent(cursor)
        elif key == Qt.Key.Key_Backtab:
            dedent(cursor)
        elif key in _ENTER and plain:
            if self._may_insert("\n" + " " * STEP):
                break_line(cursor)
                self.ensureCursorVisible()
        elif key != Qt.Key.Key_Backspace or not plain or not rub_out(cursor):
            text = event.text()
            if text and is_printable(text) and not self._may_insert(text):
                return
            super().keyPressEvent(event)
            self._follow_word(text)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Insert what an input method has composed as if it had been typed."""
        text = event.commitString()
        if text:
            self._set_tab_leaves(False)
            if not self._may_insert(text):
                super().inputMethodEvent(QInputMethodEvent())  # nothing is composed any longer
                return
        super().inputMethodEvent(event)
        if text:
            self._follow_word(text)

    def _follow_word(self, text: str) -> None:
        """Offer names while a word is written: after a dot at once, else if the list is open."""
        if text == "." or (self.completion.is_open and (text.isidentifier() or text.isdigit())):
            self._offer(by_itself=True)
        elif self.completion.is_open:
            self._offer(by_itself=True) if text in ("\b", "\x7f") else self.completion.close()

    @Slot()
    def _offer(self, by_itself: bool = False) -> None:
        """List the names that can be written at the cursor."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        whole = self.toPlainText()
        offers = offers_at(before, whole, self._features, OWNER)
        if not offers and not by_itself:
            self.said.emit(self.tr("No known name starts with this."))
        self.completion.show(offers, word_before(before), by_itself)

    @Slot(str, str)
    def _complete(self, word: str, text: str) -> None:
        cursor = self.textCursor()
        cursor.movePosition(
            QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(word)
        )
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def _set_tab_leaves(self, leaves: bool) -> None:
        self.setTabChangesFocus(leaves)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Leave Tab to the window for somebody who only passes by."""
        reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if event.reason() in reasons:
            self._set_tab_leaves(True)
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Whoever clicks wants to write here."""
        self._set_tab_leaves(False)
        super().mousePressEvent(event)

    # -- what is inserted ----------------------------------------------------------------------

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert the text of *source*, if it is not too much; tabs become spaces."""
        text = source.text()
        if len(text) > MAX_CHARACTERS:  # at once: nothing is done with all of it
            self.said.emit(in_words(why_not_editable(text) or ""))
            return
        text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(STEP)
        if self._may_insert(text):
            self.textCursor().insertText(text)
            self.ensureCursorVisible()

    def _may_insert(self, text: str) -> bool:
        """Return whether *text* may be inserted; if not, say why."""
        cursor = self.textCursor()
        is_small = self.document().characterCount() < MAX_CHARACTERS // 2
        if len(text) == 1 and is_small and cursor.block().length() < MAX_LINE // 2:
            return True  # nearly always
        whole = self.toPlainText()
        units = sorted((cursor.position(), cursor.anchor()))
        begin, end = (_characters(whole, unit) for unit in units)
        why = why_not_editable(whole[:begin] + text + whole[end:])
        if why is not None:
            self.said.emit(in_words(why))
        return why is None

    # -- the gutter ----------------------------------------------------------------------------

    @Slot()
    def _make_room(self) -> None:
        self.setViewportMargins(self.gutter.width_wanted(), 0, 0, 0)
        self._place_gutter()

    def _place_gutter(self) -> None:
        inside = self.contentsRect()
        width = self.gutter.width_wanted()
        self.gutter.setGeometry(inside.left(), inside.top(), width, self.viewport().height())

    @Slot(QRect, int)
    def _follow_scrolling(self, place: QRect, moved: int) -> None:
        if moved:
            self.gutter.scroll(0, moved)
        else:
            self.gutter.update(0, place.y(), self.gutter.width(), place.height())

    @Slot()
    def _on_cursor(self) -> None:
        self._mark_lines()
        self.gutter.update()
        line = self.textCursor().blockNumber() + 1
        if line != self._line:
            self._line = line
            if line == self._error[0]:
                announce(self, self._error[1])
            self.line_changed.emit(line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the gutter beside the code."""
        super().resizeEvent(event)
        self._place_gutter()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for larger figures."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._make_room()

    def sizeHint(self) -> QSize:
        """Ask for room for some lines."""
        metrics = self.fontMetrics()
        return QSize(44 * metrics.horizontalAdvance("m"), 16 * metrics.lineSpacing())

    def minimumSizeHint(self) -> QSize:
        """Do with a few lines."""
        return QSize(120, 4 * self.fontMetrics().lineSpacing())


def new_document(text: str, parent: QWidget) -> QTextDocument:
    """Return a document with *text*, for `CodeEditor.set_document`; it is owned by *parent*."""
    document = QTextDocument(parent)
    document.setDocumentLayout(QPlainTextDocumentLayout(document))
    document.setPlainText(text)
    document.setUndoRedoEnabled(True)
    document.setModified(False)
    return document


def _differs(old: str, new: str) -> tuple[int, int]:
    """Return how many characters *old* and *new* have in common at the beginning and at the end."""
    most = min(len(old), len(new))
    begin = 0
    while begin < most and old[begin] == new[begin]:
        begin += 1
    end = 0
    while end < most - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    return begin, end


def _units(text: str) -> int:
    """Return the length of *text* as Qt counts it: characters beyond U+FFFF are two."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def _characters(text: str, units: int) -> int:
    """Return how many characters of *text* have so many of Qt's units."""
    if text.isascii():
        return units
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))

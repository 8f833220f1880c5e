"""An algorithm as it is taught, with the line that is being run marked."""

from collections.abc import Sequence

from PySide6.QtCore import QRegularExpression, Slot
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QTextEdit, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.search.steps.pseudocode import CodeLine
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme

_KEYWORDS = QRegularExpression(r"\b(?:def|return|if|for|in|and|not|break)\b")
MIN_LINES = 7
"""So many lines are seen at least."""
_FONT_SHARE = 0.92
"""The size of letters, as a share of the usual one."""
_TINT = 40
"""How strong the line that is run is tinted, of 255."""


class _Keywords(QSyntaxHighlighter):
    """Writes keywords in a colour."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self.theme = theme

    def highlightBlock(self, text: str) -> None:
        """Colour the keywords of *text*, a line."""
        look = QTextCharFormat()
        look.setForeground(self.theme.threat)
        found = _KEYWORDS.globalMatch(text)
        while found.hasNext():
            match = found.next()
            self.setFormat(match.capturedStart(), match.capturedLength(), look)


class PseudocodeView(QPlainTextEdit):
    """Shows the lines of an algorithm; one of them is marked, with a remark at its end."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diagram")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(_FONT_SHARE * font.pointSizeF())
        self.setFont(font)
        self.setAccessibleName(self.tr("The algorithm in pseudocode"))
        self.theme = theme
        self._documents: dict[tuple[CodeLine, ...], tuple[QTextDocument, _Keywords]] = {}
        self._lines: tuple[CodeLine, ...] = ()
        self.current = -1
        """The number of the line that is marked; -1 for none."""
        self.remark = PlainLabel(self.viewport())
        bold = QFont(self.remark.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self.remark.setFont(bold)
        self.remark.hide()
        self.horizontalScrollBar().valueChanged.connect(self._place_remark)
        self.verticalScrollBar().valueChanged.connect(self._place_remark)
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self.theme = theme
        for _, keywords in self._documents.values():
            keywords.theme = theme
            keywords.rehighlight()
        self._mark()

    def show_code(self, lines: Sequence[CodeLine], current: int, remark: str) -> None:
        """Show *lines*, and mark the one with the number *current*, with a *remark*."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self.setDocument(self._document_of(self._lines))
            self._fit()
        self.current = current
        here = self.tr("here: {numbers}")
        self.remark.setText(fill(here, numbers=remark) if remark else "")
        self._mark()

    def _document_of(self, lines: tuple[CodeLine, ...]) -> QTextDocument:
        """Return the document with *lines*; each is kept, since MAX and MIN take turns."""
        if lines not in self._documents:
            made = QTextDocument("\n".join(line.text for line in lines), self)
            made.setDocumentLayout(QPlainTextDocumentLayout(made))
            made.setDefaultFont(self.font())
            self._documents[lines] = made, _Keywords(made, self.theme)
        return self._documents[lines][0]

    @property
    def has_room(self) -> bool:
        """Whether the remark stands beside the line that is marked, or there would be room."""
        return not self.remark.isHidden()

    def _fit(self) -> None:
        """Be no higher than the lines, and show some of them at least."""
        margins = round(2 * self.document().documentMargin()) + 2 * self.frameWidth() + 4
        bar = self.horizontalScrollBar().sizeHint().height()
        spacing = self.fontMetrics().lineSpacing()
        self.setMinimumHeight(spacing * MIN_LINES + margins)
        self.setMaximumHeight(spacing * max(MIN_LINES, len(self._lines)) + margins + bar)

    def _mark(self) -> None:
        """Tint the line that is marked."""
        if not 0 <= self.current < len(self._lines):
            self.setExtraSelections([])
            self.remark.hide()
            self.setAccessibleDescription("")
            return
        block = self.document().findBlockByNumber(self.current)
        selection = QTextEdit.ExtraSelection()
        colour = self.theme.accent
        tint = type(colour)(colour)
        tint.setAlpha(_TINT)
        selection.format.setBackground(tint)
        selection.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        selection.cursor = QTextCursor(block)
        self.setExtraSelections([selection])
        text = self._lines[self.current].text.strip()
        self.setAccessibleDescription(f"{text} {in_words(self.remark.text())}".strip())
        self._scroll()
        self._place_remark()

    def _scroll(self) -> None:
        """Have the line that is marked seen, with one before and one after it."""
        bar = self.verticalScrollBar()
        seen = max(1, self.viewport().height() // self.fontMetrics().lineSpacing())
        first, line = bar.value(), self.current
        if line - 1 < first:
            bar.setValue(max(0, line - 1))
        elif line + 1 >= first + seen:
            bar.setValue(line + 2 - seen)

    @Slot()
    def _place_remark(self) -> None:
        """Put the remark at the end of the line that is marked, where it covers no code."""
        if not self.remark.text() or not 0 <= self.current < len(self._lines):
            self.remark.hide()
            return
        block = self.document().findBlockByNumber(self.current)
        room = self.blockBoundingGeometry(block).translated(self.contentOffset())
        self.remark.adjustSize()
        end = self.fontMetrics().horizontalAdvance(self._lines[self.current].text)
        left = self.viewport().width() - self.remark.width() - 6
        self.remark.move(left, round(room.top()))
        margin = self.document().documentMargin()
        self.remark.setVisible(left >= end + margin + self.contentOffset().x() + 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the remark at its place."""
        super().resizeEvent(event)
        if self.current >= 0:
            self._scroll()
        self._place_remark()

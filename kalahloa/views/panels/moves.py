"""The panel with the record's moves and variations."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from kalahloa.controllers.place import Change
from kalahloa.models.record import Node
from kalahloa.views.items.move_tree import MoveTree
from kalahloa.views.items.move_view import MoveView
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

_NUMBER_COLUMN = 34.0
_INDENT = 18.0


class MovesPanel(Panel):
    """A card with the list of moves, and above it how many moves and variations there are."""

    key = "moves"
    context_commands = (
        "goto-node",
        "back",
        "forward",
        "start",
        "end",
        "previous-variation",
        "next-variation",
        "copy-position",
    )


class MovesPanel(Panel):
    """A card with the moves: the first line in two columns, variations indented below.

    The plies of one turn (Kalah) are joined with a hyphen; each is a link of its own.
    """

    key = "moves"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._places: dict[int, _Place] = {}
        self._shown: tuple[object, int] | None = None
        title = PlainLabel(self, "Moves")
        title.setObjectName("cardTitle")
        self.counts = PlainLabel(self)
        self.counts.setObjectName("muted")
        self.counts.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.counts.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._counted = ""
        self.tree = MoveTree(self)
        self.view = MoveView(self.tree, theme, self)
        self.view.setAccessibleName(self.tr("Moves played"))
        self.view.asked.connect(self.asked)
        self.view.menu_wanted.connect(self.menu_requested)
        self.empty = PlainLabel(self.view.viewport(), self.tr("No move yet"))
        self.empty.setObjectName("muted")
        self.empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        over = QVBoxLayout(self.view.viewport())
        over.setContentsMargins(6, 4, 6, 4)
        over.addWidget(self.empty, 0, Qt.AlignmentFlag.AlignTop)
        head = QHBoxLayout()
        head.setContentsMargins(6, 0, 6, 0)
        head.addWidget(title)
        head.addWidget(self.counts, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 8, 8)
        layout.addWidget(title)
        layout.addWidget(self.browser)

    def heading(self) -> str:
        return "Moves"

    def set_theme(self, theme: Theme) -> None:
        """Show the moves in the colours of *theme*."""
        super().set_theme(theme)
        self._shown = None
        if self.place is not None:
            self.refresh(Change.everything(self.place))

    def refresh(self, change: Change) -> None:
        """Bring the rows and the current move up to *change*."""
        place = change.place
        is_other = place.root is not self._root
        if is_other:
            self._root = place.root
            self.view.forget_folds()
        if is_other or change.is_new or change.came or change.went or change.edited:
            self.tree.show_change(change)
            self._show_counts()
        if is_other or change.moved or change.came or change.went or change.edited:
            self.view.show_current(place.node)

    @Slot(QUrl)
    def _clicked(self, url: QUrl) -> None:
        self.asked.emit("goto-node", [url.toString().removeprefix("#")])

    def refresh(self, change: Change) -> None:
        """Update the list to the record; only what has changed is laid out again."""
        place = change.place
        shown = (place.root, place.node_count)
        if self._shown != shown:
            self._write()
            self._shown = shown
        self._highlight()

    def _write(self) -> None:
        document = self.browser.document()
        document.clear()
        self._places.clear()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        self._plain = QTextCharFormat()
        self._plain.setForeground(self.theme.muted)
        self._write_first_line(cursor)
        cursor.endEditBlock()

    def _write_first_line(self, cursor: QTextCursor) -> None:
        """Write the first line played in columns, each turn's variations after its row."""
        assert self.place is not None
        root = self.place.root
        first = root.to_move
        row = QTextBlockFormat()
        column = _NUMBER_COLUMN + max(90.0, (self.browser.viewport().width() - 60) / 2)
        left = QTextOption.TabType.LeftTab
        row.setTabPositions([QTextOption.Tab(_NUMBER_COLUMN, left), QTextOption.Tab(column, left)])
        row.setLineHeight(140, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        number = 0
        last_side = -1
        aside: list[Node] = []
        begun = False
        for node in _main_line(root):
            assert node.parent is not None
            same_turn = node.side == last_side
            if not same_turn and (node.side == first or aside):
                self._write_variations(cursor, aside)
                aside = []
            if not same_turn:
                if node.side == first:
                    number += 1
                if node.side == first or not begun or cursor.block().blockFormat().leftMargin():
                    self._new_block(cursor, row, begun)
                    begun = True
                    dots = "" if node.side == first else "…\t"
                    cursor.insertText(f"{number}\t{dots}", self._plain)
                else:
                    cursor.insertText("\t", self._plain)
            else:
                cursor.insertText("-", self._plain)
            self._write_move(cursor, node, faint=False)
            aside.extend(child for child in node.parent.children if child is not node)
            last_side = node.side
        self._write_variations(cursor, aside)

    def _new_block(self, cursor: QTextCursor, layout: QTextBlockFormat, begun: bool) -> None:
        if begun or cursor.position() > 0:
            cursor.insertBlock(layout)
        else:
            cursor.setBlockFormat(layout)

    def _write_variations(self, cursor: QTextCursor, starts: list[Node]) -> None:
        """Write the lines that begin with each of *starts*, and theirs, indented."""
        stack = [(node, 1) for node in reversed(starts)]
        while stack:
            start, depth = stack.pop()
            layout = QTextBlockFormat()
            layout.setLeftMargin(_INDENT * min(depth, 6))
            layout.setLineHeight(130, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            self._new_block(cursor, layout, True)
            cursor.insertText("( ", self._plain)
            node: Node | None = start
            side = -1
            later: list[tuple[Node, int]] = []
            while node is not None:
                if side >= 0:
                    cursor.insertText("-" if node.side == side else " ", self._plain)
                self._write_move(cursor, node, faint=True)
                side = node.side
                later.extend((child, depth + 1) for child in node.children[1:])
                node = node.children[0] if node.children else None
            cursor.insertText(" )", self._plain)
            stack.extend(reversed(later))

    def _write_move(self, cursor: QTextCursor, node: Node, faint: bool) -> None:
        style = QTextCharFormat()
        style.setAnchor(True)
        style.setAnchorHref(f"#{node.number}")
        style.setForeground(self.theme.muted if faint else self.theme.text)
        style.setFontItalic(faint)
        start = cursor.position()
        cursor.insertText(node.text, style)
        self._places[node.number] = _Place(start, cursor.position())

    def _highlight(self) -> None:
        place = self._places.get(self.place.node.number if self.place else 0)
        if place is None:
            self.browser.setExtraSelections([])
            return
        selection = QTextEdit.ExtraSelection()
        style = QTextCharFormat()
        style.setBackground(QColor(self.theme.accent))
        style.setForeground(QColor(self.theme.on_accent))
        style.setFontWeight(QFont.Weight.DemiBold)
        cursor = QTextCursor(self.browser.document())
        cursor.setPosition(place.start)
        cursor.setPosition(place.end, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = style
        self.browser.setExtraSelections([selection])
        seen = QTextCursor(self.browser.document())
        seen.setPosition(place.end)
        self.browser.setTextCursor(seen)
        self.browser.ensureCursorVisible()


def _main_line(root: Node) -> list[Node]:
    nodes, node = [], root
    while node.children:
        node = node.children[0]
        nodes.append(node)
    return nodes

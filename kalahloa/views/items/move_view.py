"""The tree view of a record's moves: keys, clicks, folding, and the current move in sight."""

from collections.abc import Iterator
from contextlib import nullcontext

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from kalahloa.models.record.record import Node
from kalahloa.views.accessibility import without_events
from kalahloa.views.items.move_delegate import MoveDelegate
from kalahloa.views.items.move_layout import PADDING, MoveLayout, piece_at
from kalahloa.views.items.move_pictures import DrawnAhead, RowPictures
from kalahloa.views.items.move_rows import CommentRow, MoveLine, MoveRow
from kalahloa.views.items.move_steps import moves_away, turn_end
from kalahloa.views.items.move_tree import COLUMNS, NUMBER_COLUMN, MoveTree
from kalahloa.views.look.mirroring import key_as_read
from kalahloa.views.look.theme import Theme

MOVES_OF_A_PAGE = 10
_COMMANDS = {
    Qt.Key.Key_Left: "back",
    Qt.Key.Key_Right: "forward",
    Qt.Key.Key_Home: "start",
    Qt.Key.Key_End: "end",
}
_MOVES = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -MOVES_OF_A_PAGE,
    Qt.Key.Key_PageDown: MOVES_OF_A_PAGE,
}
_VARIATIONS = {Qt.Key.Key_Up: "previous-variation", Qt.Key.Key_Down: "next-variation"}
_FOLDS = {Qt.Key.Key_Plus: True, Qt.Key.Key_Minus: False}

Index = QModelIndex | QPersistentModelIndex


class MoveView(QTreeView):
    """Shows a `MoveTree`; the current node is the one cell that is selected.

    A click on a cell asks for the last ply of its turn; on the cell of the current turn, for the
    ply clicked at; on a comment, for the ply that it is on, and to edit it.  Arrow keys walk at
    once.  Variations are folded into one row until they are unfolded by their arrowhead, by + and
    -, or because the current move is inside.
    """

    asked = Signal(str, object)
    """A command's key, and the list of its words."""
    menu_wanted = Signal(QPoint, object)
    """Where a context menu is wanted (global), and the node that it is about, or None."""

    def __init__(self, tree: MoveTree, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = tree
        self._current: Node | None = None
        self._unfolded: set[Node] = set()
        self._mouse: QPoint | None = None
        self._hovered = QRect()
        self._layout = MoveLayout(self.font(), self.layoutDirection())
        self._theme = theme
        self._painting = (0, 1.0, self.layoutDirection())
        """The width, the pixels of the screen to one of it, and the direction of what is drawn."""
        self._current_rows: set[MoveRow] = set()
        self._delegate = MoveDelegate(theme, self._layout, self, tree.found)
        self._pictures = RowPictures(self._delegate)
        self._ahead = DrawnAhead(self.viewport(), self._rows_to_draw, self._draw_ahead)
        self.setItemDelegate(self._delegate)
        self.setModel(tree)
        self.setHeaderHidden(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoScroll(False)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        # The columns' places are the layout's; a header as wide as the view never scrolls.
        header = self.header()
        header.setMinimumSectionSize(1)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in range(COLUMNS - 1):
            header.resizeSection(column, 1)
        tree.rebuilt.connect(self._unfold_again)
        tree.rowsInserted.connect(self._rows_came)
        tree.dataChanged.connect(self._rows_changed)
        tree.modelReset.connect(self._on_reset)
        tree.found_changed.connect(self._on_found)
        self.expanded.connect(self._on_unfolded)
        self.collapsed.connect(self._on_folded)

    # -- what the panel sets -------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        self._delegate.set_theme(theme)
        self._pictures.clear()
        self.viewport().update()

    def forget_folds(self) -> None:
        """Fold all variations when the model is reset the next time."""
        self._unfolded.clear()

    def show_current(self, node: Node) -> None:
        """Fill the cell of *node*'s turn, and bring it in sight, unfolding what it is in."""
        before, self._current = self._current, node
        height = self.verticalScrollBar().value()
        self._delegate.current = node
        row = self.tree.row_of(node)
        self._current_rows = set() if row is None else {row, *row.line.heads()}
        if row is None:
            self.setCurrentIndex(QModelIndex())
            self.scrollToTop()
        else:
            self._unfold_around(row)
            # Qt replaces all cells when it lays out rows that came: where nobody is in the list, a
            # screen reader that heard of the cell would ask about one that is gone.
            with nullcontext() if self.hasFocus() else without_events():
                self.setCurrentIndex(self.tree.index_of(node))
            self._scroll_to_current()
        # Qt redraws cells that are chosen or left, but not another sowing of the same turn.
        for shown in (before, node):
            if shown is not None and self.tree.row_of(shown) is not None:
                self.viewport().update(self._whole_row(self.tree.index_of(shown)))
        self._ahead.begin(is_much=self.verticalScrollBar().value() != height)

    def _scroll_to_current(self) -> None:
        index = self.currentIndex()
        row = self.tree.row_at(index)
        if row is not None:
            last = row.line.rows[-1]
            if last.outcome is not None and row in row.line.rows[-2:]:
                self._scroll_to(self.tree.index_of_row(last))
            if row.comments:
                self.scrollTo(self.tree.index_of_row(row.comments[-1]))
            self._scroll_to(index)

    def _scroll_to(self, index: QModelIndex) -> None:
        self.scrollTo(index.sibling(index.row(), NUMBER_COLUMN))
        # Qt leaves the last line of pixels out of sight.
        hidden = self.visualRect(index).bottom() - self.viewport().rect().bottom()
        if hidden > 0:
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + hidden)

    # -- folding -------------------------------------------------------------------------------

    def is_folded(self, row: MoveRow) -> bool:
        """Return whether *row* is a variation written as one text: folded, or no longer than it."""
        return row.is_head and not (
            row.child_count and self.isExpanded(self.tree.index_of_row(row))
        )

    def set_folded(self, row: MoveRow, folded: bool) -> None:
        """Fold the variation that begins with *row*, or unfold it."""
        self.setExpanded(self.tree.index_of_row(row), not folded)

    def _unfold_around(self, row: MoveRow) -> None:
        while row.line.parent is not None:
            if row.place:
                self.set_folded(row.line.rows[0], False)
            row = row.line.parent
            self.setExpanded(self.tree.index_of_row(row), True)

    def _show_variations(self, line: MoveLine) -> None:
        """Show the variations of the rows of *line*, folded."""
        for row in line.rows:
            if row.variations and not row.is_head:
                self.setExpanded(self.tree.index_of_row(row), True)

    @Slot()
    def _unfold_again(self) -> None:
        self.scheduleDelayedItemsLayout()  # once for all
        self._show_variations(self.tree.main)
        for node in sorted(self._unfolded, key=lambda node: node.ply):
            row = self.tree.row_of(node)
            if row is not None and row.is_head and row.line.start is node:
                self.set_folded(row, False)
            else:
                self._unfolded.discard(node)

    @Slot(QModelIndex)
    def _rows_came(self, parent: QModelIndex) -> None:
        row = self.tree.row_at(parent)
        if row is not None and not row.is_head:
            self.setExpanded(parent, True)

    @Slot(QModelIndex, QModelIndex)
    def _rows_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        for place in range(first.row(), last.row() + 1):
            row = self.tree.row_at(first.sibling(place, NUMBER_COLUMN))
            if row is not None:
                self._layout.forget(row)
                self._pictures.forget(row)

    @Slot()
    def _on_reset(self) -> None:
        self._layout.forget_all()
        self._pictures.clear()

    @Slot()
    def _on_found(self) -> None:
        """Draw what is in sight anew, and measure it for that; the rest is when it is shown."""
        self._on_reset()
        self.viewport().update()
        self._ahead.begin()

    @Slot(QModelIndex)
    def _on_unfolded(self, index: QModelIndex) -> None:
        row = self.tree.row_at(index)
        if row is not None and row.is_head and row.line.start is not None:
            self._unfolded.add(row.line.start)
            self.tree.fill_variation(index)
            self._show_variations(row.line)

    @Slot(QModelIndex)
    def _on_folded(self, index: QModelIndex) -> None:
        row = self.tree.row_at(index)
        if row is not None and row.line.start is not None:
            self._unfolded.discard(row.line.start)

    # -- where things are ----------------------------------------------------------------------

    def _whole_row(self, index: Index) -> QRect:
        """Return the rectangle of the row of *index* in the viewport, empty if it is not shown."""
        rect = super().visualRect(index.sibling(index.row(), NUMBER_COLUMN))
        if rect.isEmpty():
            return QRect()
        return QRect(0, rect.top(), self.viewport().width(), rect.height())

    def visualRect(self, index: Index) -> QRect:
        """Return where the cell of *index* stands in the viewport, empty if it is not shown."""
        row = self.tree.row_at(index)
        whole = self._whole_row(index) if row is not None else QRect()
        if row is None or whole.isEmpty():
            return QRect()
        if not self.is_folded(row):
            return self._layout.cell(row, index.column(), whole)
        text = self._layout.text_rect(row, whole)
        node = self.tree.node_at(index)
        if index.column() != NUMBER_COLUMN:
            for piece in self._layout.line_pieces(row.line, text.width()):
                if piece.node is not None and piece.node is node:
                    left = text.left() + PADDING + piece.left
                    return QRect(left, text.top(), piece.width, text.height())
        return text

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the index of the cell at *point* in the viewport."""
        index = super().indexAt(QPoint(0, point.y())).siblingAtColumn(NUMBER_COLUMN)
        row = self.tree.row_at(index)
        if row is None:
            return QModelIndex()
        if row.is_move:
            for column in range(1, COLUMNS):
                cell = index.sibling(index.row(), column)
                if self.tree.node_at(cell) is not None and self.visualRect(cell).contains(point):
                    return cell
        return index

    def node_at(self, point: QPoint) -> Node | None:
        """Return the node that a click at *point* in the viewport means, or None."""
        index = self.indexAt(point)
        row = self.tree.row_at(index)
        if row is None:
            return None
        whole = self._whole_row(index)
        if self.is_folded(row):
            rect = self._layout.text_rect(row, whole)
            piece = piece_at(
                self._layout.line_pieces(row.line, rect.width()),
                point.x() - rect.left() - PADDING,
            )
            return piece.node if piece is not None else row.line.start
        side = index.column() - 1
        if side >= 0 and self._current in row.turn(side):
            rect = self._layout.cell(row, index.column(), whole)
            pieces = self._layout.turn_pieces(row, side, rect.width(), self._current)
            left = point.x() - rect.left() - PADDING
            if pieces and left <= pieces[-1].left + pieces[-1].width:
                piece = piece_at(pieces, left)
                if piece is not None:
                    return piece.node
        if side < 0 and row.is_move:
            right = self._layout.cell(row, 1, whole).right()
            empty_cell = row.ends[0] is None and point.x() <= right
            if not empty_cell and not self._layout.cell(row, 0, whole).contains(point):
                return None
        return self.tree.node_at(index)

    def fold_mark_at(self, point: QPoint) -> MoveRow | None:
        """Return the variation whose arrowhead is at *point* in the viewport, or None."""
        index = self.indexAt(point)
        row = self.tree.row_at(index)
        return row if row is not None and self.fold_mark(row).contains(point) else None

    def fold_mark(self, row: MoveRow) -> QRect:
        """Return where *row*'s arrowhead stands in the viewport, empty if it has none."""
        whole = self._whole_row(self.tree.index_of_row(row))
        if whole.isEmpty() or not row.is_head or not row.child_count:
            return QRect()
        return self._layout.fold_mark(row, whole)

    def hover_rect(self) -> QRect:
        """Return the cell, or the move in a folded variation, that is under the mouse, or empty."""
        if self._mouse is None or self.node_at(self._mouse) is None:
            return QRect()
        index = self.indexAt(self._mouse)
        row = self.tree.row_at(index)
        if row is None or not self.is_folded(row):
            return self.visualRect(index)
        text = self._layout.text_rect(row, self._whole_row(index))
        left = self._mouse.x() - text.left() - PADDING
        piece = piece_at(self._layout.line_pieces(row.line, text.width()), left)
        if piece is None:
            return text
        part = QRect(text.left() + PADDING + piece.left, text.top(), piece.width, text.height())
        return part.adjusted(-3, 0, 3, 0)

    def _hover(self, mouse: QPoint | None) -> None:
        """Mark what is at *mouse* in the viewport; nothing if it is None."""
        self._mouse = mouse
        rect = self.hover_rect()
        if rect != self._hovered:
            self.viewport().update(self._hovered)
            self.viewport().update(rect)
            self._hovered = rect

    def viewportEvent(self, event: QEvent) -> bool:
        """Mark nothing when the mouse has left."""
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Draw anew where the mark under the mouse was moved along."""
        super().scrollContentsBy(dx, dy)
        if self._mouse is not None:
            self.viewport().update()

    # -- drawing -------------------------------------------------------------------------------

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row of *index*: its mark, and its cells or its text."""
        row = self.tree.row_at(index)
        if row is None:
            return
        top, (width, ratio, direction) = options.rect.top(), self._painting
        if not self._hovered.isEmpty() and self._hovered.intersects(options.rect):
            self._delegate.draw_hover(painter, self._hovered)
        parts = self._layout.parts(row, width, folded=self.is_folded(row))
        if self._has_picture(row, ratio):
            painter.drawPixmap(0, top, self._pictures.picture(row, parts, ratio, direction))
            return
        painter.save()
        painter.translate(0, top)
        painter.setLayoutDirection(direction)
        result = "" if row.outcome is None else self.tree.data(index) or ""
        self._delegate.draw_row(painter, row, parts, result)
        painter.restore()

    def _has_picture(self, row: MoveRow, ratio: float) -> bool:
        """Return whether *row* is painted from a picture, on a screen of this *ratio* of pixels."""
        # Between two pixels of the screen, a picture would be less sharp than the row itself.
        return ratio.is_integer() and row.outcome is None and row not in self._current_rows

    def _rows_to_draw(self) -> Iterator[MoveRow]:
        """Yield the rows in sight that are painted from pictures, and have none yet."""
        ratio, viewport = self.devicePixelRatioF(), self.viewport()
        height, width = self._layout.row_height, viewport.width()
        for top in range(0, viewport.height() + height, height):
            row = self.tree.row_at(super().indexAt(QPoint(0, min(top, viewport.height() - 1))))
            if row is not None and self._has_picture(row, ratio):
                parts = self._layout.parts(row, width, folded=self.is_folded(row))
                if self._pictures.known(row, parts, ratio) is None:
                    yield row

    def _draw_ahead(self, row: MoveRow) -> None:
        """Draw the picture of *row*, which is going to be painted."""
        parts = self._layout.parts(row, self.viewport().width(), folded=self.is_folded(row))
        self._pictures.picture(row, parts, self.devicePixelRatioF(), self.layoutDirection())

    @property
    def draws_ahead(self) -> bool:
        """Whether rows are being drawn, and the list is painted in a moment."""
        return self._ahead.is_active

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and show the focus where there is no current move to show it."""
        self._hovered = self.hover_rect()
        self._delegate.is_focused = self.hasFocus()
        # Asked once, not for every row.
        self._painting = (
            self.viewport().width(),
            self.devicePixelRatioF(),
            self.layoutDirection(),
        )
        super().paintEvent(event)
        if self.hasFocus() and not self.currentIndex().isValid():
            painter = QPainter(self.viewport())
            painter.setPen(QPen(self._theme.accent, 1.0))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current move in sight."""
        super().resizeEvent(event)
        self._scroll_to_current()

    def changeEvent(self, event: QEvent) -> None:
        """Lay the rows out anew in another font or direction."""
        super().changeEvent(event)
        if event.type() in (
            QEvent.Type.FontChange,
            QEvent.Type.StyleChange,
            QEvent.Type.LayoutDirectionChange,
        ):
            self._layout = self._delegate.rows = MoveLayout(self.font(), self.layoutDirection())
            self._pictures.clear()
            self.scheduleDelayedItemsLayout()
            self._scroll_to_current()

    @property
    def row_height(self) -> int:
        """The height of a row in pixels."""
        return self._layout.row_height

    # -- mouse and keys ------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the move that is clicked, and to its comment; or fold or unfold a variation."""
        event.accept()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        row = self.fold_mark_at(point)
        if row is not None:
            self.set_folded(row, not self.is_folded(row))
            return
        node = self.node_at(point)
        if node is not None:
            self._go_to(node)
            if isinstance(self.tree.row_at(self.indexAt(point)), CommentRow):
                self.asked.emit("comment", [])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a second click for what it is: a click."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark what is under the mouse; there is nothing to drag or to select."""
        self._hover(event.position().toPoint())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the press has done it."""
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu about the move under the mouse, or by key about the current one."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            shown = self.visualRect(index) if index.isValid() else self.viewport().rect()
            self.menu_wanted.emit(self.viewport().mapToGlobal(shown.center()), self._current)
        else:
            self.menu_wanted.emit(event.globalPos(), self.node_at(event.pos()))
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus, without making the first cell current as Qt does."""
        super().focusInEvent(event)
        if self._current is None or self._current.parent is None:
            self.setCurrentIndex(QModelIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk along the record; leave keys that mean nothing here to the window."""
        key = Qt.Key(event.key())
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.ControlModifier and key in _VARIATIONS:
            self.asked.emit(_VARIATIONS[key], [])
        elif key in _FOLDS and not modifiers & ~Qt.KeyboardModifier.ShiftModifier:
            self._fold_here(not _FOLDS[key])
        elif modifiers or self._current is None:
            event.ignore()
        elif key in _COMMANDS:
            self.asked.emit(_COMMANDS[key_as_read(key, self)], [])
        elif key in _MOVES:
            self._go_to(moves_away(self._current, _MOVES[key]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go_to(turn_end(self._current))
        else:
            event.ignore()

    def _go_to(self, node: Node) -> None:
        if node is not self._current:
            self.asked.emit("goto-node", [str(node.number)])

    def _fold_here(self, folded: bool) -> None:
        """Fold or unfold the current row's variation, or else the variations below it."""
        row = self.tree.row_of(self._current) if self._current is not None else None
        if row is None:
            return
        if row.is_head and row.child_count:
            self.set_folded(row, folded)
        else:
            for line in row.variations:
                self.set_folded(line.rows[0], folded)

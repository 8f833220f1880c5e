"""Draws the rows of the move list."""

from unicodedata import bidirectional

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from kalahloa.models.record.record import Node
from kalahloa.views.items.move_layout import PADDING, MoveCell, MoveLayout, MoveText, RowParts
from kalahloa.views.items.move_rows import NOTHING, CommentRow, Found, MoveRow, symbols_of
from kalahloa.views.items.move_texts import shown_comment
from kalahloa.views.look.contrast import TEXT, contrast, luminance
from kalahloa.views.look.inks import symbol_colour
from kalahloa.views.look.theme import Theme

_CORNER = 4.0
_HOVER = 0.12
"""How opaque the accent is behind what is under the mouse."""


def readable_fill(fill: QColor, text: QColor) -> QColor:
    """Return *fill*, darker or lighter by as little as *text* needs to be readable on it."""
    lighter = luminance(text) < luminance(fill)
    for percent in range(100, 200, 2):
        found = fill.lighter(percent) if lighter else fill.darker(percent)
        if contrast(found, text) >= TEXT:
            return found
    return fill


class MoveDelegate(QStyledItemDelegate):
    """Draws rows, and says how high they are.

    `current` is the node whose turn is filled with the accent; `is_focused` whether that cell has a
    ring.
    """

    def __init__(
        self, theme: Theme, layout: MoveLayout, parent: QObject, found: Found = NOTHING
    ) -> None:
        super().__init__(parent)
        self._found = found
        self.rows = layout
        self.current: Node | None = None
        self.is_focused = False
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        self._hover = QColor(theme.accent)
        self._hover.setAlphaF(_HOVER)
        self._fill = readable_fill(theme.accent, theme.on_accent)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a cell: all rows are as high as one another."""
        return QSize(1, self.rows.row_height)

    def draw_row(self, painter: QPainter, row: MoveRow, parts: RowParts, result: str) -> None:
        """Draw *row*, whose upper left corner is the origin; *result* is what a result says."""
        right_to_left = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as moves are written
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.line.parent is not None:
            self._draw_fold_mark(painter, parts, row, right_to_left)
        painter.setFont(self.rows.font(row.line))
        if isinstance(row, CommentRow):
            self._draw_comment(painter, row, parts, right_to_left)
        elif row.outcome is not None:
            self._draw_result(painter, parts.text, result)
        elif parts.folded:
            self._draw_pieces(painter, parts.text, parts.pieces, None)
        else:
            for side, cell in enumerate(parts.cells):
                self._draw_turn(painter, cell, row, side)
            self._draw_number(painter, parts.number, row)

    def _draw_fold_mark(
        self, painter: QPainter, parts: RowParts, row: MoveRow, right_to_left: bool
    ) -> None:
        """Draw a bar, and an arrowhead if *row* can be folded."""
        rect = parts.mark
        edge = rect.right() - 1 if right_to_left else rect.left()
        painter.fillRect(QRect(edge, rect.top(), 2, rect.height()), self._theme.border)
        if row.is_head and row.child_count:
            size = rect.width() * 0.18
            points = [QPointF(-size, -size * 1.2), QPointF(size, 0), QPointF(-size, size * 1.2)]
            painter.save()
            painter.translate(QPointF(rect.center()) + QPointF(1, 1))
            painter.rotate(180 if parts.folded and right_to_left else 0 if parts.folded else 90)
            pen = QPen(self._theme.muted, 1.5)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))
            painter.restore()

    def draw_hover(self, painter: QPainter, rect: QRect) -> None:
        """Draw the soft background of what is under the mouse into *rect*."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._hover)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), _CORNER, _CORNER)
        painter.restore()

    # -- parts ---------------------------------------------------------------------------------

    def _draw_result(self, painter: QPainter, rect: QRect, text: str) -> None:
        inner = rect.adjusted(PADDING, 0, -PADDING, 0)
        painter.setPen(self._theme.text)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, _ALIGNED, shown)

    def _draw_comment(
        self, painter: QPainter, row: CommentRow, parts: RowParts, right_to_left: bool
    ) -> None:
        """Draw the comment, after its move's name if `parts` has that, on a ground of its own."""
        box = parts.text.adjusted(0, 1, -1, -2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.window)
        painter.drawRoundedRect(box, _CORNER, _CORNER)
        painter.setFont(self.rows.small_font)
        inner = parts.text.adjusted(PADDING, 0, -PADDING, 0)
        for piece in parts.pieces:
            left = inner.right() + 1 - piece.width if right_to_left else inner.left()
            painter.setPen(self._theme.muted)
            place = QRect(left, inner.top(), piece.width + 1, inner.height())
            painter.drawText(place, _ALIGNED, piece.text)
            used = piece.width + PADDING
            inner.adjust(*((0, 0, -used, 0) if right_to_left else (used, 0, 0, 0)))
        text = painter.fontMetrics().elidedText(
            shown_comment(row), Qt.TextElideMode.ElideRight, max(0, inner.width())
        )
        painter.setPen(self._theme.text)
        is_rtl = runs_right_to_left(text)
        directions = Qt.LayoutDirection
        painter.setLayoutDirection(directions.RightToLeft if is_rtl else directions.LeftToRight)
        painter.drawText(inner, _ALIGNED_RIGHT if is_rtl else _ALIGNED, text)

    def _draw_number(self, painter: QPainter, rect: QRect, row: MoveRow) -> None:
        painter.setFont(self.rows.small_font)
        painter.setPen(self._theme.muted)
        painter.drawText(rect.adjusted(PADDING, 0, 0, 0), _ALIGNED, str(row.number))

    def _draw_turn(self, painter: QPainter, cell: MoveCell, row: MoveRow, side: int) -> None:
        rect, turn, pieces = cell.rect, cell.turn, cell.pieces
        if not turn:
            if side == 0 and row.starts[1] is not None:
                painter.setPen(self._theme.muted)
                painter.drawText(rect.adjusted(PADDING, 0, 0, 0), _ALIGNED, "…")
            return
        is_current = self.current in turn
        if is_current:
            self._fill_cell(painter, rect)
            if self.current is not turn[-1]:
                pieces = self.rows.turn_pieces(row, side, rect.width(), self.current)
        self._draw_pieces(painter, rect, pieces, turn)
        if is_current:
            _set_underlined(painter, False)
        if cell.commented:
            self._draw_comment_mark(painter, rect, is_current)

    def _draw_pieces(
        self, painter: QPainter, rect: QRect, pieces: list[MoveText], turn: list[Node] | None
    ) -> None:
        """Draw *pieces* of the cell of *turn*, or of a folded variation where it is None."""
        left = rect.left() + PADDING
        in_cell = turn is not None and self.current in turn
        for piece in pieces:
            place = QRect(left + piece.left, rect.top(), piece.width + 1, rect.height())
            is_current = piece.node is not None and self._stands_for_current(piece.node, turn)
            colour = self._theme.text if piece.is_move else self._theme.muted
            if turn is None:
                if is_current:
                    self._fill_cell(painter, place.adjusted(-3, 0, 2, 0))
            elif in_cell:
                _set_underlined(painter, is_current and piece.node is not turn[-1])
            on_accent = in_cell or (turn is None and is_current)
            painter.setPen(self._theme.on_accent if on_accent else colour)
            marked = not on_accent and piece.node is not None and self._is_marked(piece.node)
            if not (marked and self._draw_marked(painter, place, piece)):
                painter.drawText(place, _ALIGNED, piece.text)

    def _is_marked(self, node: Node) -> bool:
        return bool(node.notes.marks) or node.number in self._found

    def _draw_marked(self, painter: QPainter, place: QRect, piece: MoveText) -> bool:
        """Draw *piece* with the symbols of its marks in their colour; False if they are cut off."""
        assert piece.node is not None
        notes = piece.node.notes
        before, symbols, after = piece.text.rpartition(symbols_of(piece.node, self._found))
        if not symbols:
            return False
        metrics = painter.fontMetrics()
        painter.drawText(place, _ALIGNED, before)
        left = place.adjusted(metrics.horizontalAdvance(before), 0, 0, 0)
        if after:
            width = metrics.horizontalAdvance(symbols)
            painter.drawText(left.adjusted(width, 0, 0, 0), _ALIGNED, after)
        mark = notes.judgement or (notes.marks or (self._found.get(piece.node.number),))[0]
        assert mark is not None
        painter.setPen(symbol_colour(mark, self._theme))
        painter.drawText(left, _ALIGNED, symbols)
        return True

    def _stands_for_current(self, node: Node, turn: list[Node] | None) -> bool:
        """Return whether the piece of *node*, which is a whole turn in a text, has the current."""
        if turn is not None:
            return node is self.current
        ply: Node | None = node
        while ply is not None and ply.side == node.side:
            if ply is self.current:
                return True
            ply = ply.parent
        return False

    def _fill_cell(self, painter: QPainter, rect: QRect) -> None:
        painter.setBrush(self._fill)
        painter.setPen(QPen(self._theme.text, 2.0) if self.is_focused else QPen(Qt.PenStyle.NoPen))
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), _CORNER, _CORNER)

    def _draw_comment_mark(self, painter: QPainter, rect: QRect, is_current: bool) -> None:
        """Draw a small speech bubble at the end of the cell."""
        size = self.rows.comment_width - PADDING
        bubble = QRect(0, 0, size, round(size * 0.7))
        bubble.moveCenter(rect.center())
        bubble.moveRight(rect.right() - PADDING)
        colour = self._theme.on_accent if is_current else self._theme.muted
        painter.setPen(QPen(colour, 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(bubble, 2.5, 2.5)
        tail = QPointF(bubble.left() + size * 0.3, bubble.bottom() + 1)
        painter.drawPolyline(
            QPolygonF([tail, tail + QPointF(0, size * 0.25), tail + QPointF(size * 0.25, 0)])
        )


_ALIGNED = (
    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
).value

_ALIGNED_RIGHT = (
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
).value


def runs_right_to_left(text: str) -> bool:
    """Return whether the first letter of *text* is of a script that runs from right to left."""
    for sign in text:
        kind = bidirectional(sign)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def _set_underlined(painter: QPainter, underlined: bool) -> None:
    font = painter.font()
    font.setUnderline(underlined)
    painter.setFont(font)

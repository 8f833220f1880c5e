"""Draws the cells of the move list."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from kalahloa.models.record import Node
from kalahloa.views.items.move_layout import PADDING, MoveLayout, Piece
from kalahloa.views.items.move_rows import Row, has_comment
from kalahloa.views.items.move_tree import NUMBER_COLUMN, MoveTree
from kalahloa.views.look.contrast import TEXT, contrast, luminance
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
    """Draws one cell; of a folded variation, the whole row.

    `current` is the node whose turn is filled with the accent; `is_focused` whether that cell has a
    ring.  A row is a folded variation where the option's state lacks `State_Open`.
    """

    def __init__(self, theme: Theme, layout: MoveLayout, parent: QObject) -> None:
        super().__init__(parent)
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

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the cell *index* into the option's rectangle."""
        model = index.model()
        assert isinstance(model, MoveTree)
        row = model.row_at(index)
        if row is None:
            return
        whole: QRect = option.rect
        is_open = bool(option.state & QStyle.StateFlag.State_Open)
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as moves are written
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.rows.font(row.line))
        if row.outcome is not None:
            self._draw_result(painter, whole, model.data(index) or "")
        elif not is_open:
            self._draw_pieces(painter, whole, self.rows.line_pieces(row.line, whole.width()), None)
        elif index.column() == NUMBER_COLUMN:
            self._draw_number(painter, whole, row)
        else:
            self._draw_turn(painter, whole, row, index.column() - 1)
        painter.restore()

    def draw_fold_mark(self, painter: QPainter, rect: QRect, row: Row, is_open: bool) -> None:
        """Draw into *rect* a bar, and an arrowhead if *row* can be folded."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        right_to_left = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
        edge = rect.right() - 1 if right_to_left else rect.left()
        painter.fillRect(QRect(edge, rect.top(), 2, rect.height()), self._theme.border)
        if row.is_head and row.child_count:
            size = rect.width() * 0.18
            points = [QPointF(-size, -size * 1.2), QPointF(size, 0), QPointF(-size, size * 1.2)]
            painter.translate(QPointF(rect.center()) + QPointF(1, 1))
            painter.rotate(90 if is_open else 180 if right_to_left else 0)
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
        painter.drawText(inner, int(_ALIGNED), shown)

    def _draw_number(self, painter: QPainter, rect: QRect, row: Row) -> None:
        painter.setFont(self.rows.small_font)
        painter.setPen(self._theme.muted)
        painter.drawText(rect.adjusted(PADDING, 0, 0, 0), int(_ALIGNED), str(row.number))

    def _draw_turn(self, painter: QPainter, rect: QRect, row: Row, side: int) -> None:
        turn = row.turn(side)
        if not turn:
            if side == 0 and row.starts[1] is not None:
                painter.setPen(self._theme.muted)
                painter.drawText(rect.adjusted(PADDING, 0, 0, 0), int(_ALIGNED), "…")
            return
        is_current = self.current in turn
        if is_current:
            self._fill_cell(painter, rect)
        pieces = self.rows.turn_pieces(row, side, rect.width(), self.current)
        self._draw_pieces(painter, rect, pieces, turn)
        if has_comment(turn):
            self._draw_comment_mark(painter, rect, is_current)

    def _draw_pieces(
        self, painter: QPainter, rect: QRect, pieces: list[Piece], turn: list[Node] | None
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
            painter.setPen(
                self._theme.on_accent if in_cell or (turn is None and is_current) else colour
            )
            painter.drawText(place, int(_ALIGNED), piece.text)

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


def _set_underlined(painter: QPainter, underlined: bool) -> None:
    font = painter.font()
    font.setUnderline(underlined)
    painter.setFont(font)

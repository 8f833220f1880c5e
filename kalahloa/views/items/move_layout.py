"""Where the parts of a row of moves stand: pure geometry, for drawing and for clicks alike."""

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics

from kalahloa.models.record.record import Node
from kalahloa.views.items.move_rows import (
    CommentRow,
    MoveLine,
    MoveRow,
    has_comment,
    ply_text,
    turn_joint,
)
from kalahloa.views.items.move_tree import NUMBER_COLUMN

MIN_ROW_HEIGHT = 22
"""Minimum height of what one clicks at, in pixels."""
PADDING = 6
_SMALLER = 0.93
_MAX_INDENT = 0.3
"""The share of the width that the indent of nested variations may take."""
_ELLIPSIS = "…"
_MAX_KEPT = 500
"""How many rows' parts are kept: many more than are in sight."""


class MoveText(NamedTuple):
    """A text in a row, from `left` (pixels in its cell, or row), and the node that it stands for.

    `is_move` is whether it is a move of the cell's own line, and not a number or a shared ply.
    """

    text: str
    left: int
    width: int
    node: Node | None
    is_move: bool


class MoveCell(NamedTuple):
    """What stands in `rect`: the plies of `turn` as `pieces`, and whether one has a comment."""

    rect: QRect
    turn: list[Node]
    pieces: list[MoveText]
    commented: bool


class RowParts(NamedTuple):
    """Where the parts of a row of this `width` stand, the row's upper left corner at the origin.

    `text` are the place and the pieces of a `folded` variation or of a comment, or the place of a
    result; `number` is that of the number and `cells` are those of both turns in any other row.
    `mark` is the place of the mark that folds a variation.
    """

    width: int
    folded: bool
    mark: QRect
    text: QRect
    pieces: list[MoveText]
    number: QRect
    cells: tuple[MoveCell, ...]


class MoveLayout:
    """The geometry of rows of moves in *font* and *direction*.

    The parts of a row are kept until the row is forgotten.
    """

    def __init__(self, font: QFont, direction: Qt.LayoutDirection) -> None:
        self._parts: dict[MoveRow, RowParts] = {}
        self._direction = direction
        # Rows are drawn into transparent pictures, where colours at edges are not possible.
        font = QFont(font)
        font.setStyleStrategy(QFont.StyleStrategy.NoSubpixelAntialias)
        self.main_font = QFont(font)
        self.main_font.setWeight(QFont.Weight.Medium)
        self.small_font = _scaled(font, _SMALLER)
        self._main = QFontMetrics(self.main_font)
        self._small = QFontMetrics(self.small_font)
        self.row_height = max(MIN_ROW_HEIGHT, self._main.height() + 8)
        self._number_width = self._main.horizontalAdvance("000") + 2 * PADDING
        self._step = 2 * self._main.averageCharWidth()
        self.fold_width = self._main.height()
        """The width of the mark that folds a variation; 0 in the main line."""
        self.comment_width = self._main.ascent() + PADDING
        """The width of the mark of a comment."""

    def metrics(self, line: MoveLine) -> QFontMetrics:
        """Return the metrics of the font in which *line* is written."""
        return self._small if line.depth else self._main

    def font(self, line: MoveLine) -> QFont:
        """Return the font in which *line* is written."""
        return self.small_font if line.depth else self.main_font

    def mirrored(self, part: QRect, whole: QRect) -> QRect:
        """Return where *part* of *whole* stands, from right to left if that is the direction."""
        if self._direction is Qt.LayoutDirection.LeftToRight:
            return part
        return part.translated(whole.left() + whole.right() - part.left() - part.right(), 0)

    def _indent(self, depth: int, width: int) -> int:
        if not depth:
            return 0
        return int(min(self._number_width + (depth - 1) * self._step, width * _MAX_INDENT))

    def fold_mark(self, row: MoveRow, whole: QRect) -> QRect:
        """Return where the mark that folds a variation stands in the row's rectangle *whole*."""
        left = whole.left() + self._indent(row.line.depth, whole.width())
        return self.mirrored(QRect(left, whole.top(), self.fold_width, whole.height()), whole)

    def cell(self, row: MoveRow, column: int, whole: QRect) -> QRect:
        """Return where the cell in *column* stands in the row's rectangle *whole*."""
        depth = row.line.depth
        left = self._indent(depth, whole.width()) + (self.fold_width if depth else 0)
        if row.outcome is not None:
            part = QRect(left, 0, whole.width() - left, whole.height())
        elif isinstance(row, CommentRow):
            if row.subject is not None:
                left += self._width_of_number(row.subject)
            part = QRect(left, 0, max(0, whole.width() - left), whole.height())
        else:
            number = self._width_of_number(row)
            half = max(0, whole.width() - left - number) // 2
            if column == NUMBER_COLUMN:
                part = QRect(left, 0, number, whole.height())
            else:
                part = QRect(left + number + (column - 1) * half, 0, half, whole.height())
        return self.mirrored(part.translated(whole.topLeft()), whole)

    def _width_of_number(self, row: MoveRow) -> int:
        if row.line.depth:
            return self._small.horizontalAdvance("00") + 2 * PADDING
        return max(self._number_width, self._main.horizontalAdvance(f"{row.number}0"))

    def text_rect(self, row: MoveRow, whole: QRect) -> QRect:
        """Return where the text of a folded variation stands in the row's rectangle *whole*."""
        left = self._indent(row.line.depth, whole.width()) + self.fold_width
        return self.mirrored(whole.adjusted(left, 0, 0, 0), whole)

    def parts(self, row: MoveRow, width: int, *, folded: bool) -> RowParts:
        """Return where the parts of *row* stand, which is *width* pixels wide."""
        parts = self._parts.get(row)
        if parts is None or (parts.width, parts.folded) != (width, folded):
            if len(self._parts) >= _MAX_KEPT:
                self._parts.clear()
            self._parts[row] = parts = self._made_parts(row, width, folded)
        return parts

    def forget(self, row: MoveRow) -> None:
        """Measure *row* anew the next time; it has changed."""
        self._parts.pop(row, None)

    def forget_all(self) -> None:
        """Measure all rows anew."""
        self._parts.clear()

    def _made_parts(self, row: MoveRow, width: int, folded: bool) -> RowParts:
        whole = QRect(0, 0, width, self.row_height)
        mark = self.fold_mark(row, whole) if row.line.parent is not None else QRect()
        text = number = QRect()
        pieces: list[MoveText] = []
        cells: list[MoveCell] = []
        if folded:
            text = self.text_rect(row, whole)
            pieces = self.line_pieces(row.line, text.width())
        elif not row.is_move:
            text = self.cell(row, NUMBER_COLUMN, whole)
            if isinstance(row, CommentRow) and row.names_move:
                pieces = self._comment_pieces(row)
        else:
            number = self.cell(row, NUMBER_COLUMN, whole)
            for side in (0, 1):
                rect, turn = self.cell(row, 1 + side, whole), row.turn(side)
                fitted = self.turn_pieces(row, side, rect.width(), None) if turn else []
                cells.append(MoveCell(rect, turn, fitted, _is_marked(row, turn)))
        return RowParts(width, folded, mark, text, pieces, number, tuple(cells))

    def turn_pieces(
        self, row: MoveRow, side: int, width: int, current: Node | None
    ) -> list[MoveText]:
        """Return the plies of *side*'s turn as pieces of a cell of this *width*.

        What does not fit is left out at the end, or before *current* where it is a ply in the
        middle of the turn.
        """
        own = row.turn(side)
        plies = [*row.shared(side), *own]
        joint = turn_joint(plies)
        texts = [
            ply_text(ply, row.line.found) + (joint if at < len(plies) - 1 else "")
            for at, ply in enumerate(plies)
        ]
        metrics = self.metrics(row.line)
        room = width - 2 * PADDING - (self.comment_width if _is_marked(row, own) else 0)
        widths = [metrics.horizontalAdvance(text) for text in texts]
        first = 0
        if current in own[:-1]:
            at = plies.index(current)
            first = at
            dots = metrics.horizontalAdvance(_ELLIPSIS)
            while first > 0 and sum(widths[first - 1 : at + 1]) + 2 * dots <= room:
                first -= 1
        parts: list[tuple[str, Node | None, bool]] = [(_ELLIPSIS, None, False)] if first else []
        shared = len(plies) - len(own)
        parts += [
            (texts[at], plies[at] if at >= shared else None, at >= shared)
            for at in range(first, len(plies))
        ]
        return _fitted(parts, metrics, room, 0)

    def _comment_pieces(self, row: CommentRow) -> list[MoveText]:
        """Return the name of the move that *row* is about as a piece."""
        text = row.node.text
        return [MoveText(text, 0, self._small.horizontalAdvance(text), row.node, False)]

    def line_pieces(self, line: MoveLine, width: int) -> list[MoveText]:
        """Return the text of the folded variation *line* as pieces of a row of this *width*."""
        space = self._small.horizontalAdvance(" ")
        words = ((word.text, word.node, word.node is not None) for word in line.words())
        return _fitted(words, self._small, width - 2 * PADDING, space)


def _is_marked(row: MoveRow, turn: list[Node]) -> bool:
    """Return whether *turn* in *row* has a comment that has no row of its own."""
    return not row.comments and has_comment(turn)


def _fitted(
    parts: Iterable[tuple[str, Node | None, bool]], metrics: QFontMetrics, room: int, space: int
) -> list[MoveText]:
    """Return pieces one after the other, *space* apart, as many as fit into *room*, or …."""
    pieces: list[MoveText] = []
    left = 0
    for text, node, is_move in parts:
        width = metrics.horizontalAdvance(text)
        if left + width > room:
            shown = metrics.elidedText(
                text + _ELLIPSIS, Qt.TextElideMode.ElideRight, max(0, room - left)
            )
            while (
                pieces
                and shown in ("", _ELLIPSIS)
                and left + metrics.horizontalAdvance(_ELLIPSIS) > room
            ):
                last = pieces.pop()
                left = last.left
                shown = _ELLIPSIS
            width = metrics.horizontalAdvance(shown)
            pieces.append(
                MoveText(shown, left, width, None if shown == _ELLIPSIS else node, is_move)
            )
            break
        pieces.append(MoveText(text, left, width, node, is_move))
        left += width + space
    return pieces


def piece_at(pieces: list[MoveText], left: int) -> MoveText | None:
    """Return the piece with a node that is at *left* or nearest to it, None if there is none."""
    with_node = [piece for piece in pieces if piece.node is not None]
    return min(
        with_node,
        key=lambda piece: max(piece.left - left, left - piece.left - piece.width, 0),
        default=None,
    )


def _scaled(font: QFont, factor: float) -> QFont:
    scaled = QFont(font)
    if font.pointSizeF() > 0:
        scaled.setPointSizeF(font.pointSizeF() * factor)
    else:
        scaled.setPixelSize(max(1, round(font.pixelSize() * factor)))
    return scaled

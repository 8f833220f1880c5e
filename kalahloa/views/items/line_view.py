"""A list of lines, in which moves are pointed at, chosen by a click, and walked to by keys."""

from typing import NamedTuple

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from kalahloa.models.record.record import Node
from kalahloa.models.study.line_words import LineWord
from kalahloa.views.boards.move_values import board_value_text
from kalahloa.views.items.lines import LineRow, LinesModel
from kalahloa.views.look.fonts import with_tabular_figures
from kalahloa.views.look.theme import Theme

MIN_ROWS = 2
"""There is room for so many rows, also in a low window."""
_BADGE_LETTERS = 6
_GAP = 7
_EDGE = 8
_HOVER = 0.14
"""How opaque the accent is behind the move under the mouse, or chosen by keys."""


class Spot(NamedTuple):
    """A move of a line: the row, and which of its words."""

    row: int
    word: int


NOWHERE = Spot(-1, -1)


class _Piece(NamedTuple):
    """A word as it is drawn: its place within the row, and the number before it."""

    rect: QRect
    number: str
    text: str


class LineDelegate(QStyledItemDelegate):
    """Draws a line: its value in a badge, and its moves, the first one in bold."""

    def __init__(self, theme: Theme, view: "LineView") -> None:
        super().__init__(view)
        self.theme = theme
        self._view = view
        self._badge = 0
        self._fonts: tuple[QFont, QFont] | None = None
        self._laid: dict[tuple[LineWord, ...], list[_Piece]] = {}

    def forget(self, *_: object) -> None:
        """Measure anew what is drawn: other values, or another font."""
        self._badge = 0
        self._fonts = None
        self._laid.clear()

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a row: all are as high as one another."""
        return QSize(1, round(1.75 * self._view.fontMetrics().height()))

    def pieces(self, row: LineRow, rect: QRect) -> list[_Piece]:
        """Return the words of *row* as far as they fit into *rect*."""
        if row.words not in self._laid:
            self._laid[row.words] = self._measured(row)
        right = rect.right() - _EDGE
        pieces = [
            piece._replace(rect=piece.rect.translated(rect.topLeft()))
            for at, piece in enumerate(self._laid[row.words])
            if not at or rect.left() + piece.rect.right() < right
        ]
        for piece in pieces:
            piece.rect.setHeight(rect.height())
        return pieces

    def _measured(self, row: LineRow) -> list[_Piece]:
        """Return the words of *row* in a row that begins at 0, however long it is."""
        first, rest = QFontMetrics(self._bold()), self._view.fontMetrics()
        left = _EDGE + self.badge_width() + 10
        pieces: list[_Piece] = []
        for at, word in enumerate(row.words):
            metrics = rest if at else first
            number = f"{word.number} " if word.number else ""
            before = rest.horizontalAdvance(number)
            width = before + metrics.horizontalAdvance(word.text)
            pieces.append(_Piece(QRect(left, 0, width, 1), number, word.text))
            left += width + _GAP
        return pieces

    def badge_width(self) -> int:
        """Return the width of all badges."""
        if not self._badge:
            self._badge = self._measured_badge()
        return self._badge

    def _measured_badge(self) -> int:
        widest = max((board_value_text(row.value) for row in self._view.rows), key=len, default="")
        metrics = QFontMetrics(with_tabular_figures(self._bold()))
        return max(
            metrics.horizontalAdvance("0" * _BADGE_LETTERS), metrics.horizontalAdvance(widest) + 14
        )

    def _bold(self, bold: bool = True) -> QFont:
        if self._fonts is None:
            font = QFont(self._view.font())
            usual = with_tabular_figures(font)
            font.setWeight(QFont.Weight.DemiBold)
            self._fonts = (usual, font)
        return self._fonts[bold]

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the row of *index*."""
        view, theme = self._view, self.theme
        if index.row() >= len(view.rows):
            return
        row = view.rows[index.row()]
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as moves are written
        if index.row() == view.currentIndex().row() and view.hasFocus():
            painter.setPen(QPen(theme.accent, 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 5, 5)
        if row.played:
            self._draw_played(painter, rect)
        self._draw_badge(painter, row, rect)
        self._draw_words(painter, index.row(), row, rect)
        painter.restore()

    def _draw_played(self, painter: QPainter, rect: QRect) -> None:
        """Draw a small triangle at the edge: this move was played."""
        middle = rect.center().y() + 0.5
        points = [QPointF(1, middle - 4), QPointF(6, middle), QPointF(1, middle + 4)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.accent)
        painter.drawPolygon(QPolygonF(points))

    def _draw_badge(self, painter: QPainter, row: LineRow, rect: QRect) -> None:
        theme, value = self.theme, row.value
        badge = QRectF(0, 0, self.badge_width(), rect.height() - 7)
        badge.moveCenter(QRectF(rect).center())
        badge.moveLeft(rect.left() + _EDGE)
        filled = value.proven and row.best
        edge = theme.proven if value.proven else theme.outline
        painter.setPen(Qt.PenStyle.NoPen if filled else QPen(edge, 1.3))
        painter.setBrush(theme.proven if filled else theme.window)
        painter.drawRoundedRect(badge, 5, 5)
        painter.setFont(self._bold(row.best))
        painter.setPen(theme.on_accent if filled else theme.text)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, board_value_text(value))

    def _draw_words(self, painter: QPainter, number: int, row: LineRow, rect: QRect) -> None:
        theme = self.theme
        soft = QColor(theme.accent)
        soft.setAlphaF(_HOVER)
        aligned = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for at, piece in enumerate(self.pieces(row, rect)):
            if self._view.spot == Spot(number, at):
                painter.setPen(QPen(theme.accent, 1.2))
                painter.setBrush(soft)
                painter.drawRoundedRect(QRectF(piece.rect).adjusted(-3, 4, 3, -4), 4, 4)
            painter.setFont(self._view.font())
            painter.setPen(theme.muted)
            painter.drawText(piece.rect, aligned, piece.number)
            before = self._view.fontMetrics().horizontalAdvance(piece.number)
            if not at:
                painter.setFont(self._bold())
                painter.setPen(theme.text)
            painter.drawText(piece.rect.adjusted(before, 0, 4, 0), aligned, piece.text)


class LineView(QListView):
    """Lists the rows of a `LinesModel`.

    The mouse points at a move; the arrow keys choose a row, and with Left and Right a move of it.
    """

    pointed = Signal(int, int)
    """The row and the word that is pointed at, or chosen by keys; -1 for none."""
    chosen = Signal(int, int)
    """The row and the word that was clicked, or Enter was pressed on."""
    menu_wanted = Signal(int, QPoint)
    """A context menu is wanted for a row (-1 for none), at this point of the screen."""

    def __init__(self, model: LinesModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spot = NOWHERE
        """The move that is pointed at."""
        self._chosen: tuple[Node | None, tuple[int, ...]] = (None, ())
        """The node whose lines are listed, and the moves of the current one up to the spot."""
        self._model = model
        self.setModel(model)
        self.delegate = LineDelegate(theme, self)
        self.setItemDelegate(self.delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for changed in (model.modelReset, model.dataChanged):
            changed.connect(self.delegate.forget)
            changed.connect(self._follow)

    @property
    def rows(self) -> list[LineRow]:
        """The rows of the model."""
        return self._model.rows

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few rows."""
        row = self.delegate.sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        return QSize(super().minimumSizeHint().width(), MIN_ROWS * row + 2)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self.delegate.theme = theme
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.delegate.forget()

    def spot_at(self, point: QPoint) -> Spot:
        """Return the move at *point* of the viewport, or `NOWHERE`."""
        index = self.indexAt(point)
        if not index.isValid():
            return NOWHERE
        row = self.rows[index.row()]
        for at, piece in enumerate(self.delegate.pieces(row, self.visualRect(index))):
            if piece.rect.contains(point):
                return Spot(index.row(), at)
        return NOWHERE

    def word_rect(self, spot: Spot) -> QRect:
        """Return where the move at *spot* is drawn in the viewport; empty if it is not."""
        index = self._model.index(spot.row)
        if not index.isValid():
            return QRect()
        pieces = self.delegate.pieces(self.rows[spot.row], self.visualRect(index))
        return pieces[spot.word].rect if 0 <= spot.word < len(pieces) else QRect()

    def _subject(self) -> Node | None:
        subject = self._model.subject
        return None if subject is None else subject.node

    def _follow(self) -> None:
        """Stay at the line and the move that were chosen, wherever they are listed now.

        Where the line no longer leads to that move, its beginning stays current.
        """
        node, moves = self._chosen
        word = self.spot.word
        if node is not self._subject():
            moves = ()
        row = self._row_of(moves)
        if row < 0:
            row, word = self._row_of(moves[:1]), -1
        if row != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(row))
        is_there = row >= 0 and 0 <= word < len(self.rows[row].words)
        self._point(Spot(row, word) if is_there else NOWHERE)

    def _row_of(self, moves: tuple[int, ...]) -> int:
        """Return the row whose line begins with *moves*; -1 if there is none, or no move."""
        begins = (n for n, row in enumerate(self.rows) if row.line.moves[: len(moves)] == moves)
        return next(begins, -1) if moves else -1

    def _point(self, spot: Spot) -> None:
        if spot != NOWHERE and spot.row == self.currentIndex().row():
            row = self.rows[spot.row]
            self._chosen = self._subject(), row.line.moves[: row.words[spot.word].plies]
        if spot != self.spot:
            self.spot = spot
            self.viewport().update()
            self.pointed.emit(*spot)

    # -- mouse ---------------------------------------------------------------------------------

    def enterEvent(self, event: QEnterEvent) -> None:
        """Hold the rows while somebody points at them."""
        super().enterEvent(event)
        self._model.held = True

    def leaveEvent(self, event: QEvent) -> None:
        """Let the rows go."""
        super().leaveEvent(event)
        self._point(NOWHERE)
        self._model.let_go()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the move under the mouse."""
        self._model.held = True
        self._point(self.spot_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the row current."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.setCurrentIndex(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the first click has changed what is shown."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the move under the mouse."""
        spot = self.spot_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and spot != NOWHERE:
            self.chosen.emit(*spot)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu about the row under the mouse, or the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        self.menu_wanted.emit(index.row(), event.globalPos())
        event.accept()

    # -- keys ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose moves by Left and Right, and follow the line to one by Enter."""
        row = self.currentIndex().row()
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if row < 0 or not plain:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self._step(row, 1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(row, self.spot.word if self.spot.row == row else 0)
        elif key == Qt.Key.Key_Escape and self.spot != NOWHERE:
            self._point(NOWHERE)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Point at nothing that keys have chosen."""
        super().focusOutEvent(event)
        if not self.underMouse():
            self._point(NOWHERE)

    def _step(self, row: int, step: int) -> None:
        """Point at the next move of *row*, or the one before; before the first one at none."""
        pieces = self.delegate.pieces(self.rows[row], self.visualRect(self.currentIndex()))
        word = (self.spot.word if self.spot.row == row else -1) + step
        self._point(NOWHERE if word < 0 else Spot(row, min(word, len(pieces) - 1)))

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: object
    ) -> None:
        """Point at no move of another row."""
        super().currentChanged(current, previous)  # type: ignore[arg-type]
        moves = self.rows[current.row()].line.moves[:1] if current.isValid() else ()
        self._chosen = self._subject(), moves
        if self.spot.row != current.row():
            self._point(NOWHERE)
        self.viewport().update()

"""A list of moves with lines, in which moves are pointed at, clicked, and walked to by keys."""

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
    QBrush,
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

from kalahloa.controllers.features.book.words import ONLY_MARK
from kalahloa.models.record.record import Node
from kalahloa.models.study.line_words import LineWord
from kalahloa.views.items.lines import LineRow, LinesModel
from kalahloa.views.look.fonts import with_tabular_figures
from kalahloa.views.look.theme import Theme

MIN_ROWS = 2
"""There is room for so many rows, also in a low window."""
_BADGE_LETTERS = 6
_GAP = 7
_EDGE = 8
_TAIL_GAP = 12
_LINES = 1.6
"""The height of a row, in lines of text."""
_BAR = 46
"""How wide the bar of the results is, in pixels."""
_MIN_WORDS = 110
"""The least width for the moves; what stands after them goes where there is less."""
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


class _Tail(NamedTuple):
    """How wide what stands after the moves is: counts with their bar, and sources; 0 without."""

    games: int = 0
    bar: int = 0
    source: int = 0

    @property
    def width(self) -> int:
        """The width of all that, with the gaps."""
        return sum(width + _TAIL_GAP for width in self if width)


class LineDelegate(QStyledItemDelegate):
    """Draws a move: its value in a badge, its line, how often it was played, what is its source.

    The badge of an exact value has a green edge; it is filled where the move is the best.
    """

    def __init__(self, theme: Theme, view: "LineView") -> None:
        super().__init__(view)
        self.theme = theme
        self.colours: tuple[QColor, QColor] | None = None
        """The colours of the two sides, None for those of the theme."""
        self._view = view
        self._badge = 0
        self._widths: _Tail | None = None
        self._fonts: tuple[QFont, QFont] | None = None
        self._laid: dict[tuple[tuple[LineWord, ...], bool], list[_Piece]] = {}

    def forget(self, *_: object) -> None:
        """Measure anew what is drawn: other values, or another font."""
        self._badge = 0
        self._widths = None
        self._fonts = None
        self._laid.clear()

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a row: all are as high as one another."""
        return QSize(1, round(_LINES * self._view.fontMetrics().height()))

    def pieces(self, row: LineRow, rect: QRect) -> list[_Piece]:
        """Return the words of *row* as far as they fit into *rect*."""
        key = (row.words, row.only)
        if key not in self._laid:
            self._laid[key] = self._measured(row)
        right = rect.right() - _EDGE - self.tail(rect).width
        pieces = [
            piece._replace(rect=piece.rect.translated(rect.topLeft()))
            for at, piece in enumerate(self._laid[key])
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
            text = f"{word.text} {ONLY_MARK}" if row.only and not at else word.text
            width = before + metrics.horizontalAdvance(text)
            pieces.append(_Piece(QRect(left, 0, width, 1), number, text))
            left += width + _GAP
        return pieces

    def tail(self, rect: QRect) -> _Tail:
        """Return how wide what stands after the moves is, as far as *rect* has room for it."""
        if self._widths is None:
            metrics, rows = self._view.fontMetrics(), self._view.rows
            measured = [metrics.horizontalAdvance(self._view.source(row)) for row in rows]
            counted = [metrics.horizontalAdvance(_count_text(row)) for row in rows]
            has_results = any(sum(row.shares) for row in rows)
            self._widths = _Tail(
                max(counted, default=0), _BAR if has_results else 0, max(measured, default=0)
            )
        room = rect.width() - 2 * _EDGE - self.badge_width() - _MIN_WORDS
        for tail in (self._widths, self._widths._replace(bar=0)):
            if tail.width <= room:
                return tail
        return _Tail(source=self._widths.source) if self._widths.source <= room else _Tail()

    def badge_width(self) -> int:
        """Return the width of all badges."""
        if not self._badge:
            self._badge = self._measured_badge()
        return self._badge

    def _measured_badge(self) -> int:
        widest = max((row.text for row in self._view.rows), key=len, default="")
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
        if row.value is not None:
            self._draw_badge(painter, row.text, rect, row.value.proven, row.best)
        self._draw_words(painter, index.row(), row, rect)
        self._draw_tail(painter, row, rect)
        painter.restore()

    def _draw_played(self, painter: QPainter, rect: QRect) -> None:
        """Draw a small triangle at the edge: this move was played."""
        middle = rect.center().y() + 0.5
        points = [QPointF(1, middle - 4), QPointF(6, middle), QPointF(1, middle + 4)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.accent)
        painter.drawPolygon(QPolygonF(points))

    def _draw_badge(
        self, painter: QPainter, text: str, rect: QRect, proven: bool, best: bool
    ) -> None:
        theme = self.theme
        badge = QRectF(0, 0, self.badge_width(), rect.height() - 7)
        badge.moveCenter(QRectF(rect).center())
        badge.moveLeft(rect.left() + _EDGE)
        filled = proven and best
        edge = QPen(theme.proven if proven else theme.outline, 1.3)
        edge.setStyle(Qt.PenStyle.SolidLine if proven else Qt.PenStyle.DashLine)
        painter.setPen(Qt.PenStyle.NoPen if filled else edge)
        painter.setBrush(theme.proven if filled else theme.window)
        painter.drawRoundedRect(badge, 5, 5)
        painter.setFont(self._bold(best))
        painter.setPen(theme.on_accent if filled else theme.text)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)

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

    def _draw_tail(self, painter: QPainter, row: LineRow, rect: QRect) -> None:
        """Draw how often the move was played and how that ended, and how its value is known."""
        theme, tail = self.theme, self.tail(rect)
        painter.setFont(self._bold(False))
        left = rect.right() - _EDGE - tail.width
        middle = Qt.AlignmentFlag.AlignVCenter
        if tail.games:
            left += _TAIL_GAP
            place = QRect(left, rect.top(), tail.games, rect.height())
            painter.setPen(theme.text)
            painter.drawText(place, middle | Qt.AlignmentFlag.AlignRight, _count_text(row))
            left += tail.games
        if tail.bar:
            left += _TAIL_GAP
            if sum(row.shares):
                self.draw_results(painter, row.shares, QRect(left, rect.top(), _BAR, rect.height()))
            left += tail.bar
        if tail.source:
            left += _TAIL_GAP
            place = QRect(left, rect.top(), tail.source + 2, rect.height())
            is_exact = row.value is not None and row.value.proven
            painter.setPen(theme.text if is_exact else theme.muted)
            painter.drawText(place, middle | Qt.AlignmentFlag.AlignLeft, self._view.source(row))

    def draw_results(self, painter: QPainter, shares: tuple[int, int, int], rect: QRect) -> None:
        """Draw a bar: the first side's wins, draws, the second side's wins."""
        high = max(6, self._view.fontMetrics().capHeight())
        bar = QRect(rect.left(), rect.center().y() - high // 2, rect.width(), high)
        first, second = self.colours or (self.theme.text, self.theme.shade)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        x, done = bar.left(), 0
        drawn = QBrush(self.theme.muted, Qt.BrushStyle.Dense4Pattern)
        for share, brush in zip(shares, (QBrush(first), drawn, QBrush(second)), strict=True):
            done += share
            end = bar.left() + round(bar.width() * done / sum(shares))
            painter.fillRect(x, bar.top(), end - x, high, brush)
            x = end
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.outline)
        painter.drawRect(bar.adjusted(0, 0, -1, -1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _count_text(row: LineRow) -> str:
    return "" if row.count is None else f"{row.count.count:,}"


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

    def source(self, row: LineRow) -> str:
        """Return how the value of *row* is known."""
        return self._model.source(row)

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
        """Return the move at *point* of the viewport, or `NOWHERE`.

        What stands before and after the moves of a row belongs to its first one.
        """
        index = self.indexAt(point)
        if not index.isValid():
            return NOWHERE
        row, rect = self.rows[index.row()], self.visualRect(index)
        pieces = self.delegate.pieces(row, rect)
        for at, piece in enumerate(pieces):
            if piece.rect.contains(point):
                return Spot(index.row(), at)
        tail = rect.right() - _EDGE - self.delegate.tail(rect).width
        is_beside = point.x() < pieces[0].rect.left() or tail < point.x() < rect.right() - _EDGE
        return Spot(index.row(), 0) if is_beside else NOWHERE

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
        begins = (n for n, row in enumerate(self.rows) if row.moves[: len(moves)] == moves)
        return next(begins, -1) if moves else -1

    def _point(self, spot: Spot) -> None:
        if spot != NOWHERE and spot.row == self.currentIndex().row():
            row = self.rows[spot.row]
            self._chosen = self._subject(), row.moves[: row.words[spot.word].plies]
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
        moves = self.rows[current.row()].moves[:1] if current.isValid() else ()
        self._chosen = self._subject(), moves
        if self.spot.row != current.row():
            self._point(NOWHERE)
        self.viewport().update()

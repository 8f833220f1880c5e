"""The table of games: keys, the columns, and players with the colours of their sides."""

from functools import cache

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import SideColours
from kalahloa.views.items.game_words import GameWords
from kalahloa.views.items.games import (
    DATE,
    GAME,
    PLAYERS,
    PLIES,
    RESULT,
    RULES,
    SORTS,
    TAGS,
    GamesModel,
    alignment_of,
)
from kalahloa.views.look.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_DISC = 0.75
"""The diameter of a side's disc, in heights of a capital letter and a half."""
_GAP = 6
# As numbers: to combine flags takes PySide longer than to draw a text.
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
_LEFT = (
    Qt.AlignmentFlag.AlignVCenter.value
    | Qt.AlignmentFlag.AlignLeft.value
    | Qt.TextFlag.TextSingleLine.value
)
_WIDTHS = {
    DATE: "88.88.8888 88:88",
    GAME: "Lines of Action",
    RESULT: "White won by 88",
    PLIES: "Moves 8",
    RULES: "Scrambled eggs",
    TAGS: "a few words",
}
"""Texts that fit into the columns at first."""
_PADDING = 18
_PLAYERS = "Human – Engine, level 7 and"
"""So much of the players is to fit in before other columns are shown."""
_DISPENSABLE = (TAGS, RULES, GAME, PLIES, DATE, RESULT)
"""The columns that are left out where there is no room, in this order."""


class GamesDelegate(QStyledItemDelegate):
    """Draws the cells, players each behind a disc in the colour of the side.

    Without the style, which asks the model ten times a cell: twice as long.
    """

    def __init__(self, games: GamesModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._games = games
        self.theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell; before its game is read, an ellipsis in the first column."""
        state, theme, column = option.state.value, self.theme, index.column()
        chosen = bool(state & _SELECTED)
        if chosen:
            painter.fillRect(option.rect, theme.accent)
        elif state & _HOVERED:
            painter.fillRect(option.rect, theme.window)
        painter.setPen(theme.on_accent if chosen else theme.text)
        words = self._games.words(index.row())
        room = option.rect.adjusted(6, 0, -6, 0)
        if words is None:
            if column == DATE:
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, "…")
            return
        header = self._games.header(index.row())
        board = None if header is None or column != PLAYERS else board_class(header.game)
        colours = None if board is None else board.side_colours(theme)
        if colours is not None:
            self._draw_players(painter, option, room, words, colours)
            return
        font = option.font
        if words.won and column == RESULT:
            font.setBold(True)
        painter.setFont(font)
        metrics = option.fontMetrics
        text = metrics.elidedText(words.texts[column], Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _text_flags(option.direction, column), text)

    def _draw_players(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        room: QRect,
        words: GameWords,
        colours: SideColours,
    ) -> None:
        chosen = bool(option.state.value & _SELECTED)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        text = self.theme.on_accent if chosen else self.theme.text
        metrics = option.fontMetrics
        dash = metrics.horizontalAdvance(" – ")
        disc = round(metrics.capHeight() * 1.5 * _DISC)
        each = (room.width() - dash) // 2 - disc - _GAP
        widths = [metrics.horizontalAdvance(name) for name in words.players]
        # One that is short leaves its room to the other.
        most = [max(each, 2 * each - width) for width in reversed(widths)]
        x = 0
        for side, name in enumerate(words.players):
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, most[side])
            colour, rim = colours[side]
            rim = self.theme.on_accent if chosen else rim
            x = self._draw_disc(painter, room, x, disc, (colour, rim))
            width = metrics.horizontalAdvance(shown)
            painter.setPen(text)
            self._draw_text(painter, room, x, width, shown)
            x += width
            if side == 0:
                self._draw_text(painter, room, x, dash, " – ")
                x += dash
        painter.restore()

    def _draw_disc(
        self, painter: QPainter, room: QRect, x: int, size: int, colours: tuple[QColor, QColor]
    ) -> int:
        place = self._mirrored(room, QRect(room.left() + x, room.center().y() - size // 2, 1, 1))
        left = place.left() - (size if self._is_mirrored() else 0)
        painter.setBrush(colours[0])
        painter.setPen(QPen(colours[1], 1))
        painter.drawEllipse(QRectF(left + 0.5, place.top() + 0.5, size - 1, size - 1))
        return x + size + _GAP

    def _draw_text(self, painter: QPainter, room: QRect, x: int, width: int, text: str) -> None:
        place = QRect(room.left() + x, room.top(), width + 1, room.height())
        painter.drawText(self._mirrored(room, place), _LEFT, text)

    def _is_mirrored(self) -> bool:
        view = self.parent()
        return isinstance(view, QWidget) and view.isRightToLeft()

    def _mirrored(self, room: QRect, place: QRect) -> QRect:
        if not self._is_mirrored():
            return place
        return QStyle.visualRect(Qt.LayoutDirection.RightToLeft, room, place)


@cache
def _text_flags(direction: Qt.LayoutDirection, column: int) -> int:
    flags = QStyle.visualAlignment(direction, alignment_of(column))
    return flags.value | Qt.TextFlag.TextSingleLine.value


class GamesTable(QTableView):
    """Shows a `GamesModel`; Enter or a double click opens, Delete throws away."""

    opened = Signal()
    """The current game is to be opened."""
    deleted = Signal()
    """The selected games are to be put into the trash."""
    menu_wanted = Signal(QPoint)
    """Where a context menu is wanted (global)."""
    dragged = Signal()
    """The selected games are being dragged out."""
    sort_wanted = Signal(str, bool)
    """What is to be sorted by, and whether the greatest comes first."""
    chosen_changed = Signal()
    """Other games are selected."""

    def __init__(self, games: GamesModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.games = games
        self._delegate = GamesDelegate(games, theme, self)
        self.setModel(games)
        self.setItemDelegate(self._delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setDragEnabled(True)
        self.setAcceptDrops(False)  # what is dropped is the panel's
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(DATE, Qt.SortOrder.DescendingOrder)
        header.setSectionResizeMode(PLAYERS, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(36)
        header.sectionClicked.connect(self._sort)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._descending = {DATE: True}
        self._sorted = DATE
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._delegate.theme = theme
        self.viewport().update()

    def _fit(self) -> None:
        """Give rows and columns the size that the font asks for."""
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(round(metrics.height() * 1.9))
        self._widths = {
            column: metrics.horizontalAdvance(text) + _PADDING for column, text in _WIDTHS.items()
        }
        for column, width in self._widths.items():
            self.setColumnWidth(column, width)

        self._leave_out()

    def _leave_out(self) -> None:
        """Hide columns, the least needed first, until there is room for the players."""
        room = self.viewport().width()
        needed = self.fontMetrics().horizontalAdvance(_PLAYERS) + _PADDING
        needed += sum(self._widths.values())
        for column in _DISPENSABLE:
            hidden = needed > room
            self.setColumnHidden(column, hidden)
            if hidden:
                needed -= self._widths[column]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        super().resizeEvent(event)
        self._leave_out()

    def changeEvent(self, event: QEvent) -> None:
        """Fit another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    # -- sorting -------------------------------------------------------------------------------

    def _sort(self, column: int) -> None:
        """Sort by *column*; by the one that is sorted by, the other way round."""
        header = self.horizontalHeader()
        if not SORTS[column]:
            order = Qt.SortOrder.DescendingOrder
            if not self._descending.get(self._sorted, False):
                order = Qt.SortOrder.AscendingOrder
            header.setSortIndicator(self._sorted, order)
            return
        if column == self._sorted:
            self._descending[column] = not self._descending.get(column, False)
        self._sorted = column
        descending = self._descending.get(column, False)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)
        self.sort_wanted.emit(SORTS[column], descending)

    @property
    def chosen_rows(self) -> list[tuple[int, int]]:
        """The selected rows in ranges: each the first one, and how many there are."""
        ranges = self.selectionModel().selection()
        return sorted((rows.top(), rows.height()) for rows in ranges)  # type: ignore[attr-defined]

    @property
    def sorting(self) -> tuple[str, bool]:
        """What is sorted by, and whether the greatest comes first."""
        return SORTS[self._sorted], self._descending.get(self._sorted, False)

    # -- keys and mouse ------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open by Enter, throw away by Delete; the keys of tables do what they do everywhere."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.opened.emit()
        elif plain and event.key() == Qt.Key.Key_Delete:
            self.deleted.emit()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.games.rowCount():
            # Of the list, not of the row.
            row = 0 if event.key() == Qt.Key.Key_Home else self.games.rowCount() - 1
            self.setCurrentIndex(self.games.index(row, DATE))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu: at the mouse, or by the key at the current game."""
        point = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            rect = self.visualRect(self.currentIndex())
            point = self.viewport().mapToGlobal(rect.bottomLeft())
        self.menu_wanted.emit(point)

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Have the panel drag the selected games."""
        self.dragged.emit()

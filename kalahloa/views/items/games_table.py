"""The table of games: its columns, keys and mouse."""

from itertools import chain

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHoverEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from kalahloa.views.items.game_rows import Column, GameRows
from kalahloa.views.items.games import (
    ACCURACY,
    DATE,
    GAME,
    PLAYERS,
    PLIES,
    RESULT,
    RULES,
    TAGS,
    GamesModel,
)
from kalahloa.views.items.table import TableView
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue

_WIDTHS = {
    DATE: "88.88.8888 88:88",
    GAME: "Lines of Action",
    RESULT: "White won by 88",
    PLIES: "Moves 8",
    ACCURACY: "100 / 100 %",
    RULES: "Scrambled eggs",
    TAGS: "a few words",
}
"""Texts that fit into the columns at first."""
_PADDING = 18
_PLAYERS = "Human – Engine, level 7 and"
"""So much of the players is to fit in before other columns are shown."""
_DISPENSABLE = (TAGS, RULES, ACCURACY, GAME, PLIES, DATE, RESULT)
"""The columns that are left out where there is no room, in this order."""
_HOVERS = (QEvent.Type.HoverEnter, QEvent.Type.HoverMove, QEvent.Type.HoverLeave)


class GamesTable(TableView):
    """Shows a `GamesModel`; Enter or a double click chooses, Delete throws away."""

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
        super().__init__(parent, games)
        self.games = games
        self._drawing = GameRows(games, theme)
        self._hovered = -1
        """The row under the mouse."""
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setDragEnabled(True)
        self.setAcceptDrops(False)  # what is dropped is the panel's
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(DATE, Qt.SortOrder.DescendingOrder)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(PLAYERS, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(36)
        header.sectionClicked.connect(self._sort)
        # Else it asks for every row whether it is selected, to draw a heading when all are.
        header.setSelectionModel(QItemSelectionModel(games, header))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        # One that is laid out in the next turn is not seen to be late.
        self._turns = TurnQueue(self, lambda _: 0)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._descending = {DATE: True, ACCURACY: True}
        self._sorted = DATE
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._drawing.set_theme(theme)
        self.viewport().update()

    def _fit(self) -> None:
        """Give rows and columns the size that the font asks for."""
        self._drawing.forget_texts()
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

    # -- drawing -------------------------------------------------------------------------------

    def viewportEvent(self, event: QEvent) -> bool:
        """Know the row under the mouse."""
        kind = event.type()
        if kind in _HOVERS:
            assert isinstance(event, QHoverEvent)
            inside = kind is not QEvent.Type.HoverLeave
            self._hovered = self.rowAt(round(event.position().y())) if inside else -1
        return super().viewportEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows; those for which there is no time now, soon."""
        rows = self._rows_in(event.region())
        if not rows:
            return
        area = event.rect()
        columns = []
        for number in range(len(self.games.columns)):
            if not self.isColumnHidden(number):
                rect = self.visualRect(self.games.index(rows[0], number))
                if rect.right() >= area.left() and rect.left() <= area.right():
                    columns.append(Column(number, rect.left(), rect.width()))
        chosen = set(
            chain.from_iterable(
                range(max(first, rows[0]), min(first + count, rows[-1] + 1))
                for first, count in self.chosen_rows
            )
        )
        painter = QPainter(self.viewport())
        drawing = self._drawing
        drawing.begin(painter, columns, self.font(), mirrored=self.isRightToLeft())
        for row in rows:
            drawing.draw(
                *(row, self.rowViewportPosition(row), self.rowHeight(row)),
                chosen=row in chosen,
                hovered=row == self._hovered,
            )
        painter.end()
        if drawing.left_out:
            left_out = drawing.left_out
            self._turns.add("rows", lambda: self._draw(left_out))

    def _rows_in(self, region: QRegion) -> list[int]:
        """Return the rows that are seen in *region*, in their order."""
        rows: set[int] = set()
        for rect in region:  # type: ignore[attr-defined]
            first, last = self.rowAt(rect.top()), self.rowAt(rect.bottom())
            if first >= 0:
                rows.update(range(first, (last if last >= 0 else self.games.rowCount() - 1) + 1))
        return sorted(rows)

    def _draw(self, rows: list[int]) -> None:
        """Have *rows* drawn."""
        tops = [self.rowViewportPosition(row) for row in (rows[0], rows[-1])]
        height = tops[1] - tops[0] + self.rowHeight(rows[-1])
        self.viewport().update(0, tops[0], self.viewport().width(), height)

    # -- sorting -------------------------------------------------------------------------------

    def _sort(self, column: int) -> None:
        """Sort by *column*; by the one that is sorted by, the other way round."""
        header = self.horizontalHeader()
        if not self.games.columns[column].sort:
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
        self.sort_wanted.emit(*self.sorting)

    @property
    def chosen_rows(self) -> list[tuple[int, int]]:
        """The selected rows in ranges: each the first one, and how many there are."""
        ranges = self.selectionModel().selection()
        return sorted((rows.top(), rows.height()) for rows in ranges)  # type: ignore[attr-defined]

    @property
    def sorting(self) -> tuple[str, bool]:
        """The sort key, and whether the order is descending."""
        return self.games.columns[self._sorted].sort, self._descending.get(self._sorted, False)

    # -- keys and mouse ------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Throw away by Delete; the keys of tables do what they do everywhere."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Delete:
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
        """Start dragging the selected games."""
        self.dragged.emit()

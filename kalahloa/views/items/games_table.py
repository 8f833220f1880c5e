"""The table of games: keys, the columns, and players with the colours of their sides."""

from time import thread_time
from typing import NamedTuple

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QStaticText,
    QTextOption,
    QTransform,
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
    ACCURACY,
    DATE,
    GAME,
    PLAYERS,
    PLIES,
    RESULT,
    RULES,
    SORTS,
    TAGS,
    GamesModel,
)
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import Turns

Index = QModelIndex | QPersistentModelIndex
_DISC = 0.75
"""The diameter of a side's disc, in heights of a capital letter and a half."""
_GAP = 6
# As numbers: to combine flags takes PySide longer than to draw a text.
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
_MARGIN = 6
_DASH = " – "
_WIDEST = 10_000
"""The width of a text that is not cut off, in pixels."""
_MAX_TEXTS = 10_000
"""So many texts are kept as they are laid out."""
BUDGET_SECONDS = 0.005
"""In one painting no more new rows are laid out when that has taken so long."""
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


_Room = tuple[int, int, int, int]
"""Where a cell is written in: left, top, width, height."""


class _Text(NamedTuple):
    """A text that is laid out, with its size in pixels."""

    static: QStaticText
    width: int
    height: int


class GamesDelegate(QStyledItemDelegate):
    """Draws the cells, players each behind a disc in the colour of the side.

    Without the style, which asks the model ten times a cell, and with texts that are laid out once:
    a page of rows is to take a fraction of a frame.  Where too many are new, the last ones of them
    are left empty, and are `left_out`.
    """

    def __init__(self, games: GamesModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._games = games
        self._theme = theme
        self._view = parent
        self._texts: dict[tuple[str, int, bool], _Text] = {}
        self._discs: dict[tuple[int, int, int, float], QPixmap] = {}
        self._colours: dict[str, SideColours | None] = {}
        self.left_out: list[int] = []
        """The rows that were not drawn since `begin`, for want of time."""
        self._row = -1
        """The row that is being drawn; since when, if its texts are new."""
        self._since: float | None = None
        self._left = BUDGET_SECONDS

    def begin(self) -> None:
        """Begin to paint: there is time again."""
        self.left_out = []
        self._row = -1
        self._since = None
        self._left = BUDGET_SECONDS

    def _may_draw(self, row: int) -> bool:
        """Return whether *row* is known, or there is time left to lay it out; one always is."""
        if row != self._row:
            self._row = row
            if self._since is not None:
                self._left -= thread_time() - self._since
                self._since = None
            if not self._games.has_words(row):
                if self._left <= 0:
                    self.left_out.append(row)
                else:
                    self._since = thread_time()
        return not self.left_out or self.left_out[-1] != row

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        self._colours.clear()

    def forget_texts(self) -> None:
        """Lay all texts out anew: the font has changed."""
        self._texts.clear()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell; before its game is read, an ellipsis in the first column."""
        row = index.row()
        if not self._may_draw(row):
            return
        state, theme, column = option.state.value, self._theme, index.column()
        rect = option.rect
        chosen = bool(state & _SELECTED)
        if chosen:
            painter.fillRect(rect, theme.accent)
        elif state & _HOVERED:
            painter.fillRect(rect, theme.window)
        words = self._games.words(row)
        painter.setPen(theme.on_accent if chosen else theme.text)
        if words is None:
            if column == DATE:
                inner = rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
                painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, "…")
            return
        room = rect.x() + _MARGIN, rect.y(), rect.width() - 2 * _MARGIN, rect.height()
        font = option.font
        if column == PLAYERS and (colours := self._side_colours(row)) is not None:
            painter.setFont(font)
            self._draw_players(painter, option, room, words, colours, chosen)
            return
        is_bold = words.won and column == RESULT
        if is_bold:
            font.setBold(True)
        painter.setFont(font)
        text = self._text(words.texts[column], room[2], font, is_bold)
        is_at_end = self._view.isRightToLeft() is not (column == PLIES)
        self._draw_text(painter, room, room[0] + is_at_end * (room[2] - text.width), text)

    def _side_colours(self, row: int) -> SideColours | None:
        header = self._games.header(row)
        if header is None:
            return None
        if header.game not in self._colours:
            board = board_class(header.game)
            self._colours[header.game] = None if board is None else board.side_colours(self._theme)
        return self._colours[header.game]

    def _text(self, words: str, most: int, font: QFont, is_bold: bool = False) -> _Text:
        """Return *words* in one line, cut off where they are wider than *most*."""
        key = words, most, is_bold
        text = self._texts.get(key)
        if text is None:
            line = " ".join(words.splitlines())
            line = QFontMetrics(font).elidedText(line, Qt.TextElideMode.ElideRight, most)
            static = QStaticText(line)
            static.setTextFormat(Qt.TextFormat.PlainText)
            static.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
            static.prepare(QTransform(), font)
            size = static.size()
            if len(self._texts) >= _MAX_TEXTS:
                self._texts.clear()
            text = self._texts[key] = _Text(static, round(size.width()), round(size.height()))
        return text

    def _draw_text(self, painter: QPainter, room: _Room, left: int, text: _Text) -> None:
        painter.drawStaticText(left, room[1] + (room[3] - text.height) // 2, text.static)

    def _draw_players(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        room: _Room,
        words: GameWords,
        colours: SideColours,
        chosen: bool,
    ) -> None:
        font, metrics = option.font, option.fontMetrics
        dash = metrics.horizontalAdvance(_DASH)
        disc = round(metrics.capHeight() * 1.5 * _DISC)
        each = (room[2] - dash) // 2 - disc - _GAP
        names = [self._text(name, _WIDEST, font) for name in words.players]
        if sum(name.width for name in names) > 2 * each:
            # One that is short leaves its room to the other.
            most = [max(each, 2 * each - name.width) for name in reversed(names)]
            names = [
                self._text(name, max(0, width), font)
                for name, width in zip(words.players, most, strict=True)
            ]
        ratio = painter.device().devicePixelRatio()
        mirrored = self._view.isRightToLeft()
        x = 0
        for side, name in enumerate(names):
            colour, rim = colours[side]
            rim = self._theme.on_accent if chosen else rim
            top = room[1] + (room[3] - 1) // 2 - disc // 2
            painter.drawPixmap(
                _place(room, x, disc, mirrored), top, self._disc(colour, rim, disc, ratio)
            )
            x += disc + _GAP
            self._draw_text(painter, room, _place(room, x, name.width, mirrored), name)
            x += name.width
            if side == 0:
                text = self._text(_DASH, _WIDEST, font)
                self._draw_text(painter, room, _place(room, x, dash, mirrored), text)
                x += dash

    def _disc(self, colour: QColor, rim: QColor, size: int, ratio: float) -> QPixmap:
        """Return a disc of *size* pixels in *colour* with a *rim*, drawn once."""
        key = colour.rgba(), rim.rgba(), size, ratio
        pixmap = self._discs.get(key)
        if pixmap is None:
            pixmap = self._discs[key] = QPixmap(round(size * ratio), round(size * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(colour)
            painter.setPen(QPen(rim, 1))
            painter.drawEllipse(QRectF(0.5, 0.5, size - 1, size - 1))
            painter.end()
        return pixmap


def _place(room: _Room, x: int, width: int, mirrored: bool) -> int:
    """Return the left edge of what is *x* pixels from the beginning of a cell."""
    return room[0] + room[2] - x - width if mirrored else room[0] + x


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
        # Else it asks for every row whether it is selected, to draw a heading when all are.
        header.setSelectionModel(QItemSelectionModel(games, header))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        # One that is laid out in the next turn is not seen to be late.
        self._turns = Turns(self, lambda _: 0)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._descending = {DATE: True, ACCURACY: True}
        self._sorted = DATE
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._delegate.set_theme(theme)
        self.viewport().update()

    def _fit(self) -> None:
        """Give rows and columns the size that the font asks for."""
        self._delegate.forget_texts()
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows; those for which there is no time now, soon."""
        self._delegate.begin()
        super().paintEvent(event)
        if self._delegate.left_out:
            rows = self._delegate.left_out
            self._turns.add("rows", lambda: self._draw(rows))

    def _draw(self, rows: list[int]) -> None:
        """Have *rows* drawn."""
        tops = [self.rowViewportPosition(row) for row in (rows[0], rows[-1])]
        height = tops[1] - tops[0] + self.rowHeight(rows[-1])
        self.viewport().update(0, tops[0], self.viewport().width(), height)

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

"""The stack of a search: one row a level, with its window and its best move so far."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.features.trees.search_words import short_value
from kalahloa.controllers.features.trees.steps_words import row_words
from kalahloa.models.search.steps.stack import StackRow

Index = QModelIndex | QPersistentModelIndex
LEVEL, MOVE, ALPHA, BETA, BEST = range(5)
MIN_ROWS = 4
_NO_PARENT = QModelIndex()
_AT_END = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
_WHOLE = ("MAX ", "h8xh8", "−88.88", "−88.88", "−88.88  (h8xh8)")
"""The widest texts of the columns; the first is followed by the name of a side."""
_SHORT = ("MAX", "h8xh8", "−8.88", "−8.88", "−8.88")
"""Where there is no room for them: without the side, and without the best move."""
_PADDING = 18


class StackModel(QAbstractTableModel):
    """The rows of a stack; the last one is where the search is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[StackRow, ...] = ()
        self.sides = ("", "")
        self.has_sides = self.has_best_moves = True
        """Whether sides are named beside MAX and MIN, and best moves beside their values."""
        self._texts: list[tuple[str, ...]] = []  # item views ask often
        self._bold = QFont()
        self._bold.setWeight(QFont.Weight.DemiBold)
        self.root_text = self.tr("root")
        # Once: a header asks a hundred times until its columns have their widths.
        self._titles = (self.tr("Level"), self.tr("Move"), "α", "β", self.tr("Best"))

    def show_rows(self, rows: Sequence[StackRow], sides: tuple[str, str]) -> None:
        """Show *rows*, from the root's on."""
        new, old = tuple(rows), self.rows
        same_sides, self.sides = sides == self.sides, sides
        if len(new) < len(old):
            self.beginRemoveRows(_NO_PARENT, len(new), len(old) - 1)
            self.rows = old[: len(new)]
            del self._texts[len(new) :]
            self.endRemoveRows()
        kept = len(self.rows)
        if len(new) > kept:
            self.beginInsertRows(_NO_PARENT, kept, len(new) - 1)
        self.rows = new
        for number, row in enumerate(new):
            if number >= kept:
                self._texts.append(self._texts_of(row))
            elif row != old[number] or not same_sides:
                self._texts[number] = self._texts_of(row)
                self.dataChanged.emit(self.index(number, LEVEL), self.index(number, BEST))
        if len(new) > kept:
            self.endInsertRows()
        if len(new) != len(old):  # another one is written in bold
            for number in (len(old) - 1, len(new) - 1):
                if 0 <= number < len(new):
                    self.dataChanged.emit(self.index(number, LEVEL), self.index(number, BEST))

    def set_named(self, *, sides: bool, best_moves: bool) -> None:
        """Name sides beside MAX and MIN, and best moves beside their values, or not."""
        if (sides, best_moves) != (self.has_sides, self.has_best_moves):
            self.has_sides, self.has_best_moves = sides, best_moves
            self._texts = [self._texts_of(row) for row in self.rows]
            if self._texts:
                last = self.index(len(self._texts) - 1, BEST)
                self.dataChanged.emit(self.index(0, LEVEL), last)

    def _texts_of(self, row: StackRow) -> tuple[str, ...]:
        """Return what the columns of *row* show."""
        level = "MAX" if row.is_max else "MIN"
        best = "–" if row.best is None else short_value(row.best)
        if self.has_sides:
            level = f"{level} {in_words(self.sides[row.side])}"
        if self.has_best_moves and row.best is not None:
            best = f"{best}  ({row.best_move})"
        return (
            level,
            row.move or self.root_text,
            "–" if row.alpha is None else short_value(row.alpha),
            "–" if row.beta is None else short_value(row.beta),
            best,
        )

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of levels."""
        return 0 if parent.isValid() else len(self._texts)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else BEST + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what *index* shows."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts[index.row()][index.column()] if index.isValid() else None
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.FontRole and index.row() == len(self._texts) - 1:
            return self._bold
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (ALPHA, BETA):
            return _AT_END
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return row_words(self.rows[index.row()], self.sides)
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the titles of the columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeading
            if section in (ALPHA, BETA):
                side = Qt.AlignmentFlag.AlignTrailing
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class StackView(QTableView):
    """Shows a `StackModel`; a double click or Enter chooses a level."""

    level_chosen = Signal(int)
    """The node of the level that was chosen, by its index in the tree."""

    def __init__(self, model: StackModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setAccessibleName(self.tr("Stack of the search"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.verticalHeader().setMinimumSectionSize(12)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(30)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setStretchLastSection(True)
        self._widths: tuple[list[int], list[int]] = ([], [])
        self.activated.connect(self._choose)
        model.rowsInserted.connect(self._to_last)
        self._set_height()
        self.set_sides(("", ""))

    def _set_height(self) -> None:
        row = self.verticalHeader().defaultSectionSize()
        self.setMinimumHeight(self.horizontalHeader().sizeHint().height() + MIN_ROWS * row + 6)

    def set_sides(self, sides: tuple[str, str]) -> None:
        """Make the columns wide enough for the names of *sides*; to measure rows takes longer."""
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetrics(bold)
        name = max((in_words(side) for side in sides), key=metrics.horizontalAdvance)
        whole, short = (
            [metrics.horizontalAdvance(text) + _PADDING for text in texts]
            for texts in ((_WHOLE[LEVEL] + name, *_WHOLE[MOVE:]), _SHORT)
        )
        root = metrics.horizontalAdvance(self._model.root_text) + _PADDING
        for widths in (whole, short):
            widths[MOVE] = max(widths[MOVE], root)
        self._widths = whole, short
        self._spread()

    def _spread(self) -> None:
        """Show as much as there is room for; first best moves go, then sides, then the level.

        The tool tip of each row says all.
        """
        room = self.viewport().width()
        whole, short = self._widths
        with_sides = [whole[LEVEL], *short[MOVE:]]
        self._model.set_named(sides=room >= sum(with_sides), best_moves=room >= sum(whole))
        self.setColumnHidden(LEVEL, room < sum(short))
        fitting = (widths for widths in (whole, with_sides, short) if room >= sum(widths))
        for column, width in enumerate(next(fitting, short)):
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what there is room for."""
        super().resizeEvent(event)
        self._spread()

    def changeEvent(self, event: QEvent) -> None:
        """Measure another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._widths[0]:
            self.set_sides(self._model.sides)

    @Slot()
    def _to_last(self) -> None:
        if self.verticalScrollBar().maximum():
            self.scrollToBottom()

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.level_chosen.emit(self._model.rows[index.row()].node.index)

"""One model and one view for all tables: a table declares its columns, and is given its rows.

A table of one's own is a `TableModel` that calls `set_columns` when it is made and `set_rows` when
there is something new, in a `TableView`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from kalahloa.controllers.base.translation import translate
from kalahloa.views.look.mirroring import numbers_as_read

Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
_NO_PARENT = QModelIndex()
_TEXT, _ALIGNMENT = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole
_TIP, _SAID = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole
AT_START = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
AT_END = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
CENTRED = Qt.AlignmentFlag.AlignCenter
FIT, STRETCH = QHeaderView.ResizeMode.ResizeToContents, QHeaderView.ResizeMode.Stretch
LINES = 1.55
"""The height of a row, in lines of text."""
_MARGIN = 8
"""Pixels round a text that is wrapped."""


@dataclass(frozen=True)
class TableColumn(Generic[Row]):
    """What a column is called, and what is in its cells; each function is given the row."""

    title: str
    text: Callable[[Row], str]
    tip: Callable[[Row], str | None] | None = None
    said: Callable[[Row], str | None] | None = None
    """What a screen reader says, of the whole row: that of the first column, which is current."""
    align: Qt.AlignmentFlag = AT_START
    width: QHeaderView.ResizeMode | int = FIT
    """How wide the column is; a number is in pixels, and can be changed by the user."""
    title_tip: str = ""
    sort: str = ""
    """What a listing is sorted by where the title is clicked; empty where it cannot be."""
    more: Mapping[Any, Callable[[Row], object]] = field(default_factory=dict)
    """What there is for other roles, such as a font."""


class TableModel(QAbstractTableModel, Generic[Row]):
    """Shows rows in declared columns."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[TableColumn[Row], ...] = ()
        self.rows: Sequence[Row] = ()
        self._roles: list[dict[Any, Callable[[Row], object]]] = []

    def set_columns(self, columns: Sequence[TableColumn[Row]]) -> None:
        """Show *columns* in place of all others, without any rows."""
        self.beginResetModel()
        self.rows = ()
        self.columns = tuple(columns)
        self._roles = [
            {_TEXT: one.text, **_given({_TIP: one.tip, _SAID: one.said}), **one.more}
            for one in columns
        ]
        self.endResetModel()

    def set_rows(self, rows: Sequence[Row], *, anew: bool = False) -> bool:
        """Show *rows* in place of all others, and return whether they are not the same.

        Rows that come, go or change at the end leave the current row where it is; *anew* says that
        they are about something else, so that none is current then.
        """
        old = self.rows
        if anew:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return True
        if len(rows) < len(old):
            self.beginRemoveRows(_NO_PARENT, len(rows), len(old) - 1)
            self.rows = old[: len(rows)]
            self.endRemoveRows()
        elif len(rows) > len(old):
            self.beginInsertRows(_NO_PARENT, len(old), len(rows) - 1)
            self.rows = rows
            self.endInsertRows()
        self.rows = rows
        changed = [n for n, pair in enumerate(zip(old, rows, strict=False)) if pair[0] != pair[1]]
        if changed:
            self.update_rows(changed[0], changed[-1])
        return bool(changed) or len(rows) != len(old)

    def update_rows(self, first: int, last: int) -> None:
        """Have the rows from *first* to *last* shown anew."""
        if self.columns and 0 <= first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def row(self, number: int) -> Row | None:
        """Return the row with that number; None if it is not known yet, so that it is empty."""
        return self.rows[number]

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _TEXT) -> Any:
        """Return what the title of a column has for *role*."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == _TEXT:
            return column.title
        if role == _TIP:
            return column.title_tip or None
        return column.align if role == _ALIGNMENT else None

    def data(self, index: Index, role: int = _TEXT) -> Any:
        """Return what a cell has for *role*."""
        if not index.isValid():
            return None
        number = index.column()
        if role == _ALIGNMENT:
            return self.columns[number].align
        if role == _SAID:
            return self.spoken(index)
        # A view asks some ten times a cell, and for most of that in vain.
        give = self._roles[number].get(role)
        if give is None:
            return None
        row = self.row(index.row())
        value = None if row is None else give(row)
        return numbers_as_read(value) if role == _TEXT and isinstance(value, str) else value

    def spoken(self, index: Index) -> str | None:
        """Return what a screen reader says of a cell, never nothing; None where it is its text."""
        row, place = self.row(index.row()), index.column()
        give = self._roles[place].get(_SAID)
        said = None if row is None or give is None else give(row)
        return str(said) if said else None if self.data(index) else translate("Table", "empty")


def _given(functions: dict[Any, Callable[[Row], object] | None]) -> dict[Any, Any]:
    return {role: function for role, function in functions.items() if function is not None}


def bold(font: QFont | None = None) -> QFont:
    """Return *font*, that of the application if there is none, in bold."""
    made = QFont() if font is None else QFont(font)
    made.setWeight(QFont.Weight.DemiBold)
    return made


class _WrappingDelegate(QStyledItemDelegate):
    """Makes a row as high as the lines of its texts, and a little more between two rows."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        if self._view.horizontalHeader().sectionResizeMode(index.column()) is not STRETCH:
            return size
        # The style paints the text in less than the width for which it returns a height.
        width = self._view.columnWidth(index.column()) - 2 * _MARGIN
        flags = Qt.TextFlag.TextWordWrap
        text = self._view.fontMetrics().boundingRect(0, 0, width, 1 << 20, flags, index.data())
        return QSize(size.width(), text.height() + _MARGIN)


class TableView(QTableView):
    """Rows without a grid, of which one is current; Tab leads out of them.

    Enter chooses the current row, and so does a double click, or where *by_click* a single one.
    Where the table *wraps*, a row has as many lines as its sentences need; else they are elided.
    """

    chosen = Signal(int)
    """The number of the row that was chosen."""

    def __init__(
        self,
        parent: QWidget | None = None,
        model: TableModel[Any] | None = None,
        *,
        by_click: bool = False,
        wraps: bool = False,
    ) -> None:
        super().__init__(parent)
        self._by_click = by_click
        self._fitted: tuple[TableColumn[Any], ...] = ()
        self.cells: TableModel[Any] = TableModel(self) if model is None else model
        self.setModel(self.cells)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(wraps)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(round(LINES * self.fontMetrics().lineSpacing()))
        self.verticalHeader().setMinimumSectionSize(12)
        if wraps:
            self.setItemDelegate(_WrappingDelegate(self))
            self.verticalHeader().setMinimumSectionSize(self.verticalHeader().defaultSectionSize())
            self.verticalHeader().setSectionResizeMode(FIT)
            self.horizontalHeader().sectionResized.connect(self.resizeRowsToContents)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(30)
        (self.clicked if by_click else self.doubleClicked).connect(self._choose)
        self.cells.modelReset.connect(self._fit_columns)
        self._fit_columns()

    @Slot()
    def _fit_columns(self) -> None:
        """Give new columns the widths that are declared."""
        if self.cells.columns is self._fitted:
            return
        self._fitted = self.cells.columns
        header = self.horizontalHeader()
        for number, column in enumerate(self._fitted):
            if isinstance(column.width, int):
                header.setSectionResizeMode(number, QHeaderView.ResizeMode.Interactive)
                header.resizeSection(number, column.width)
            else:
                header.setSectionResizeMode(number, column.width)

    def set_current(self, row: int) -> None:
        """Make the row with this number the current one, or the last one if there are fewer."""
        row = min(row, self.cells.rowCount() - 1)
        if row >= 0 and row != self.currentIndex().row():
            self.setCurrentIndex(self.cells.index(row, 0))

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(index.row())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first row, unless a mouse will choose one or several can be selected."""
        is_single = self.selectionMode() is QAbstractItemView.SelectionMode.SingleSelection
        by_mouse = event.reason() is Qt.FocusReason.MouseFocusReason  # would scroll under it
        if is_single and not by_mouse and not self.currentIndex().isValid():
            self.set_current(0)
        super().focusInEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Choose; where the first click has done so, the second one is nobody's."""
        if self._by_click:
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter; the keys of tables do what they do everywhere."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

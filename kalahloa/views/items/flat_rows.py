"""Rows of cells without anything below them, for lists and tables that are filled as a whole.

Qt has classes of items for that.  But an item that Python has made is deleted by C++, in the midst
of one of its own calls, when the list is filled anew, and PySide has to keep account of each.  Here
nothing is made that C++ could delete.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QHeaderView

from kalahloa.views.items.table import FIT, Index, TableColumn, TableModel

_CHECKED, _CHECK_ROLE = Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole
CHOSEN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
TICKED = CHOSEN | Qt.ItemFlag.ItemIsUserCheckable
HEADING = Qt.ItemFlag.NoItemFlags


class FlatCell(NamedTuple):
    """What stands in one place: its text, what it has for other roles, and what it can do."""

    text: str
    values: Mapping[Any, object] = {}
    flags: Qt.ItemFlag = CHOSEN


class FlatRows(TableModel[list[FlatCell]]):
    """Shows the rows that it is given; each has as many cells as there are *widths*."""

    def __init__(
        self, widths: Sequence[QHeaderView.ResizeMode] = (FIT,), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.set_columns([TableColumn("", lambda _: "", width=width) for width in widths])

    def set_rows(self, rows: Sequence[Sequence[FlatCell]], *, anew: bool = True) -> bool:
        """Show *rows* in place of all others."""
        return super().set_rows([list(row) for row in rows], anew=anew)

    def set_cell(self, row: int, column: int, cell: FlatCell) -> None:
        """Show *cell* in that place."""
        self.rows[row][column] = cell
        place = self.index(row, column)
        self.dataChanged.emit(place, place)

    def ticked(self) -> list[int]:
        """Return the numbers of the rows whose first cells are ticked."""
        states = [row[0].values.get(_CHECK_ROLE) for row in self.rows]
        return [number for number, state in enumerate(states) if state == _CHECKED]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what the cell at *index* can do."""
        return self.rows[index.row()][index.column()].flags if index.isValid() else HEADING

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what the cell at *index* has for *role*."""
        if not index.isValid():
            return None
        cell = self.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index)
        return cell.text if role == Qt.ItemDataRole.DisplayRole else cell.values.get(role)

    def spoken(self, index: Index) -> str | None:
        """Return what a screen reader says of the cell at *index*; see `TableModel`."""
        cell = self.rows[index.row()][index.column()]
        said = cell.values.get(Qt.ItemDataRole.AccessibleTextRole)
        return str(said) if said else super().spoken(index)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick the cell at *index*, or take its tick away; nothing else can be changed."""
        if role != _CHECK_ROLE or not index.isValid():
            return False
        cell = self.rows[index.row()][index.column()]
        ticked = {**cell.values, _CHECK_ROLE: Qt.CheckState(value)}
        self.set_cell(index.row(), index.column(), cell._replace(values=ticked))
        return True

"""Rows of cells without anything below them, for lists and tables that are filled as a whole.

Qt has classes of items for that.  But an item that Python has made is deleted by C++, in the midst
of one of its own calls, when the list is filled anew, and PySide has to keep account of each.  Here
nothing is made that C++ could delete.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_CHECKED, _CHECK_ROLE = Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole
CHOSEN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
TICKED = CHOSEN | Qt.ItemFlag.ItemIsUserCheckable
HEADING = Qt.ItemFlag.NoItemFlags


class Cell(NamedTuple):
    """What stands in one place: its text, what it has for other roles, and what it can do."""

    text: str
    values: Mapping[Any, object] = {}
    flags: Qt.ItemFlag = CHOSEN


class FlatRows(QAbstractTableModel):
    """Shows the rows that it is given; each has as many cells as there are columns."""

    def __init__(self, columns: int = 1, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = columns
        self._titles: tuple[str, ...] = ()
        self._rows: list[list[Cell]] = []

    def set_rows(self, rows: Sequence[Sequence[Cell]], titles: Sequence[str] = ()) -> None:
        """Show *rows* in place of all others, below *titles* if there are any."""
        self.beginResetModel()
        self._rows = [list(row) for row in rows]
        self._titles = tuple(titles)
        if titles:
            self._columns = len(titles)
        self.endResetModel()

    def set_cell(self, row: int, column: int, cell: Cell) -> None:
        """Show *cell* in that place."""
        self._rows[row][column] = cell
        place = self.index(row, column)
        self.dataChanged.emit(place, place)

    def ticked(self) -> list[int]:
        """Return the numbers of the rows whose first cells are ticked."""
        states = [row[0].values.get(_CHECK_ROLE) for row in self._rows]
        return [number for number, state in enumerate(states) if state == _CHECKED]

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else self._columns

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what the cell at *index* can do."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return self._rows[index.row()][index.column()].flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what the cell at *index* has for *role*."""
        if not index.isValid():
            return None
        cell = self._rows[index.row()][index.column()]
        return cell.text if role == Qt.ItemDataRole.DisplayRole else cell.values.get(role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick the cell at *index*, or take its tick away; nothing else can be changed."""
        if role != _CHECK_ROLE or not index.isValid():
            return False
        cell = self._rows[index.row()][index.column()]
        ticked = {**cell.values, _CHECK_ROLE: Qt.CheckState(value)}
        self.set_cell(index.row(), index.column(), cell._replace(values=ticked))
        return True

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the title of the column *section*."""
        is_title = orientation is Qt.Orientation.Horizontal and section < len(self._titles)
        return self._titles[section] if is_title and role == Qt.ItemDataRole.DisplayRole else None

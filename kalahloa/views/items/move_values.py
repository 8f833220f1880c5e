"""The values of the moves of a place, the best first, for item views."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from kalahloa.controllers.place import Place
from kalahloa.models.search.move_values import MoveValue
from kalahloa.views.boards.move_values import value_text

Index = QModelIndex | QPersistentModelIndex
VALUE, MOVE, TRUST = range(3)
"""The columns."""


class MoveValuesModel(QAbstractTableModel):
    """One row a move: its value, its notation, and whether the value is proven."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, MoveValue]] = []

    def show_place(self, place: Place) -> None:
        """Show the values at *place*."""
        ranked = sorted(place.values.items(), key=lambda item: item[1].order, reverse=True)
        rows = [(place.position.format_move(move), value) for move, value in ranked]
        if len(rows) != len(self._rows):
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        elif rows != self._rows:
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, TRUST))

    def move_text(self, row: int) -> str:
        """Return the notation of the move in *row*."""
        return self._rows[row][0]

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        text, value = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (value_text(value), text, self._trust(value))[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{text}: {value_text(value)}, {self._trust(value)}"
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == VALUE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _trust(self, value: MoveValue) -> str:
        return self.tr("proven") if value.proven else self.tr("estimated")

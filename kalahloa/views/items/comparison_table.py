"""The numbers of a comparison of searchers as a table."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.features.comparison.words import row_words
from kalahloa.models.search.comparison import Comparison, Row
from kalahloa.models.search.comparison_words import (
    factor_text,
    nodes_text,
    short_title_of,
    time_text,
    value_text,
)
from kalahloa.views.items.figure_table import FigureTable
from kalahloa.views.look.plain_label import plain_tool_tip

Index = QModelIndex | QPersistentModelIndex
UNKNOWN = "–"


class ComparisonModel(QAbstractTableModel):
    """One row a searcher, at the depth that is compared."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self.shown: tuple[Row, ...] = ()
        self._cells: list[tuple[str, ...]] = []
        # Once: a header asks a hundred times until its columns have their widths.
        self._titles = (
            ("", ""),
            (self.tr("Nodes"), self.tr("Positions that were visited")),
            (self.tr("Leaves"), self.tr("Positions valued by the heuristic or by the result")),
            (self.tr("Cut-offs"), self.tr("Positions at which moves could be left out")),
            (self.tr("Table"), self.tr("Positions answered by the transposition table")),
            (self.tr("Factor"), self.tr("What one more ply multiplies the nodes by")),
            (self.tr("Time"), self.tr("The time that the searches took, counting included")),
            (self.tr("Value"), self.tr("The value that was found, for the side to move")),
        )

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show *comparison* from now on."""
        rows = () if comparison is None else comparison.at(comparison.depth)
        is_same = [row.searcher for row in rows] == [row.searcher for row in self.shown]
        if not is_same:
            self.beginResetModel()
        self.comparison, self.shown = comparison, rows
        self._cells = [self._texts(row) for row in rows]
        if not is_same:
            self.endResetModel()
        elif rows:
            last = self.index(len(rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 8

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section][0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._titles[section][1]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        text = self._cells[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            # What a screen reader says of a row: the first cell has the current index.
            return row_words(self.shown[index.row()])
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tool_tip(row_words(self.shown[index.row()]))
        return None

    def _texts(self, row: Row) -> tuple[str, ...]:
        comparison, cost = self.comparison, row.cost
        assert comparison is not None
        numbers = (cost.leaves, cost.cutoffs, cost.hits)
        is_known = row.counted and row.is_comparable
        return (
            in_words(short_title_of(row.searcher)),
            nodes_text(cost) if cost.nodes else UNKNOWN,
            *(f"{number:,}" if is_known else UNKNOWN for number in numbers),
            factor_text(comparison.branching(row.searcher)),
            time_text(cost) if cost.nodes else UNKNOWN,
            in_words(value_text(row)) or UNKNOWN,
        )


def _alignment(column: int) -> Qt.AlignmentFlag:
    across = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeading
    return across | Qt.AlignmentFlag.AlignVCenter


class ComparisonTable(FigureTable):
    """Shows the numbers of a comparison."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ComparisonModel(self)
        self.setModel(self.rows)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show *comparison* from now on; the current row stays."""
        row = max(0, self.currentIndex().row())
        self.rows.show_comparison(comparison)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        if self.rows.shown:
            self.set_current(min(row, len(self.rows.shown) - 1))

    def set_current(self, row: int) -> None:
        """Mark the row with this number."""
        if row != self.currentIndex().row() and 0 <= row < len(self.rows.shown):
            self.setCurrentIndex(self.rows.index(row, 0))

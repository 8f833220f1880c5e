"""The numbers of a chart as a table."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.library.charts import Chart, Row
from kalahloa.views.items.figure_table import FigureTable
from kalahloa.views.look.plain_label import plain_tool_tip

Index = QModelIndex | QPersistentModelIndex


class ChartModel(QAbstractTableModel):
    """One row a bar: its label, its parts, and what is written behind it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chart = Chart("", "", (), ())

    def show_chart(self, chart: Chart) -> None:
        """Show *chart* from now on."""
        self.beginResetModel()
        self.chart = chart
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.chart.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.chart.parts) + 2

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        headings = ("", *map(in_words, self.chart.parts), self.tr("in all"))
        return headings[section]

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        is_number = 0 < column <= len(self.chart.parts)
        across = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeading
        return across | Qt.AlignmentFlag.AlignVCenter

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self.chart.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == 0:
            # What a screen reader says of a row: the first cell has the current index.
            return f"{in_words(row.said)} ({in_words(row.text)})"
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tool_tip(self._text(row, column))
        return None

    def _text(self, row: Row, column: int) -> str:
        if column == 0:
            return in_words(row.label)
        if column <= len(row.parts):
            return f"{row.parts[column - 1]:,}"
        return in_words(row.text)


class ChartTable(FigureTable):
    """Shows a chart's numbers; Enter or a double click chooses a row."""

    chosen = Signal(int)
    """The number of a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ChartModel(self)
        self.setModel(self.rows)
        self.doubleClicked.connect(lambda index: self.chosen.emit(index.row()))

    def show_chart(self, chart: Chart) -> None:
        """Show *chart* from now on; the current row stays if it is about the same."""
        if chart == self.rows.chart:
            return
        row = self.currentIndex().row() if chart.key == self.rows.chart.key else 0
        self.rows.show_chart(chart)
        header = self.horizontalHeader()
        for column in range(self.rows.columnCount()):
            header.setSectionResizeMode(
                column,
                QHeaderView.ResizeMode.Stretch
                if column == 0
                else QHeaderView.ResizeMode.ResizeToContents,
            )
        if chart.rows:
            row = min(max(row, 0), len(chart.rows) - 1)
            self.setCurrentIndex(self.rows.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter; the keys of tables do what they do everywhere."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.chosen.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

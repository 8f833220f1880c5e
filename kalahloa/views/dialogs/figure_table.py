"""The data of a graph, a tree or a chart as a sentence and a table."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QMimeData, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import translate
from kalahloa.views.accessibility import announce, delete_when_closed
from kalahloa.views.items.table import AT_END, AT_START, FIT, STRETCH, TableColumn, TableView
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.plots.figure import DataFigure
from kalahloa.views.plots.figure_data import FigureTable

_SIZE = (620, 420)


class FigureTableDialog(QDialog):
    """Shows the summary and the table of a figure; accepted, `row` was chosen."""

    def __init__(self, figure: DataFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        assert isinstance(figure, QWidget)
        title = figure.accessibleName()
        self.setWindowTitle(title or self.tr("Table"))
        self.row = -1
        """The row that was chosen, by Enter or a double click."""
        self._data = figure.as_table()
        self.summary = PlainLabel(self, figure.summary())
        self.summary.setWordWrap(True)
        self.table = _WholeTable(self)
        self.table.setAccessibleName(title)
        self.table.setAccessibleDescription(figure.summary())
        titles, *rows = self._data.texts()
        self.table.cells.set_columns(list(map(partial(_column, self._data), range(len(titles)))))
        self.table.cells.set_rows(rows, anew=True)
        self.table.chosen.connect(self._choose)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.copy_button = QPushButton(self.tr("&Copy"), self)
        self.copy_button.setToolTip(self.tr("Copy the table for a spreadsheet or a text (Ctrl+C)"))
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self.copy)
        self.buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.summary)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.buttons)
        self.resize(*_SIZE)
        self.table.set_current(0)
        self.table.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the table by the key for that."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    @Slot()
    def copy(self) -> None:
        """Copy the table: as text with tabs, and as comma-separated values."""
        data = QMimeData()
        data.setText(self._data.to_text())
        data.setData("text/csv", self._data.to_csv().encode())
        QGuiApplication.clipboard().setMimeData(data)
        announce(self, self.tr("Copied %n row(s).", "", len(self._data.rows)))

    @Slot(int)
    def _choose(self, row: int) -> None:
        self.row = row
        self.accept()


class _WholeTable(TableView):
    """A table that is copied as a whole, where Qt would copy a cell."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the key for copying to the dialog."""
        if event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _column(table: FigureTable, number: int) -> TableColumn[Sequence[str]]:
    """Return a column of texts: the first takes the room left, and says the whole row."""
    is_first = number == 0
    is_number = all(not isinstance(row[number], str) or not row[number] for row in table.rows)
    return TableColumn(
        table.columns[number].title,
        lambda row: row[number],
        said=partial(_row_words, table) if is_first else None,
        align=AT_END if is_number else AT_START,
        width=STRETCH if number == _longest(table) else FIT,
    )


def _longest(table: FigureTable) -> int:
    """Return the number of the column with the longest text."""
    lengths = [max(map(len, column)) for column in zip(*table.texts(), strict=True)]
    return lengths.index(max(lengths))


def _row_words(table: FigureTable, row: Sequence[str]) -> str:
    """Return *row* with the titles of its columns, as a screen reader says it."""
    titles = (column.title for column in table.columns)
    return "; ".join(f"{title} {text}" for title, text in zip(titles, row, strict=True) if text)


def show_figure_table(figure: DataFigure) -> None:
    """Open a window with the data of *figure*; a row that is chosen there is chosen here."""
    assert isinstance(figure, QWidget)
    dialog = FigureTableDialog(figure, figure.window())
    delete_when_closed(dialog)

    def choose() -> None:
        if dialog.row < len(figure.as_table().rows):  # there may be fewer by now
            figure.choose_row(dialog.row)

    dialog.accepted.connect(choose)
    dialog.open()


def figure_near(widget: QWidget | None) -> DataFigure | None:
    """Return *widget* if it is a figure with data, or the nearest one that is visible."""
    while widget is not None:
        figures = [widget, *widget.findChildren(QWidget)]
        for one in figures:
            if isinstance(one, DataFigure) and _can_be_read(one) and one.as_table().rows:
                return one
        widget = widget.parentWidget()
    return None


def _can_be_read(figure: DataFigure) -> bool:
    assert isinstance(figure, QWidget)
    around = figure.parentWidget()
    return figure.isVisible() or (figure.makes_room and around is not None and around.isVisible())


def show_nearest_figure(window: QWidget) -> str:
    """Open the data of the figure nearest to the focus; return why not where there is none."""
    figure = figure_near(QApplication.focusWidget() or window)
    if figure is None:
        return translate("FigureTableDialog", "There is no chart or tree with data here.")
    show_figure_table(figure)
    return ""

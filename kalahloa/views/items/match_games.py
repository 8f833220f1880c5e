"""The games of a match as a table."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.words import names_of, result_text

Index = QModelIndex | QPersistentModelIndex
NUMBER, MOVER, RESULT, PLIES, OPENING = range(5)


class MatchGamesModel(QAbstractTableModel):
    """A row for each game that was counted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._match: LabMatch | None = None
        self._rows = 0

    def show_match(self, match: LabMatch) -> None:
        """Show the games of *match* as far as they were played; called again for more."""
        rows = match.games if match.begun is not None else 0
        if match is not self._match or rows < self._rows:
            self.beginResetModel()
            self._match, self._rows = match, rows
            self.endResetModel()
        elif rows > self._rows:
            self.beginInsertRows(QModelIndex(), self._rows, rows - 1)
            self._rows = rows
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 5

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        headings = (
            self.tr("Game"),
            self.tr("Moves first"),
            self.tr("Result"),
            self.tr("Plies"),
            self.tr("Opening"),
        )
        return headings[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == MOVER:
            return self._text(index.row(), MOVER)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == NUMBER:
            return self.said(index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (NUMBER, PLIES):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _text(self, row: int, column: int) -> str:
        match = self._match
        if match is None or match.begun is None or row >= match.games:
            return ""
        number, swapped = divmod(row, 2)
        pair = match.pairs[number]
        if column == NUMBER:
            return str(row + 1)
        if column == MOVER:
            return names_of(match.begun)[swapped]
        if column == RESULT:
            return result_text(pair, bool(swapped))
        if column == PLIES:
            return str(pair.games[swapped].plies)
        return " ".join(pair.opening)

    def said(self, row: int) -> str:
        """Return what a screen reader says of *row*."""
        sentence = self.tr("Game {number}: {result}; {mover} moved first, {plies} plies")
        return fill(
            sentence,
            number=row + 1,
            result=self._text(row, RESULT),
            mover=self._text(row, MOVER),
            plies=self._text(row, PLIES),
        )


class MatchGamesTable(QTableView):
    """Shows the games; Enter or a double click chooses one."""

    chosen = Signal(int)
    """The number of a game, from 1."""

    def __init__(self, model: MatchGamesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # versions are at the end of names
        self.verticalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setHighlightSections(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for column, width in ((NUMBER, 54), (MOVER, 92), (RESULT, 64), (PLIES, 54)):
            self.setColumnWidth(column, width)
        self.doubleClicked.connect(self._choose)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(index.row() + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current game, or go to another one."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

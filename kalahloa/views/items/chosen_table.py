"""A plain table whose rows are chosen by Enter."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

_ROW = 1.55
"""The height of a row, in lines."""


class ChosenTable(QTableView):
    """Rows without a grid; Enter chooses the current one."""

    chosen = Signal(QModelIndex)
    """A cell of the row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(round(_ROW * self.fontMetrics().lineSpacing()))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(30)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first row; none is current before, as long as nobody has been here."""
        if not self.currentIndex().isValid() and self.model() is not None:
            self.setCurrentIndex(self.model().index(0, 0))
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter; the keys of tables do what they do everywhere."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

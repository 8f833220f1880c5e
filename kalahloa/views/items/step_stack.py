"""The stack of a search: one row a level, with its window and its best move so far."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.features.trees.search_words import short_words
from kalahloa.controllers.features.trees.steps_words import level_words
from kalahloa.models.search.steps.stack import StackRow
from kalahloa.views.items.table import AT_END, AT_START, TableColumn, TableModel, TableView, bold

LEVEL, MOVE, ALPHA, BETA, BEST = range(5)
MIN_ROWS = 4
_WHOLE = ("MAX ", "h8xh8", "−88.88", "−88.88", "−88.88  (h8xh8)")
"""The widest texts of the columns; the first is followed by the name of a side."""
_SHORT = ("MAX", "h8xh8", "−8.88", "−8.88", "−8.88")
"""Where there is no room for them: without the side, and without the best move."""
_PADDING = 18


class StackModel(TableModel[StackRow]):
    """The rows of a stack; the last one is where the search is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sides = ("", "")
        self.has_sides = self.has_best_moves = True
        """Whether sides are named beside MAX and MIN, and best moves beside their values."""
        self.root_text = self.tr("root")
        in_bold = bold()
        here = {Qt.ItemDataRole.FontRole: lambda row: in_bold if row is self.rows[-1] else None}
        texts = (
            (self.tr("Level"), self._level, AT_START),
            (self.tr("Move"), lambda row: row.move or self.root_text, AT_START),
            ("α", lambda row: _bound(row.alpha), AT_END),
            ("β", lambda row: _bound(row.beta), AT_END),
            (self.tr("Best"), self._best, AT_START),
        )
        self.set_columns(
            [
                TableColumn(title, text, self._words, self._words, align=align, more=here)
                for title, text, align in texts
            ]
        )

    def show_rows(self, rows: Sequence[StackRow], sides: tuple[str, str]) -> None:
        """Show *rows*, from the root's on."""
        before, same_sides, self.sides = len(self.rows), sides == self.sides, sides
        self.set_rows(tuple(rows))
        if not same_sides:
            self.update_rows(0, len(rows) - 1)
        elif len(rows) != before:  # another one is written in bold
            self.update_rows(min(before, len(rows)) - 1, len(rows) - 1)

    def set_named(self, *, sides: bool, best_moves: bool) -> None:
        """Name sides beside MAX and MIN, and best moves beside their values, or not."""
        if (sides, best_moves) != (self.has_sides, self.has_best_moves):
            self.has_sides, self.has_best_moves = sides, best_moves
            self.update_rows(0, len(self.rows) - 1)

    def _level(self, row: StackRow) -> str:
        level = "MAX" if row.is_max else "MIN"
        return f"{level} {in_words(self.sides[row.side])}" if self.has_sides else level

    def _best(self, row: StackRow) -> str:
        best = _bound(row.best)
        named = self.has_best_moves and row.best is not None
        return f"{best}  ({row.best_move})" if named else best

    def _words(self, row: StackRow) -> str:
        return level_words(row, self.sides)


def _bound(value: float | None) -> str:
    return "–" if value is None else short_words(value)


class StackView(TableView):
    """Shows a `StackModel`; a double click or Enter chooses a level."""

    level_chosen = Signal(int)
    """The node of the level that was chosen, by its index in the tree."""

    def __init__(self, model: StackModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, model)
        self._model = model
        self.setAccessibleName(self.tr("Stack of the search"))
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setStretchLastSection(True)
        self._widths: tuple[list[int], list[int]] = ([], [])
        self.chosen.connect(lambda row: self.level_chosen.emit(model.rows[row].node.index))
        model.rowsInserted.connect(self._to_last)
        self._set_height()
        self.set_sides(("", ""))

    def _set_height(self) -> None:
        row = self.verticalHeader().defaultSectionSize()
        self.setMinimumHeight(self.horizontalHeader().sizeHint().height() + MIN_ROWS * row + 6)

    def set_sides(self, sides: tuple[str, str]) -> None:
        """Make the columns wide enough for the names of *sides*; to measure rows takes longer."""
        metrics = QFontMetrics(bold(self.font()))
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

"""The terms of a heuristic before and after a move, as a table."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.features.lab.reports import LabReport, RankedMove
from kalahloa.controllers.features.lab.words import rest_of, term_text, weight_text
from kalahloa.models.text.quotation import quote
from kalahloa.views.items.table import (
    AT_END,
    FIT,
    STRETCH,
    Index,
    TableColumn,
    TableModel,
    TableView,
    bold,
)
from kalahloa.views.look.theme import Theme

TERM, WEIGHT, BEFORE, AFTER, CHANGE, BAR = range(6)
_SHARE = Qt.ItemDataRole.UserRole
"""The length of a bar, -1 to 1, of the largest change."""
_LESS_NEEDED = (BAR, WEIGHT, BEFORE)
"""The columns that are hidden where there is no room, one after the other."""
_BAR_WIDTH = 36
_MIN_BAR = 1.5
"""A bar of nothing, in pixels."""


@dataclass(frozen=True, slots=True)
class TermRow:
    """A term before and after a move, for the side that makes it; `weight` as it is written."""

    name: str
    weight: str
    before: float
    after: float | None
    is_sum: bool = False

    @property
    def change(self) -> float:
        """By how much the move changes the term."""
        return 0.0 if self.after is None else self.after - self.before


class TermsModel(TableModel[TermRow]):
    """A row for each term, one for what has no weight, and the value last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        fonts = {Qt.ItemDataRole.FontRole: lambda row: bold() if row.is_sum else None}
        changes = {Qt.ItemDataRole.FontRole: lambda _: bold()}
        texts = (
            (self.tr("weight"), lambda row: row.weight, fonts),
            (self.tr("before"), lambda row: term_text(row.before), fonts),
            (self.tr("after"), lambda row: _after(row, row.after), fonts),
            (self.tr("change"), lambda row: _after(row, row.change), changes),
            ("", lambda _: "", {_SHARE: self._share}),
        )
        self.set_columns(
            (
                TableColumn(
                    *(self.tr("Term"), lambda row: quote(row.name)),
                    said=self._said,
                    width=STRETCH,
                    more=fonts,
                ),
                *(
                    TableColumn(
                        title, text, align=AT_END, width=FIT if title else _BAR_WIDTH, more=more
                    )
                    for title, text, more in texts
                ),
            )
        )

    def show_move(self, report: LabReport | None, move: RankedMove | None) -> None:
        """Show what *move* changes in the terms of *report*; nothing without one."""
        rows = [] if report is None else self._rows(report, move)
        if self.set_rows(rows):
            self.update_rows(0, len(rows) - 1)  # bars are measured by the longest one

    def _rows(self, report: LabReport, move: RankedMove | None) -> list[TermRow]:
        after = None if move is None or move.ending else move
        rows = [
            TermRow(
                name,
                weight_text(report.weights.get(name, 0.0)),
                before,
                None if after is None else after.terms.get(name, 0.0),
            )
            for name, before in report.terms.items()
        ]
        rest = rest_of(report.value, report.terms)
        later = None if after is None else rest_of(after.value, after.terms)
        if rows and (rest or later):
            rows.append(TermRow(self.tr("the rest"), "", rest, later))
        value = None if move is None else move.value
        rows.append(TermRow(self.tr("value"), "", report.value, value, is_sum=True))
        return rows

    def _share(self, row: TermRow) -> float:
        most = max((abs(one.change) for one in self.rows), default=0.0)
        return row.change / most if most else 0.0

    def _said(self, row: TermRow) -> str:
        if row.after is None:
            sentence = self.tr("{name}: {before}")
            return fill(sentence, name=row.name, before=term_text(row.before))
        return fill(
            self.tr("{name}: {before}, after the move {after}, change {change}"),
            name=row.name,
            before=term_text(row.before),
            after=term_text(row.after),
            change=term_text(row.change),
        )


def _after(row: TermRow, number: float | None) -> str:
    return "" if row.after is None or number is None else term_text(number)


class _Bars(QStyledItemDelegate):
    """Draws a change as a bar from the middle: to the right where the term has grown."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell's ground, and the bar on it."""
        super().paint(painter, option, index)
        share = float(index.data(_SHARE) or 0.0)
        place = QRectF(option.rect).adjusted(4, 0, -4, 0)
        half = place.width() / 2
        height = min(8.0, place.height() / 2)
        length = max(_MIN_BAR, abs(share) * half)
        left = place.center().x() - (length if share < 0 else 0.0)
        model = index.model()
        is_last = index.row() == model.rowCount() - 1
        colour = self.theme.text if is_last else self.theme.muted
        painter.fillRect(QRectF(left, place.center().y() - height / 2, length, height), colour)


class TermsTable(TableView):
    """Shows what a move changes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        terms = TermsModel(parent)
        super().__init__(parent, terms)
        self.terms = terms
        self._bars = _Bars(theme, self)
        self.setItemDelegateForColumn(BAR, self._bars)
        self.horizontalHeader().setSectionResizeMode(BAR, QHeaderView.ResizeMode.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._bars.theme = theme
        self.viewport().update()

    def show_move(self, report: LabReport | None, move: RankedMove | None) -> None:
        """Show what *move* changes; the current row stays, if there is one."""
        self.terms.show_move(report, move)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Do without some columns where there is no room for all."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Show the names of the terms whole: what is hidden first can be read elsewhere."""
        header = self.horizontalHeader()
        needs = {
            column: max(self.sizeHintForColumn(column), header.sectionSizeHint(column))
            for column in range(BAR)
        }
        needs[BAR] = _BAR_WIDTH
        room = self.viewport().width()
        for column in _LESS_NEEDED:
            self.setColumnHidden(column, sum(needs.values()) > room)
            if self.isColumnHidden(column):
                del needs[column]
        spare = room - sum(needs.values())
        header.resizeSection(BAR, _BAR_WIDTH + max(0, spare // 2))

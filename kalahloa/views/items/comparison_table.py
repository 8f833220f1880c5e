"""The numbers of a comparison of searchers as a table."""

from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.features.comparison.words import measured_words
from kalahloa.models.search.comparison import Comparison, ComparisonRow
from kalahloa.models.search.comparison_words import (
    cost_time,
    factor_text,
    nodes_text,
    row_value,
    short_title_of,
)
from kalahloa.views.items.table import AT_END, AT_START, TableColumn, TableView
from kalahloa.views.look.plain_label import plain_tool_tip

UNKNOWN = "–"


class ComparisonTable(TableView):
    """Shows a row for each searcher, at the depth that is compared."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        visited, leaves = self.tr("Positions visited"), self.tr("Leaves")
        valued = self.tr("Positions valued by the heuristic or by the result")
        cut = self.tr("Positions where the search skipped moves")
        answered = self.tr("Positions answered by the transposition table")
        factor = self.tr("Growth in nodes per extra ply")
        time = self.tr("Time taken by the searches, counting included")
        value = self.tr("The value found, for the side to move")
        columns = (
            ("", "", lambda row: in_words(short_title_of(row.searcher))),
            (self.tr("Nodes"), visited, lambda row: _if_searched(row, nodes_text(row.cost))),
            (leaves, valued, lambda row: _counted(row, row.cost.leaves)),
            (self.tr("Cut-offs"), cut, lambda row: _counted(row, row.cost.cutoffs)),
            (self.tr("Table"), answered, lambda row: _counted(row, row.cost.hits)),
            (self.tr("Factor"), factor, self._factor),
            (self.tr("Time"), time, lambda row: _if_searched(row, cost_time(row.cost))),
            (self.tr("Value"), value, lambda row: in_words(row_value(row)) or UNKNOWN),
        )
        self.cells.set_columns(
            [
                TableColumn(
                    *(title, text, lambda row: plain_tool_tip(measured_words(row))),
                    said=measured_words,
                    align=AT_END if title else AT_START,
                    title_tip=tip,
                )
                for title, tip, text in columns
            ]
        )

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show *comparison* from now on; the current row stays."""
        row = max(0, self.currentIndex().row())
        self._comparison = comparison
        rows = () if comparison is None else comparison.at(comparison.depth)
        same = [one.searcher for one in rows] == [one.searcher for one in self.cells.rows]
        self.cells.set_rows(rows, anew=not same)
        self.cells.update_rows(0, len(rows) - 1)
        self.set_current(row)

    def _factor(self, row: ComparisonRow) -> str:
        assert self._comparison is not None
        return factor_text(self._comparison.branching(row.searcher))


def _if_searched(row: ComparisonRow, text: str) -> str:
    return text if row.cost.nodes else UNKNOWN


def _counted(row: ComparisonRow, number: int) -> str:
    return f"{number:,}" if row.counted and row.is_comparable else UNKNOWN

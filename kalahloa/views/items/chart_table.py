"""The numbers of a chart as a table."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.library.charts import Chart, ChartBar
from kalahloa.views.items.table import AT_END, STRETCH, TableColumn, TableView
from kalahloa.views.look.plain_label import plain_tool_tip


class ChartTable(TableView):
    """Shows a row for each bar of a chart: its label, its parts, and what is written behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = Chart("", "", (), ())

    def show_chart(self, chart: Chart) -> None:
        """Show *chart* from now on; the current row stays if it is about the same."""
        if chart == self.chart:
            return
        row = self.currentIndex().row() if chart.key == self.chart.key else 0
        self.chart = chart
        self.cells.set_columns(
            [
                _column("", lambda row: in_words(row.label), said=_said, width=STRETCH),
                *(
                    _column(in_words(part), partial(_part, n), align=AT_END)
                    for n, part in enumerate(chart.parts)
                ),
                _column(self.tr("in all"), lambda row: in_words(row.text)),
            ]
        )
        self.cells.set_rows(chart.rows, anew=True)
        self.set_current(max(row, 0))


def _column(title: str, text: Callable[[ChartBar], str], **more: Any) -> TableColumn[ChartBar]:
    return TableColumn(title, text, lambda row: plain_tool_tip(text(row)), **more)


def _part(number: int, row: ChartBar) -> str:
    return f"{row.parts[number]:,}"


def _said(row: ChartBar) -> str:
    return f"{in_words(row.said)} ({in_words(row.text)})"

"""The data of a figure as a table: texts for people, numbers for files."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.numbers import with_minus

with lazy_imports():
    import csv

Cell = str | int | float


def plain_number(number: float) -> str:
    """Return *number* as people read it, with a true minus: ``1,024``, ``−0.25``."""
    return with_minus(f"{number:,}" if isinstance(number, int) else f"{number:g}")


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column of a `FigureTable`; `shown` returns the text of a number in it."""

    title: str
    shown: Callable[[float], str] = plain_number

    def text(self, cell: Cell) -> str:
        """Return the text of *cell*."""
        return cell if isinstance(cell, str) else self.shown(cell)


@dataclass(frozen=True, slots=True)
class FigureTable:
    """The data of a figure: columns, and rows with a cell for each."""

    columns: tuple[FigureColumn, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()

    @classmethod
    def of(cls, titles: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...]) -> "FigureTable":
        """Return a table of *rows* with columns called *titles*."""
        return cls(tuple(map(FigureColumn, titles)), rows)

    def beside(
        self,
        titles: tuple[str, ...],
        cells: Sequence[tuple[Cell, ...]],
        shown: Callable[[float], str] = plain_number,
    ) -> "FigureTable":
        """Return a table with *cells* at the end of the rows, in columns called *titles*."""
        columns = (*self.columns, *(FigureColumn(title, shown) for title in titles))
        rows = (row + more for row, more in zip(self.rows, cells, strict=True))
        return FigureTable(columns, tuple(rows))

    def texts(self) -> list[list[str]]:
        """Return the titles, and the texts of all rows."""
        rows = [
            [column.text(cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]
        return [[column.title for column in self.columns], *rows]

    def to_text(self) -> str:
        """Return the texts with tabs between them, as spreadsheets paste them."""
        return "".join("\t".join(map(_pasted, row)) + "\n" for row in self.texts())

    def to_csv(self) -> str:
        """Return the rows as comma-separated values with a line of titles; numbers are bare."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(column.title for column in self.columns)
        for row in self.rows:
            writer.writerow(
                harmless(cell) if isinstance(cell, str) else f"{cell:g}" if cell % 1 else int(cell)
                for cell in row
            )
        return out.getvalue()


def harmless(text: str) -> str:
    """Return *text* such that a spreadsheet does not take it for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _pasted(text: str) -> str:
    return harmless(text) if text.startswith(("=", "@")) else text  # others are numbers with signs

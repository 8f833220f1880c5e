"""What pictures of data offer besides the picture: a sentence that sums it up, and a table."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible

if TYPE_CHECKING:
    from kalahloa.views.plots.figure_data import FigureTable


class DataFigure:
    """The base class of widgets that draw data; it comes before that of Qt."""

    accessible_role = QAccessible.Role.Chart
    makes_room = False
    """Whether it is hidden only because something else needs its room; its data can be read."""

    def as_table(self) -> "FigureTable":
        """Return what is drawn, as a table; without rows if there is nothing."""
        raise NotImplementedError

    def summary(self) -> str:
        """Return a sentence that sums up what is drawn; empty if there is nothing."""
        raise NotImplementedError

    def choose_row(self, row: int) -> None:
        """Do what a click on the data of *row* of the table does; nothing, unless overridden."""

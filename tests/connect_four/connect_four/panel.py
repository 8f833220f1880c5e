"""A panel that tells how many rows of four are still open to either side."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from connect_four.geometry import line_sets
from connect_four.position import ConnectFour
from kalahloa.controllers.core.place import Change
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel


class OpenRowsPanel(Panel):
    """Counts the rows of four without a disc of the other side."""

    key = "open-rows"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.counts = PlainLabel(self)
        QVBoxLayout(self).addWidget(self.counts)

    def heading(self) -> str:
        """Return the panel's title."""
        return self.tr("Open rows")

    def refresh(self, change: Change) -> None:
        """Count the rows at the place."""
        place = change.place
        if isinstance(place.position, ConnectFour):
            first, second = (open_rows(place.position, side) for side in (0, 1))
            red, yellow = place.game.sides
            self.counts.setText(f"{red} {first} · {yellow} {second}")
        else:
            self.counts.setText(self.tr("This is not Connect Four."))


def open_rows(position: ConnectFour, side: int) -> int:
    """Return the number of rows of four in which *side*'s opponent has no disc."""
    theirs = position.discs(1 - side)
    lines = line_sets(position.rules.columns, position.rules.rows)
    return sum(not line & theirs for line in lines)

"""The values of the moves, as labels at the pits of a Kalah board."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGraphicsScene

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.search.score import Score
from kalahloa.views.boards.kalah_layout import KalahLayout
from kalahloa.views.boards.kalah_marks import LABEL_Z
from kalahloa.views.boards.value_label import ValueLabel
from kalahloa.views.look.theme import Theme

_GAP = 5.0
"""Between two labels."""


class KalahValues:
    """The labels of all cells of one board; that of a kalah is the value of swapping sides."""

    def __init__(
        self, scene: QGraphicsScene, layout: KalahLayout, theme: Theme, font: QFont
    ) -> None:
        self._layout = layout
        self._labels: dict[int, ValueLabel] = {}
        for cell in layout.order:
            label = ValueLabel(theme, font)
            label.setZValue(LABEL_Z - 1)
            scene.addItem(label)
            self._labels[cell] = label
        self._unsaid = set(self._labels)

    def enlarge(self, factor: float) -> None:
        """Draw the labels larger by *factor* (1 for their usual size)."""
        for label in self._labels.values():
            label.enlargement = factor

    def clear(self) -> None:
        """Remove all values; `hide_others` hides those that are not set again."""
        self._unsaid = set(self._labels)

    def hide_others(self) -> None:
        """Hide what was not said since `clear`."""
        for cell in self._unsaid:
            self._labels[cell].hide()

    def say(self, cell: int, value: Score, *, best: bool, played: bool = False) -> None:
        """Write *value* at the pit *cell*; *best*: no other move's is higher.

        *played*: this is the move that was played in the record.
        """
        layout = self._layout
        self._unsaid.discard(cell)
        if layout.is_kalah(cell):
            # Under the label that says that a press on it swaps sides.
            centre = layout.cells[cell].center() + QPointF(0, 34)
        else:
            centre = layout.hint_centre(cell)
        self._labels[cell].say(value, centre, layout.pitch - _GAP, best=best, played=played)

    def shown(self) -> dict[int, tuple[str, bool]]:
        """Return the values that are seen, by cell: the text, and whether it is a proven one."""
        return {
            cell: (in_words(label.value.short), label.value.proven)
            for cell, label in self._labels.items()
            if label.isVisible() and label.value is not None
        }

    def played(self) -> set[int]:
        """Return the cells whose values are marked as those of the move that was played."""
        return {cell for cell, label in self._labels.items() if label.isVisible() and label.played}

    def ticked(self) -> set[int]:
        """Return the cells whose values are filled and ticked: the best proven ones."""
        return {cell for cell, label in self._labels.items() if label.isVisible() and label.filled}

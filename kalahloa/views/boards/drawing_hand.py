"""Drawing on a board with the right button: a click colours a cell, a drag draws an arrow."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt

from kalahloa.models.record.annotation import Drawing, Shape
from kalahloa.views.boards.annotations import Annotations, ink_of


class DrawingHand:
    """What is being drawn, from the press of the button to its release.

    *cell_at* returns the cell at a point of the scene, -1 for none, *label_of* its name, empty
    where nothing can be drawn.  `annotations` are those of the scene that is drawn on.
    """

    def __init__(self, cell_at: Callable[[QPointF], int], label_of: Callable[[int], str]) -> None:
        self.annotations: Annotations | None = None
        self._cell_at = cell_at
        self._label_of = label_of
        self._cell = -1

    @property
    def is_drawing(self) -> bool:
        """Whether the button is held."""
        return self._cell >= 0

    def cell_at(self, point: QPointF) -> int:
        """Return the cell at *point* on which can be drawn, or -1."""
        cell = self._cell_at(point)
        return cell if cell >= 0 and self._label_of(cell) else -1

    def press(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Begin at *point*."""
        self._cell = self.cell_at(point)
        self.move(point, modifiers)

    def move(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Show what would be drawn if the button were released at *point*."""
        if self.is_drawing and self.annotations is not None:
            self.annotations.preview(self._cell, self.cell_at(point), ink_of(modifiers))

    def release(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> Drawing | None:
        """Return what is drawn by a release at *point*; None outside the cells."""
        cell, to = self._cell, self.cell_at(point)
        self.stop()
        if cell < 0 or to < 0:
            return None
        shape = Shape.CELL if cell == to else Shape.ARROW
        end = "" if cell == to else self._label_of(to)
        return Drawing(shape, self._label_of(cell), end, ink_of(modifiers))

    def stop(self) -> None:
        """Draw nothing after all."""
        self._cell = -1
        if self.annotations is not None:
            self.annotations.end_preview()

"""What the board of a game implements: see `board_view`."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QAbstractAnimation, QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsView

from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.position import Position
from kalahloa.models.game.set_up import SetUp
from kalahloa.views.boards.path_item import Shape
from kalahloa.views.boards.pointers import straight_way
from kalahloa.views.look.theme import Theme

SideColours = tuple[tuple[QColor, QColor], tuple[QColor, QColor]]


class BoardHooks(QGraphicsView):
    """The methods by which `BoardView` asks the board of a game.

    Cells are numbered as in the game's model.
    """

    can_mirror = False
    """Whether the board has a mirrored form (`BoardState.mirrored`)."""
    can_set_up = False
    """Whether the board can show a set-up (`BoardState.set_up`)."""
    overlays: tuple[Overlay, ...] = ()
    """What the board can show on top of its position; `BoardState.overlays` names what it does."""

    @classmethod
    def side_colours(cls, theme: Theme) -> SideColours | None:
        """Return for each side its colour and that of a rim round it; None for no colours."""
        return None

    def board_rect(self) -> QRectF:
        """Return the rectangle of the board in the scene, which the view is filled with."""
        raise NotImplementedError

    def build(self) -> None:
        """Create the items that depend only on rules, theme, `flipped` and `mirrored`."""
        raise NotImplementedError

    def turn(self) -> bool:
        """Adapt what was built to another `flipped` or `mirrored`; return whether that is done.

        Where it is not, everything is built anew.  Pieces are placed afterwards in either case.
        """
        return False

    def rescaled(self) -> None:
        """Adapt to another scale what depends on it; also called after `build` (see `enlarged`)."""

    def sharpened(self) -> Iterator[None]:
        """Draw what is kept as pictures for the size of a view not shown; yield between steps."""
        return iter(())

    def place(self, position: Position) -> None:
        """Place all pieces as in *position*, without animation."""
        raise NotImplementedError

    def place_set_up(self, set_up: SetUp) -> None:
        """Place what *set_up* has in each cell, be it a legal position or not."""
        raise NotImplementedError

    def carry(self, cell: int, point: QPointF) -> None:
        """Show what is in *cell* at *point* of the scene, until a set-up is placed again."""

    def animate(self, before: Position, move: int) -> QAbstractAnimation | None:
        """Return an animation of *move* from *before*, not yet started; None for no animation.

        When it ends or is stopped, `place` is called with the position after the move.
        """
        return None

    def mark(self) -> None:
        """Update the marks of selection, hover, last move and hint."""

    def overlay(self) -> None:
        """Show the overlays of the state, and nothing of those that were shown before."""

    def shapes_of(self, item: QGraphicsPixmapItem) -> Sequence[Shape] | None:
        """Return in shapes, sharp in every size, what *item* shows; None if only it can."""
        return None

    def cells(self) -> Sequence[int]:
        """Return all cells that can get the focus, in reading order on the screen."""
        raise NotImplementedError

    def cell_rect(self, cell: int) -> QRectF:
        """Return the rectangle of *cell* in the scene."""
        raise NotImplementedError

    def cell_name(self, cell: int) -> str:
        """Return the accessible name of *cell*, including its contents: ``a8 black``."""
        raise NotImplementedError

    def cell_description(self, cell: int) -> str:
        """Return the accessible description of *cell*, such as the value of its move."""
        return ""

    def cell_stones(self, cell: int) -> tuple[int, int | None]:
        """Return how many stones or pieces are in *cell*, and whose they are; None if nobody's."""
        return 0, None

    def cell_label(self, cell: int) -> str:
        """Return the name of *cell* for drawings: ``c8``; empty where nothing can be drawn."""
        return ""

    def cell_of(self, name: str) -> int:
        """Return the cell whose `cell_label` is *name*, or -1."""
        return next((cell for cell in self.cells() if self.cell_label(cell) == name != ""), -1)

    def cell_path(self, cell: int) -> QPainterPath:
        """Return the outline in the scene of *cell* when it is coloured."""
        path = QPainterPath()
        path.addRoundedRect(self.cell_rect(cell).adjusted(2, 2, -2, -2), 4, 4)
        return path

    def way(self, origin: int, target: int) -> QPainterPath:
        """Return the way in the scene of an arrow from the cell *origin* to the cell *target*."""
        return straight_way(self.cell_rect(origin), self.cell_rect(target))

    def way_label(self, origin: int, target: int) -> QPointF:
        """Return the middle in the scene of a label beside *origin*, away from *target*."""
        rect, end = self.cell_rect(origin), self.cell_rect(target)
        below = end.center().y() < rect.center().y()
        return QPointF(rect.center().x(), rect.bottom() + 4 if below else rect.top() - 4)

    def way_through(self, cells: Sequence[int]) -> QPainterPath:
        """Return the way in the scene through *cells*, two or more; empty if none is drawn."""
        path = straight_way(self.cell_rect(cells[0]), self.cell_rect(cells[1]))
        for cell in cells[2:]:
            path.lineTo(self.cell_rect(cell).center())
        return path

    def number_place(self, cell: int) -> QPointF:
        """Return the middle in the scene of a number that *cell* has on a way."""
        return self.cell_rect(cell).center()

    def marked_cell(self, move: int) -> int:
        """Return the cell on which the mark of *move*, the last one, stands; -1 for none."""
        return -1

    def move_cells(self, move: int) -> tuple[int, ...]:
        """Return the cells in which *move* begins and ends, which may be one; none if unknown."""
        return ()

    def numbered_cell(self, number: int) -> int:
        """Return the cell that is chosen by the key of *number* (1 to 9), or -1 for none."""
        return -1

    def choose(self, cell: int) -> None:
        """Handle a click on *cell*, or Enter."""
        raise NotImplementedError

    def release(self) -> None:
        """Clear the selection; nothing need be drawn while `being_shown`."""

    def update_hover(self) -> None:
        """Find out what the mouse or the focus is on, before marks are drawn for a new state."""

    def hover(self, cell: int) -> None:
        """Handle the mouse or the focus entering *cell*, or leaving the cells (-1)."""

    def drag(self, point: QPointF) -> None:
        """Handle the mouse at *point* of the scene while the button is held."""

    def drop(self, cell: int) -> None:
        """Handle the button released over *cell* (-1 outside) after a press elsewhere."""

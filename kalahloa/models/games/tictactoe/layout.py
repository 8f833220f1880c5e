"""The geometry and the colours of a picture of a board of tic-tac-toe."""

from typing import Any

from kalahloa.models.drawing.geometry import Rect
from kalahloa.models.drawing.palette import Palette
from kalahloa.models.games.tictactoe.position import LINES

CELL = 190.0
BOARD = Rect(0, 0, 3 * CELL + 40, 3 * CELL + 40)
GRID = Rect(20, 20, 3 * CELL, 3 * CELL)
REACH = 52.0
"""How far a cross goes from the middle of its cell."""
NOUGHT_RADIUS = REACH + 4
MARK_WIDTH = 17
STRIKE_BEYOND = 0.17
"""How far the line through a row goes beyond its outer middles, as a share of their distance."""


def cell_rect(cell: int, flipped: bool = False) -> Rect:
    """Return where *cell* (0 to 8, row by row from the upper left) lies."""
    row, column = divmod(8 - cell if flipped else cell, 3)
    return Rect(GRID.x + column * CELL, GRID.y + row * CELL, CELL, CELL)


def mark_colour(side: int, palette: Palette) -> str:
    """Return the colour of the marks of *side*: crosses for 0, noughts for 1."""
    return palette.nought if side else palette.cross


def winning_row(position: Any) -> list[int]:
    """Return the three cells of a completed row; empty if there is none."""
    for line in LINES:
        if any(position.marks(side) & line == line for side in (0, 1)):
            return [cell for cell in range(9) if line >> cell & 1]
    return []

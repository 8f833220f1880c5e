"""Draws boards of tic-tac-toe as SVG."""

from typing import Any

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.geometry import Point, Rect
from kalahloa.models.drawing.palette import Palette, lighter
from kalahloa.models.drawing.svg import Svg
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
    if side == 0:
        return palette.text
    return lighter(palette.wood, 170) if palette.dark else palette.wood_shade


def winning_row(position: Any) -> list[int]:
    """Return the three cells of a completed row; empty if there is none."""
    for line in LINES:
        if any(position.marks(side) & line == line for side in (0, 1)):
            return [cell for cell in range(9) if line >> cell & 1]
    return []


def draw(position: Any, look: BoardLook) -> Svg:
    """Return a picture of *position*, a `TicTacToePosition`."""
    palette = look.palette
    picture = Svg(Rect(-2, -2, BOARD.width + 4, BOARD.height + 6))
    shadow = 0.3 if palette.dark else 0.08
    picture.rect(BOARD._replace(y=2.0), 18, fill="#000000", fill_opacity=shadow)
    picture.rect(BOARD, 18, fill=palette.panel, stroke=palette.border, stroke_width=1.5)
    rounded = {"fill": "none", "stroke_linecap": "round"}
    lines = "".join(
        f"M{GRID.x + step * CELL:g} {GRID.y + 8:g}V{GRID.bottom - 8:g}"
        f"M{GRID.x + 8:g} {GRID.y + step * CELL:g}H{GRID.right - 8:g}"
        for step in (1, 2)
    )
    picture.add("path", d=lines, stroke=palette.outline, stroke_width=5, **rounded)
    if look.last is not None:
        inside = cell_rect(look.last[1] - 1, look.flipped).inset(10)
        picture.rect(inside, 20, fill=palette.accent, fill_opacity=0.16 if palette.dark else 0.12)
    for number, move in enumerate(look.moves):
        inside = cell_rect(move - 1, look.flipped).inset(12)
        ring = {"stroke": palette.accent, "stroke_width": 2 if number else 4}
        picture.rect(inside, 20, fill=palette.accent, fill_opacity=0.14, **ring)
    for side in (0, 1):
        stroke = {"stroke": mark_colour(side, palette), "stroke_width": MARK_WIDTH, **rounded}
        for cell in range(9):
            if position.marks(side) >> cell & 1:
                x, y = cell_rect(cell, look.flipped).centre
                if side:
                    picture.circle(Point(x, y), NOUGHT_RADIUS, **stroke)
                else:
                    ends = f"M{x - REACH:g} {y - REACH:g}L{x + REACH:g} {y + REACH:g}"
                    ends += f"M{x + REACH:g} {y - REACH:g}L{x - REACH:g} {y + REACH:g}"
                    picture.add("path", d=ends, **stroke)
    row = winning_row(position)
    if row:
        first, last = (cell_rect(cell, look.flipped).centre for cell in (row[0], row[-1]))
        right, down = (STRIKE_BEYOND * (last[at] - first[at]) for at in (0, 1))
        strike = f"M{first.x - right:g} {first.y - down:g}L{last.x + right:g} {last.y + down:g}"
        picture.add("path", d=strike, stroke=palette.accent, stroke_width=9, **rounded)
    return picture

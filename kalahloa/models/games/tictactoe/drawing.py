"""Draws boards of tic-tac-toe as SVG."""

from typing import Any

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.geometry import BoardCell, Point, Rect
from kalahloa.models.drawing.svg import Svg
from kalahloa.models.games.tictactoe.layout import (
    BOARD,
    CELL,
    GRID,
    MARK_WIDTH,
    NOUGHT_RADIUS,
    REACH,
    STRIKE_BEYOND,
    cell_rect,
    mark_colour,
    winning_row,
)


def draw(position: Any, look: BoardLook) -> Svg:
    """Return a picture of *position*, a `TicTacToePosition`."""
    palette = look.palette
    picture = Svg(Rect(-2, -2, BOARD.width + 4, BOARD.height + 6))
    shadow = 0.3 if palette.dark else 0.08
    picture.rect(BOARD._replace(y=2.0), 18, fill="#000000", fill_opacity=shadow)
    picture.rect(BOARD, 18, fill=palette.card, stroke=palette.border, stroke_width=1.5)
    rounded = {"fill": "none", "stroke_linecap": "round"}
    lines = "".join(
        f"M{GRID.x + step * CELL:g} {GRID.y + 8:g}V{GRID.bottom - 8:g}"
        f"M{GRID.x + 8:g} {GRID.y + step * CELL:g}H{GRID.right - 8:g}"
        for step in (1, 2)
    )
    picture.add("path", d=lines, stroke=palette.grid, stroke_width=5, **rounded)
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


def cells(rules: Any, look: BoardLook) -> dict[int, BoardCell]:
    """Return the cells of the picture; see `Game.cells`."""
    rects = (cell_rect(cell, look.flipped) for cell in range(9))
    return {cell: BoardCell(str(cell + 1), rect, 20.0) for cell, rect in enumerate(rects)}

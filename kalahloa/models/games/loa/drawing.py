"""Draws boards of Lines of Action as SVG."""

from functools import lru_cache
from typing import Any

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.geometry import BoardCell, Point, Rect
from kalahloa.models.drawing.palette import Palette
from kalahloa.models.drawing.svg import Svg
from kalahloa.models.games.loa.grid import (
    COORDINATE_SIZE,
    PIECE_RADIUS,
    arrow_points,
    frame_rect,
    is_dark,
    piece_edge,
    piece_shades,
    square_rect,
    squares_rect,
)
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.squares import FILES, board_squares, square_name


def draw(position: Any, look: BoardLook) -> Svg:
    """Return a picture of *position*, a `LoaPosition`."""
    size = position.rules.size
    board = _board(size, look.flipped, look.palette)
    picture = Svg(board.bounds)
    picture.paste(board)
    last = PASS if look.last is None else look.last[1]
    if last != PASS:
        for square in (last & 63, last >> 6):
            _draw_last(picture, square_rect(square, size, look.flipped), look)
    for side in (0, 1):
        piece = _define_piece(picture, side, look)
        for square in position.squares(side):
            picture.use(piece, square_rect(square, size, look.flipped).centre)
    for number, move in reversed(tuple(enumerate(look.moves))):
        if move != PASS:
            start = square_rect(move & 63, size, look.flipped).centre
            end = square_rect(move >> 6, size, look.flipped).centre
            points = arrow_points(start, end, 1.0 if number else 1.8)
            picture.add(
                "polygon",
                points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
                fill=look.palette.accent,
                fill_opacity=0.55 if number else 0.95,
                stroke=look.palette.on_accent,
                stroke_width=1.2,
            )
    return picture


def cells(rules: Any, look: BoardLook) -> dict[int, BoardCell]:
    """Return the squares of the picture by *rules*; see `Game.cells`."""
    return {
        square: BoardCell(square_name(square), square_rect(square, rules.size, look.flipped), 4.0)
        for square in board_squares(rules.size)
    }


# Of every position the same, and most of the work.
@lru_cache(maxsize=8)
def _board(size: int, flipped: bool, palette: Palette) -> Svg:
    """Return an empty board of *size* ranks."""
    frame, squares = frame_rect(size), squares_rect(size)
    picture = Svg(Rect(-2, -2, frame.width + 4, frame.height + 8))
    picture.rect(frame._replace(y=3.0), 14, fill=palette.frame, fill_opacity=0.35)
    edge = {"stroke": palette.outline, "stroke_width": 2.0} if palette.high_contrast else {}
    picture.rect(frame, 14, fill=palette.frame, **edge)
    picture.rect(squares, fill=palette.square_light)
    for square in board_squares(size):
        if is_dark(square):
            picture.rect(square_rect(square, size), fill=palette.square_dark)
    below, left = (squares.bottom + frame.bottom) / 2, squares.x / 2
    for index in range(size):
        file = square_rect(index, size, flipped).centre
        rank = square_rect(8 * index, size, flipped).centre
        for text, centre in (
            (FILES[index], Point(file.x, below)),
            (str(index + 1), Point(left, rank.y)),
        ):
            picture.text(text, centre, COORDINATE_SIZE, fill=palette.frame_text)
    return picture


def _draw_last(picture: Svg, square: Rect, look: BoardLook) -> None:
    accent = look.palette.accent
    picture.rect(square, fill=accent, fill_opacity=0.24)
    inside = square.inset(4)
    strokes = []
    for x, right in ((inside.x, 1), (inside.right, -1)):
        for y, down in ((inside.y, 1), (inside.bottom, -1)):
            strokes.append(f"M{x + 14 * right:g} {y:g}H{x:g}V{y + 14 * down:g}")
    picture.add(
        "path",
        d="".join(strokes),
        fill="none",
        stroke=accent,
        stroke_width=2.6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _define_piece(picture: Svg, side: int, look: BoardLook) -> str:
    """Define a piece of *side* round the origin, and return its name."""
    dark = look.palette.dark
    light, body, edge, ring, rim = piece_shades(side, look.palette)
    radius, width = PIECE_RADIUS, piece_edge(look.palette)
    gloom = picture.gradient(
        "radial",
        ((0.72, "#000000", (120 if dark else 80) / 255), (1.0, "#000000", 0.0)),
        gradientUnits="userSpaceOnUse",
        cx=1,
        cy=2.5,
        r=1.2 * radius,
    )
    shine = picture.gradient(
        "radial",
        ((0.0, light, 1.0), (0.75, body, 1.0), (1.0, edge, 1.0)),
        gradientUnits="userSpaceOnUse",
        cx=-0.34 * radius,
        cy=-0.4 * radius,
        r=1.5 * radius,
    )
    part = Svg(picture.bounds)
    part.circle(Point(1, 2.5), 1.2 * radius, fill=gloom)
    part.circle(Point(0, 0), radius, fill=shine, stroke=rim, stroke_width=width)
    part.circle(Point(0, 0), 0.74 * radius, fill="none", stroke=ring, stroke_width=width)
    return picture.define(part.markup)

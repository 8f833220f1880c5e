"""The geometry and the colours of a picture of a board of Lines of Action."""

from math import hypot

from kalahloa.models.drawing.geometry import Point, Rect
from kalahloa.models.drawing.palette import Palette

SQUARE = 84.0
PIECE_RADIUS = 31.0
COORDINATE_SIZE = 15
_PIECES = {
    (0, False): ("#5A5A65", "#2C2C34", "#19191E", "#5A5A65", "#19191E"),
    (0, True): ("#484852", "#25252B", "#0C0C0E", "#4C4C56", "#A3A1A6"),
    (1, False): ("#FFFEFB", "#F3EDE2", "#CFC4B1", "#C9BFAE", "#6F5F47"),
    (1, True): ("#F1EBDF", "#CFC6B6", "#9A907F", "#A79D8C", "#CFC6B6"),
}
_FLAT_PIECES = (
    ("#000000", "#000000", "#000000", "#000000", "#FFFFFF"),
    ("#FFFFFF", "#FFFFFF", "#FFFFFF", "#000000", "#000000"),
)
"""Those of high contrast: White's men have a ring, Black's have none."""
_LEFT, _TOP, _MARGINS = 34.0, 10.0, 44.0


def frame_rect(size: int) -> Rect:
    """Return the whole board of *size* ranks, with its coordinates."""
    return Rect(0, 0, size * SQUARE + _MARGINS, size * SQUARE + _MARGINS)


def squares_rect(size: int) -> Rect:
    """Return where the squares of a board of *size* ranks lie."""
    return Rect(_LEFT, _TOP, size * SQUARE, size * SQUARE)


def square_rect(square: int, size: int, flipped: bool = False) -> Rect:
    """Return where *square* (0 a1 to 63 h8) lies; White sits at the bottom of a *flipped* board."""
    last = size - 1
    column, row = square % 8, last - square // 8
    if flipped:
        column, row = last - column, last - row
    return Rect(_LEFT + column * SQUARE, _TOP + row * SQUARE, SQUARE, SQUARE)


def is_dark(square: int) -> bool:
    """Return whether *square* is one of the dark ones, such as a1."""
    return (square + square // 8) % 2 == 0


def piece_shades(side: int, palette: Palette) -> tuple[str, str, str, str, str]:
    """Return the colours of *side*'s pieces (0 Black, 1 White) in *palette*.

    A piece is lit from the upper left: where the light falls, body, lower edge, ring on it, rim.
    The rim tells it from every square, also from one nearly of its colour.
    """
    return _FLAT_PIECES[side] if palette.high_contrast else _PIECES[side, palette.dark]


def piece_edge(palette: Palette) -> float:
    """Return the width of the rim of a piece, and of the ring on it."""
    return 3.2 if palette.high_contrast else 1.6


def arrow_points(start: Point, end: Point, weight: float = 1.0) -> list[tuple[float, float]]:
    """Return the corners of an arrow from the edge of the piece at *start* to that at *end*."""
    length = hypot(end.x - start.x, end.y - start.y)
    along = ((end.x - start.x) / length, (end.y - start.y) / length)
    reach = length - (PIECE_RADIUS - 8)
    thin, wide = 2.2 * weight, 9 * max(0.7, weight)
    outline = (
        (PIECE_RADIUS + 2, thin),
        (reach - 19, thin),
        (reach - 19, wide),
        (reach, 0.0),
        (reach - 19, -wide),
        (reach - 19, -thin),
        (PIECE_RADIUS + 2, -thin),
    )
    return [
        (start.x + far * along[0] - aside * along[1], start.y + far * along[1] + aside * along[0])
        for far, aside in outline
    ]

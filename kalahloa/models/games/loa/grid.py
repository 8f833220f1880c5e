"""The geometry of a picture of a board of Lines of Action."""

from kalahloa.models.drawing.geometry import Rect

SQUARE = 84.0
PIECE_RADIUS = 31.0
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

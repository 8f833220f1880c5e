"""The symmetries of the Lines of Action board: turning and mirroring it changes no rule."""

from collections.abc import Iterator
from functools import cache

from kalahloa.models.games.loa.notation import LETTERS, LoaPosition, write_board
from kalahloa.models.games.loa.squares import board_squares


def symmetric_positions(position: LoaPosition) -> Iterator[str]:
    """Yield the position strings of the 8 images of *position*, itself among them.

    The colours stay as they are.
    """
    size = position.rules.size
    for image_of in _symmetries(size):
        black, white = (
            sum(1 << image_of[square] for square in position.squares(side)) for side in (0, 1)
        )
        yield f"{write_board(black, white, size)} {LETTERS[position.side]}"


@cache
def _symmetries(size: int) -> tuple[dict[int, int], ...]:
    """Return for each of the 8 symmetries of a board of *size* ranks the image of each square."""
    squares = board_squares(size)
    images = (_images(square, size - 1) for square in squares)
    return tuple(dict(zip(squares, image, strict=True)) for image in zip(*images, strict=True))


def _images(square: int, last: int) -> Iterator[int]:
    """Yield the images of *square*; the last file and the last rank have the number *last*."""
    file, rank = square % 8, square // 8
    for one, other in ((file, rank), (rank, file)):
        for right in (one, last - one):
            for up in (other, last - other):
                yield right + 8 * up

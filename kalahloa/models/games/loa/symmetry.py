"""The symmetries of the Lines of Action board: turning and mirroring it changes no rule."""

from collections.abc import Iterator

from kalahloa.models.games.loa.notation import LETTERS, LoaPosition
from kalahloa.models.games.loa.squares import FILES


def symmetric_positions(position: LoaPosition) -> Iterator[str]:
    """Yield the position strings of the 8 images of *position*, itself among them.

    The colours stay as they are.
    """
    for square_of in _SYMMETRIES:
        letters = [""] * 64
        for side, letter in enumerate(LETTERS):
            for square in position.squares(side):
                letters[square_of[square]] = letter
        yield _position_string(letters, position.side)


def _position_string(letters: list[str], side: int) -> str:
    ranks = []
    for rank in reversed(range(8)):
        text, empty = "", 0
        for letter in letters[8 * rank : 8 * rank + len(FILES)]:
            if letter:
                text += (str(empty) if empty else "") + letter
                empty = 0
            else:
                empty += 1
        ranks.append(text + (str(empty) if empty else ""))
    return f"{'/'.join(ranks)} {LETTERS[side]}"


def _images(square: int) -> Iterator[int]:
    file, rank = square % 8, square // 8
    for one, other in ((file, rank), (rank, file)):
        for right in (one, 7 - one):
            for up in (other, 7 - other):
                yield right + 8 * up


_SYMMETRIES = tuple(zip(*(tuple(_images(square)) for square in range(64)), strict=True))
"""For each of the 8 symmetries the image of each square."""

"""The squares of the Lines of Action board and the lines through them.

Squares are numbered rank by rank from 0 (a1) and 1 (b1) to 63 (h8).  A smaller board is the corner
of a1: its squares have the same names and numbers.
"""

from functools import cache

from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FILES, RANKS = "abcdefgh", "12345678"
_ORDINALS = (
    QT_TRANSLATE_NOOP("Models", "first"),
    QT_TRANSLATE_NOOP("Models", "second"),
    QT_TRANSLATE_NOOP("Models", "third"),
    QT_TRANSLATE_NOOP("Models", "fourth"),
    QT_TRANSLATE_NOOP("Models", "fifth"),
    QT_TRANSLATE_NOOP("Models", "sixth"),
    QT_TRANSLATE_NOOP("Models", "seventh"),
    QT_TRANSLATE_NOOP("Models", "eighth"),
)

_NAMES = tuple(file + rank for rank in RANKS for file in FILES)


def square_name(square: int) -> str:
    """Return the name of *square* (0 to 63): ``a1`` to ``h8``."""
    return _NAMES[square]


def square_number(name: str, size: int = 8) -> int:
    """Return the square called *name* on a board of *size* ranks.

    Raises `IllegalMove` if there is none.
    """
    if len(name) != 2 or name[0] not in FILES[:size] or name[1] not in RANKS[:size]:
        raise IllegalMove(
            QT_TRANSLATE_NOOP(
                "Models", "'{name}' is not a square; squares are a1 to {last}."
            ).format(name=quote(name), last=square_name(9 * (size - 1)))
        )
    return FILES.index(name[0]) + 8 * RANKS.index(name[1])


def line_through(origin: int, target: int) -> int:
    """Return the direction of the line through two squares.

    It is 0 for a rank, 1 for a file, 2 for a diagonal parallel to a1-h8, 3 for one parallel to
    h1-a8, and -1 if the squares are equal or not on a line.
    """
    right = target % 8 - origin % 8
    up = target // 8 - origin // 8
    if origin == target:
        return -1
    if up == 0:
        return 0
    if right == 0:
        return 1
    if right == up:
        return 2
    return 3 if right == -up else -1


def distance(origin: int, target: int) -> int:
    """Return the distance between two squares in king's moves."""
    return max(abs(target % 8 - origin % 8), abs(target // 8 - origin // 8))


@cache
def board_squares(size: int) -> tuple[int, ...]:
    """Return the squares of a board of *size* ranks, in ascending order."""
    return tuple(8 * rank + file for rank in range(size) for file in range(size))


def line_name(origin: int, target: int, size: int = 8) -> str:
    """Return the name of the line through two squares, such as ``the first rank``.

    The squares must be different and on a line of a board of *size* ranks.
    """
    line = line_through(origin, target)
    if line == 0:
        return QT_TRANSLATE_NOOP("Models", "the {ordinal} rank").format(
            ordinal=_ORDINALS[origin // 8]
        )
    if line == 1:
        return QT_TRANSLATE_NOOP("Models", "the {file}-file").format(file=FILES[origin % 8])
    ends = [
        square
        for square in board_squares(size)
        if (square == origin or line_through(origin, square) == line)
        and (square % 8 in (0, size - 1) or square // 8 in (0, size - 1))
    ]
    return QT_TRANSLATE_NOOP("Models", "the diagonal {first}-{last}").format(
        first=square_name(ends[0]), last=square_name(ends[-1])
    )


def squares_between(origin: int, target: int) -> range:
    """Return the squares strictly between *origin* and *target*, in ascending order.

    The squares must be different and on a line.
    """
    first, last = sorted((origin, target))
    step = (last - first) // distance(origin, target)
    return range(first + step, last, step)

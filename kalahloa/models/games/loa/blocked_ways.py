"""The ways of a piece that are blocked, and by which piece."""

from collections.abc import Iterator

from kalahloa.models.games.loa.position import Loa

_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def blockers(position: Loa, origin: int) -> Iterator[int]:
    """Yield for each blocked way of the piece on *origin* the square of the piece that blocks it.

    That is the first piece of the other side on the way, or one of its own side at the end.  A way
    that leads off the board has none.
    """
    size = position.rules.size
    side = position.pieces(0) >> origin & 1 ^ 1
    own, other = position.pieces(side), position.pieces(1 - side)
    rank, file = divmod(origin, 8)
    for right, up in _DIRECTIONS:
        if not (0 <= file + right < size and 0 <= rank + up < size):
            continue
        length = position.line_count(origin, origin + right + 8 * up)
        if not (0 <= file + length * right < size and 0 <= rank + length * up < size):
            continue
        way = [origin + step * (right + 8 * up) for step in range(1, length + 1)]
        passed = next((square for square in way[:-1] if other >> square & 1), None)
        if passed is not None:
            yield passed
        elif own >> way[-1] & 1:
            yield way[-1]

"""Move ordering: the more promising the first moves are, the more is cut off."""

from kalahloa.models.search.lecture.run import LectureRun
from kalahloa.models.search.request import Line


def ordered(run: LectureRun, depth: int, moves: list[int], first: Line) -> list[int]:
    """Return *moves* with the first move of *first* in front, then by their static values.

    At the last ply before the horizon the others stay in their order: to sort them would cost as
    much as to search them.
    """
    if depth > 1:
        moves = sorted(moves, key=run.static_move_value, reverse=True)
    if first and first[0] in moves:
        moves = [first[0], *(move for move in moves if move != first[0])]
    return moves

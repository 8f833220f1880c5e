"""Plain game-tree search: every move of both sides, down to the depth.

The value of a position is the value of its best move; what is good for one side is as bad for the
other (C. E. Shannon, "Programming a computer for playing chess", 1950; written with one function
for both sides by D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975).
"""

from math import inf

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.walk import Found, Walk
from kalahloa.models.search.request import Line


class MinimaxSearch(LectureSearcher):
    """Game-tree search without pruning."""

    name = "game-tree"
    title = "Game-tree search"
    sentence = "Looks at every sequence of moves down to the depth, and leaves nothing out."

    def search(self, walk: Walk, depth: int, before: Found | None) -> Found:
        return _value(walk, depth)


def _value(walk: Walk, depth: int) -> Found:
    """Return what the walk's position is worth to its side to move, and the best line."""
    position = walk.position
    walk.enter(depth)
    if depth == 0 and not position.is_over():
        return walk.estimate(), ()
    moves = position.legal_moves()
    if not moves:
        return walk.finish(), ()
    side = position.side
    best = -inf
    line: Line = ()
    for move in moves:
        walk.make(move)
        if position.side == side:
            # The same side moves again: the ply costs no depth, and good remains good.
            value, reply = _value(walk, depth)
        else:
            value, reply = _value(walk, depth - 1)
            value = -value
        walk.unmake()
        if value > best:
            best, line = value, (move, *reply)
            walk.improve(best, line)
    walk.leave(best)
    return best, line

"""Plain game-tree search (minimax): every move of both sides, to a fixed depth.

The value of a position is that of its best move, and what one side gains the other loses (C. E.
Shannon, "Programming a computer for playing chess", 1950).  In the negamax form one function serves
both sides (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975).
"""

from math import inf

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.walk import Found, Walk
from kalahloa.models.search.request import Line
from kalahloa.models.sentence import QT_TRANSLATE_NOOP


class MinimaxSearch(LectureSearcher):
    """Game-tree search without pruning."""

    name = "game-tree"
    title = QT_TRANSLATE_NOOP("Models", "Game-tree search")
    sentence = QT_TRANSLATE_NOOP(
        "Models", "Searches every sequence of moves to the given depth, without pruning."
    )

    def search(self, walk: Walk, depth: int, before: Found | None) -> Found:
        return _value(walk, depth)


def _value(walk: Walk, depth: int) -> Found:
    """Return the value of the position for the side to move, and the principal variation."""
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
            # The same side moves again: neither the depth nor the point of view changes.
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

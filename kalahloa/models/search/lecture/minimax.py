"""Plain game-tree search (minimax): every move of both sides, to a fixed depth.

The side to move at the root is MAX, the other MIN: MAX takes the largest of the moves' values, MIN
the smallest, and all are values for MAX (C. E. Shannon, "Programming a computer for playing chess",
Philosophical Magazine 41, 1950).
"""

from math import inf

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.walk import Found, Walk
from kalahloa.models.search.request import Line
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_CODE = """
def OURS(position):                             # def
  if position.is_over():
    return result(position)                     # over
  if at_horizon(position):
    return heuristic(position)                  # horizon
  best = LEAST
  for move in position.legal_moves():
    value = AFTER(after(move))                 # value
    best = BEST(best, value)                    # better
  return best                                   # end
"""


class MinimaxSearch(LectureSearcher):
    """Game-tree search without pruning, with MAX and MIN."""

    name = "game-tree"
    prunes = False
    pseudocode = _CODE
    title = QT_TRANSLATE_NOOP("Models", "Game-tree search")
    short_title = QT_TRANSLATE_NOOP("Models", "Game tree")
    sentence = QT_TRANSLATE_NOOP(
        "Models", "Searches every sequence of moves to the given depth, without pruning."
    )

    def search(self, walk: Walk, depth: int, before: Found | None) -> Found:
        return _value(walk, depth, walk.position.side)


def _value(walk: Walk, depth: int, max_side: int) -> Found:
    """Return the value of the position for *max_side*, and the principal variation."""
    position = walk.position
    walk.enter(depth)
    maximises = position.side == max_side
    sign = 1 if maximises else -1
    if depth == 0 and not position.is_over():
        return sign * walk.estimate(), ()
    moves = walk.moves()
    if not moves:
        return sign * walk.finish(), ()
    side = position.side
    best = -inf if maximises else inf
    line: Line = ()
    for move in moves:
        walk.make(move)
        # Where the same side moves again, the depth does not change.
        value, reply = _value(walk, depth - (position.side != side), max_side)
        walk.unmake()
        if value > best if maximises else value < best:
            best, line = value, (move, *reply)
            walk.improve(best, line)
    walk.leave(sign * best)
    return best, line

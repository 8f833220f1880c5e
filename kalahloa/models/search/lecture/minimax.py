"""Plain game-tree search (minimax): every move of both sides, to a fixed depth.

The side to move at the root is MAX, the other MIN: MAX takes the largest of the moves' values, MIN
the smallest, and all are values for MAX (C. E. Shannon, "Programming a computer for playing chess",
Philosophical Magazine 41, 1950).
"""

from math import inf

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.run import Found, LectureRun
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

    def search(self, run: LectureRun, depth: int, before: Found | None) -> Found:
        return _value(run, depth, run.position.side)


def _value(run: LectureRun, depth: int, max_side: int) -> Found:
    """Return the value of the position for *max_side*, and the principal variation."""
    position = run.position
    run.enter(depth)
    maximises = position.side == max_side
    sign = 1 if maximises else -1
    if depth == 0 and not position.is_over():
        return sign * run.estimate(), ()
    moves = run.moves()
    if not moves:
        return sign * run.finish(), ()
    side = position.side
    best = -inf if maximises else inf
    line: Line = ()
    for move in moves:
        run.make(move)
        # Where the same side moves again, the depth does not change.
        value, reply = _value(run, depth - (position.side != side), max_side)
        run.unmake()
        if value > best if maximises else value < best:
            best, line = value, (move, *reply)
            run.improve(best, line)
    run.leave(sign * best)
    return best, line

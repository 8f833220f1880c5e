"""Negamax: minimax with one function for both sides.

What one side gains the other loses, so that the value of a position for its side to move is the
largest of its moves' values, each the negative of what it is worth to the other side (D. E. Knuth
and R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975).
"""

from math import inf

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.run import Found, LectureRun
from kalahloa.models.search.request import Line
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_CODE = """
def negamax(position):                          # def
  if position.is_over():
    return result(position)                     # over
  if at_horizon(position):
    return heuristic(position)                  # horizon
  best = -∞
  for move in position.legal_moves():
    value = -negamax(after(move))               # value
    best = max(best, value)                     # better
  return best                                   # end
"""


class NegamaxSearch(LectureSearcher):
    """Game-tree search without pruning, from the point of view of the side to move."""

    name = "negamax"
    prunes = False
    negates = True
    pseudocode = _CODE
    title = QT_TRANSLATE_NOOP("Models", "Negamax")
    sentence = QT_TRANSLATE_NOOP(
        "Models",
        "Game-tree search with one rule for both sides: the largest of the negated values.",
    )

    def search(self, run: LectureRun, depth: int, before: Found | None) -> Found:
        return _value(run, depth)


def _value(run: LectureRun, depth: int) -> Found:
    """Return the value of the position for the side to move, and the principal variation."""
    position = run.position
    run.enter(depth)
    if depth == 0 and not position.is_over():
        return run.estimate(), ()
    moves = run.moves()
    if not moves:
        return run.finish(), ()
    side = position.side
    best = -inf
    line: Line = ()
    for move in moves:
        run.make(move)
        if position.side == side:
            # The same side moves again: neither the depth nor the point of view changes.
            value, reply = _value(run, depth)
        else:
            value, reply = _value(run, depth - 1)
            value = -value
        run.unmake()
        if value > best:
            best, line = value, (move, *reply)
            run.improve(best, line)
    run.leave(best)
    return best, line

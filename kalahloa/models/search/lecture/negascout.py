"""NegaScout: alpha-beta that expects the first move to be the best, and only checks the others.

Each later move is searched with an empty window just above alpha, which tells with the fewest nodes
whether it is better; only a move that is better is searched again for its value.  A. Reinefeld,
"An improvement to the Scout tree-search algorithm", ICCA Journal 6(4), 1983.
"""

from math import inf, nextafter

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.ordering import ordered
from kalahloa.models.search.lecture.run import Found, LectureRun
from kalahloa.models.search.request import Line
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_CODE = """
def negascout(position, α, β):                  # def
  if position.is_over():
    return result(position)                     # over
  if at_horizon(position):
    return heuristic(position)                  # horizon
  best, edge = -∞, β
  for move in ordered(position.legal_moves()):
    value = -negascout(after(move), -edge, -α)  # value
    if α < value < β and edge < β:
      value = -negascout(after(move), -β, -α)   # again
    best = max(best, value)
    α = max(α, best)                            # better
    if α ≥ β: break                             # cut
    edge = just_above(α)
  return best                                   # end
"""


class NegaScoutSearch(LectureSearcher):
    """NegaScout with the move ordering of `AlphaBetaSearch`."""

    name = "negascout"
    negates = True
    pseudocode = _CODE
    title = QT_TRANSLATE_NOOP("Models", "NegaScout")
    sentence = QT_TRANSLATE_NOOP(
        "Models",
        "Alpha-beta that tests every move but the first with an empty window, and searches "
        "again those that are better.",
    )
    deepens = True

    def search(self, run: LectureRun, depth: int, before: Found | None) -> Found:
        return _value(run, depth, -inf, inf, () if before is None else before[1])


def _value(run: LectureRun, depth: int, alpha: float, beta: float, first: Line) -> Found:
    """Return what `AlphaBetaSearch` returns in the same window."""
    position = run.position
    run.enter(depth, alpha, beta)
    if depth == 0 and not position.is_over():
        return run.estimate(), ()
    moves = run.moves()
    if not moves:
        return run.finish(), ()
    moves = ordered(run, depth, moves, first)
    best = -inf
    line: Line = ()
    pruned = len(moves)
    for move in moves:
        pruned -= 1
        follow = first[1:] if first and move == first[0] else ()
        # Values are real numbers: nothing lies between alpha and the next one.
        edge = beta if best == -inf else nextafter(alpha, inf)
        value, reply = _after(run, move, depth, alpha, min(edge, beta), follow)
        if alpha < value < beta and edge < beta:
            value, reply = _after(run, move, depth, alpha, beta, (*reply,))
        if value > best:
            best, line = value, (move, *reply)
            run.improve(best, line)
            if best >= beta:
                break
            alpha = max(alpha, best)
    run.leave(best, pruned)
    return best, line


def _after(run: LectureRun, move: int, depth: int, alpha: float, beta: float, first: Line) -> Found:
    """Return the value of *move* for the side that makes it, and the line that follows."""
    position = run.position
    side = position.side
    run.make(move)
    if position.side == side:
        value, reply = _value(run, depth, alpha, beta, first)
    else:
        value, reply = _value(run, depth - 1, -beta, -alpha, first)
        value = -value
    run.unmake()
    return value, reply

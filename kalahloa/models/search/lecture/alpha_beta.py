"""Alpha-beta search: the minimax value from a part of the tree.

Alpha is the value that the side to move is assured of elsewhere in the tree, beta the value that
its opponent can hold it to.  A move that reaches beta refutes the opponent's last move, and the
remaining moves are not searched (a cutoff).  D. E. Knuth and R. W. Moore, "An analysis of
alpha-beta pruning", Artificial Intelligence 6, 1975; fail-soft bounds: J. P. Fishburn, 1981.
"""

from math import inf

from kalahloa.models.search.lecture.cached import Cache
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.ordering import ordered
from kalahloa.models.search.lecture.run import Found, LectureRun
from kalahloa.models.search.request import Line
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

ASPIRATION = 6.0
"""Half the width of the default aspiration window, in the heuristics' unit.

Measured on the built-in games at depths 3, 5 and 7: values alternate between odd and even depths,
so that a narrower window fails too often to save nodes.
"""


_PLAIN = """
def OURS(position, α, β):                       # def
  if position.is_over():
    return result(position)                     # over
  if at_horizon(position):
    return heuristic(position)                  # horizon
  best = LEAST
  for move in position.legal_moves():
    value = AFTER(after(move), α, β)           # value
    best = BEST(best, value)
    α = BEST(α, best)                           # better
    if α ≥ β: break                             # cut
  return best                                   # end
"""
_ORDERED = _PLAIN.replace("position.legal_moves()", "ordered(position.legal_moves())")
_ASPIRATION = """
α, β = last - 6, last + 6
value = maximum(root, α, β)
if value ≤ α: search again with α = -∞          # repeat
if value ≥ β: search again with β = ∞
"""
_TABLE = """
def OURS(position, α, β):                       # def
  if position.is_over():
    return result(position)                     # over
  if at_horizon(position):
    return heuristic(position)                  # horizon
  if table.settles(position, α, β):
    return table[position]                      # table
  best = LEAST
  for move in ordered(position.legal_moves()):
    value = AFTER(after(move), α, β)           # value
    best = BEST(best, value)
    α = BEST(α, best)                           # better
    if α ≥ β: break                             # cut
  table[position] = best
  return best                                   # end
"""


class AlphaBetaSearch(LectureSearcher):
    """Alpha-beta search, optionally with move ordering and an aspiration window.

    With *ordering*, the principal variation of the previous depth is searched first, and the other
    moves are sorted by the heuristic's value of the position after them: the better the first move,
    the more cutoffs.  These evaluations do not count as nodes, and are not made at the last ply.

    *aspiration* (> 0) is half the width of a window around the value of the previous depth.  A
    narrow window causes more cutoffs; if the search fails low or high, it is repeated with the
    window opened on that side.  Raises `ValueError` if *aspiration* is not above 0.

    With a *table*, values that were found before are looked up instead of being searched, and so
    are the heuristic's.
    """

    def __init__(
        self, ordering: bool = False, aspiration: float | None = None, table: bool = False
    ) -> None:
        if aspiration is not None and not aspiration > 0:
            raise ValueError(f"An aspiration window is wider than 0, not {aspiration}.")
        self.ordering = ordering
        self.aspiration = aspiration
        self.table = table
        self.deepens = ordering or aspiration is not None
        if table:
            self.name = "alpha-beta-table"
            self.pseudocode = _TABLE
            self.short_title = QT_TRANSLATE_NOOP("Models", "Alpha-beta, table")
            self.title = QT_TRANSLATE_NOOP("Models", "Alpha-beta with a transposition table")
            self.sentence = QT_TRANSLATE_NOOP(
                "Models",
                "Alpha-beta with move ordering, which remembers the values of positions it "
                "reaches again by another line.",
            )
        elif aspiration is not None:
            self.name = "alpha-beta-aspiration"
            self.pseudocode = f"{_ORDERED}\n{_ASPIRATION}"
            self.short_title = QT_TRANSLATE_NOOP("Models", "Alpha-beta, aspiration")
            self.title = QT_TRANSLATE_NOOP("Models", "Alpha-beta with an aspiration window")
            self.sentence = QT_TRANSLATE_NOOP(
                "Models",
                "Alpha-beta with move ordering and a narrow window around the last depth's "
                "value; if the value is outside, it searches again.",
            )
        elif ordering:
            self.name = "alpha-beta-ordered"
            self.pseudocode = _ORDERED
            self.short_title = QT_TRANSLATE_NOOP("Models", "Alpha-beta, ordered")
            self.title = QT_TRANSLATE_NOOP("Models", "Alpha-beta with move ordering")
            self.sentence = QT_TRANSLATE_NOOP(
                "Models", "Alpha-beta that searches promising moves first, for more cut-offs."
            )
        else:
            self.name = "alpha-beta"
            self.pseudocode = _PLAIN
            self.title = QT_TRANSLATE_NOOP("Models", "Alpha-beta")
            self.sentence = QT_TRANSLATE_NOOP(
                "Models",
                "Finds the same value as game-tree search, but skips moves that cannot affect it.",
            )

    def search(self, run: LectureRun, depth: int, before: Found | None) -> Found:
        alpha, beta = -inf, inf
        first: Line = ()
        if before is not None:
            value, line = before
            if self.ordering:
                first = line
            if self.aspiration is not None:
                alpha, beta = value - self.aspiration, value + self.aspiration
        cache = None
        if self.table:
            cache = Cache(run.position)
            run.keep_estimates()
        while True:
            value, line = self._value(run, depth, alpha, beta, first, cache)
            if value <= alpha:
                alpha = -inf
            elif value >= beta:
                beta = inf
            else:
                return value, line

    def _value(
        self,
        run: LectureRun,
        depth: int,
        alpha: float,
        beta: float,
        first: Line,
        cache: Cache | None,
    ) -> Found:
        """Return the value of the position for the side to move, and the principal variation.

        The value is exact between *alpha* and *beta*; it is an upper bound at or below alpha (fail
        low), a lower bound at or above beta (fail high).  *first* is the line to search first,
        *cache* holds the values found before.
        """
        position = run.position
        run.enter(depth, alpha, beta)
        if depth == 0 and not position.is_over():
            return run.estimate(), ()
        moves = run.moves()
        if not moves:
            return run.finish(), ()
        if cache is not None and run.ply:
            known = cache.find(run, depth)
            if known is not None and (
                known.least == known.most or known.least >= beta or known.most <= alpha
            ):
                value = known.least if known.least > alpha else known.most
                run.answer(value)
                return value, known.line
        if self.ordering:
            moves = ordered(run, depth, moves, first)
        if cache is not None:
            cache.come(position)
        side = position.side
        lowest = alpha
        best = -inf
        line: Line = ()
        pruned = len(moves)
        for move in moves:
            pruned -= 1
            follow = first[1:] if first and move == first[0] else ()
            run.make(move)
            if position.side == side:
                # The same side moves again: neither the depth nor the point of view changes.
                value, reply = self._value(run, depth, alpha, beta, follow, cache)
            else:
                value, reply = self._value(run, depth - 1, -beta, -alpha, follow, cache)
                value = -value
            run.unmake()
            if value > best:
                best, line = value, (move, *reply)
                run.improve(best, line)
                if best >= beta:
                    break
                alpha = max(alpha, best)
        if cache is not None:
            cache.go(position)
            cache.keep(run, depth, lowest, beta, best, line)
        run.leave(best, pruned)
        return best, line

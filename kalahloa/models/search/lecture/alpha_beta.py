"""Alpha-beta search: the same value as plain game-tree search, from a part of the tree.

Alpha is what the side to move has for certain elsewhere in the tree, beta what its opponent will
not let it exceed.  A move that reaches beta refutes the opponent's last move, and the moves after
it need not be looked at.  (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning",
Artificial Intelligence 6, 1975; the bounds that are returned from outside the window are those of
J. P. Fishburn's fail-soft form, 1981.)
"""

from math import inf

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.walk import Found, Walk
from kalahloa.models.search.request import Line

ASPIRATION = 6.0
"""Half the width of the usual aspiration window, in the heuristics' unit.

Measured on the house's games at depths 3, 5 and 7: values swing between odd and even depths, so
that a narrower window is missed too often to save anything.
"""


class AlphaBetaSearch(LectureSearcher):
    """Alpha-beta, by choice with moves in a promising order, and with an aspiration window.

    With *ordering*, the line that the pass before found best is tried first, and the moves of
    every inner node in the order of the heuristic's opinion of them: the better the first move,
    the more is cut off.  Opinions are asked for above the last ply only, and are not counted as
    nodes.

    *aspiration* (> 0) is half the width of a window round the value of the pass before.  A
    narrow window cuts off more; where the value lies outside, the search is repeated with the
    window opened on that side.
    """

    def __init__(self, ordering: bool = False, aspiration: float | None = None) -> None:
        if aspiration is not None and not aspiration > 0:
            raise ValueError(f"An aspiration window is wider than 0, not {aspiration}.")
        self.ordering = ordering
        self.aspiration = aspiration
        self.deepens = ordering or aspiration is not None
        if aspiration is not None:
            self.name = "alpha-beta-aspiration"
            self.title = "Alpha-beta with an aspiration window"
            self.sentence = (
                "Ordered alpha-beta that expects a value near the last depth's, and searches again "
                "where it is not."
            )
        elif ordering:
            self.name = "alpha-beta-ordered"
            self.title = "Alpha-beta with move ordering"
            self.sentence = "Alpha-beta that tries the promising moves first, to cut off more."
        else:
            self.name = "alpha-beta"
            self.title = "Alpha-beta"
            self.sentence = (
                "Finds what game-tree search finds, and leaves out moves that cannot matter."
            )

    def search(self, walk: Walk, depth: int, before: Found | None) -> Found:
        alpha, beta = -inf, inf
        first: Line = ()
        if before is not None:
            value, line = before
            if self.ordering:
                first = line
            if self.aspiration is not None:
                alpha, beta = value - self.aspiration, value + self.aspiration
        while True:
            value, line = self._value(walk, depth, alpha, beta, first)
            if value <= alpha:
                alpha = -inf
            elif value >= beta:
                beta = inf
            else:
                return value, line

    def _value(self, walk: Walk, depth: int, alpha: float, beta: float, first: Line) -> Found:
        """Return what the walk's position is worth to its side to move, and the best line.

        The value is exact between *alpha* and *beta*; at or below alpha it is an upper bound, at
        or above beta a lower one.  *first* is the line to try first.
        """
        position = walk.position
        walk.enter(depth, alpha, beta)
        if depth == 0 and not position.is_over():
            return walk.estimate(), ()
        moves = position.legal_moves()
        if not moves:
            return walk.finish(), ()
        if self.ordering:
            moves = _ordered(walk, depth, moves, first)
        side = position.side
        best = -inf
        line: Line = ()
        pruned = len(moves)
        for move in moves:
            pruned -= 1
            follow = first[1:] if first and move == first[0] else ()
            walk.make(move)
            if position.side == side:
                # The same side moves again: the ply costs no depth, and good remains good.
                value, reply = self._value(walk, depth, alpha, beta, follow)
            else:
                value, reply = self._value(walk, depth - 1, -beta, -alpha, follow)
                value = -value
            walk.unmake()
            if value > best:
                best, line = value, (move, *reply)
                walk.improve(best, line)
                if best >= beta:
                    break
                alpha = max(alpha, best)
        walk.leave(best, pruned)
        return best, line


def _ordered(walk: Walk, depth: int, moves: list[int], first: Line) -> list[int]:
    """Return *moves* with the first of the line *first* in front, then the promising ones."""
    if depth > 1:
        moves = sorted(moves, key=walk.static_move_value, reverse=True)
    if first and first[0] in moves:
        moves = [first[0], *(move for move in moves if move != first[0])]
    return moves

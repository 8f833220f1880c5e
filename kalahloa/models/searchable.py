# cython: language_level=3, cdivision=True
"""What alpha-beta asks of a position besides its rules."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.position import NO_MOVE, Position
    from cython.cimports.kalahloa.models.value import ONGOING, mate_in, mated_in
else:
    from kalahloa.models.position import NO_MOVE, Position
    from kalahloa.models.value import ONGOING, mate_in, mated_in


class SearchPosition(Position):
    """A position that alpha-beta can search: values of ends and leaves, and an order of moves."""

    def terminal_value(self, score, ply):
        """Return what a finished game is worth *ply* moves below the root, from *score*'s side.

        A win is worth `WON` less a point a ply, so that the shortest is taken; a loss likewise
        more.  Every decided game is worth `DECIDED` or more, and no estimate is.  A game in which
        the margin counts returns `value_of_margin` of the score instead (see `models.value`).
        """
        if score > 0:
            return mate_in(ply)
        return mated_in(ply) if score < 0 else 0

    def evaluate(self):
        """Return the static value of a game that goes on, for the side to move, in hundredths.

        `DECIDED` or more says that the side to move is sure to win by at least that much, and
        -`DECIDED` or less that it is sure to lose likewise.  No value is beyond `WON` or -`WON`;
        those beyond `MAX_MARGIN_VALUE`, which would be read as a distance, count as that.
        """
        return 0

    def static_bound(self, alpha, beta):
        """Return what is proven of the value, if that is all a search need know, or `ONGOING`.

        The game goes on.  A value of *beta* or more says that the position is worth at least that,
        one of *alpha* or less that it is worth at most that, and one between them that it is worth
        exactly that.
        """
        return ONGOING

    def order_score(self, move):
        """Return how early *move*, legal here, should be searched; the highest comes first.

        From 2^11 on a move is not searched less deep because it comes late in the order, and from
        2^12 on it comes before moves that have refuted others ("killers").  What lies beyond 2^22
        or -2^22 counts as that.
        """
        return 0

    def score_moves(self, moves, scores, base, end):
        """Write the promise of each of the *moves* from *base* to before *end* into *scores*."""
        index: cython.int
        for index in range(base, end):
            scores[index] = self.order_score(moves[index])

    def null_move(self):
        """Return a move that leaves the move to the opponent, for pruning; `NO_MOVE` if none may.

        It need not be legal.  Games in which it is good to have to move not rarely offer none.
        """
        return NO_MOVE

    def allows_reductions(self):
        """Return whether moves that come late in the order may be searched less deep."""
        return False

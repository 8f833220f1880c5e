# cython: language_level=3, cdivision=True
"""What an exact search needs of a position besides what alpha-beta does."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import MAX_MOVES
    from cython.cimports.kalahloa.models.game.searchable import SearchPosition
    from cython.cimports.kalahloa.models.game.value import ONGOING
else:
    from kalahloa.models.game.position import MAX_MOVES
    from kalahloa.models.game.searchable import SearchPosition
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import zeros

# More than the final score of any game.
_MAX_SCORE = cython.declare(cython.int, 10000)


class SolvablePosition(SearchPosition):
    """A position whose exact value can be found by searching to the end; every game ends."""

    if not cython.compiled:
        lower = 0
        upper = 0

    def always_ends(self):
        return True

    def fixed_score(self):
        """Return the part of the final score that is certain already, for the side to move."""
        return 0

    def residual_key(self):
        """Return a 64-bit key of what the final score minus `fixed_score` depends on.

        Positions that differ only in which side is to move may share a key.
        """
        return self.hash

    def score_bounds(self):
        """Set `lower` and `upper`, bounds of the final score for the side to move.

        The game is not over.  Equal bounds are the exact value, as from a tablebase.
        """
        self.lower = -_MAX_SCORE
        self.upper = _MAX_SCORE
        return 0

    def fill_entry(self, successors, place, side):
        """Fill the entry at *place* of *successors* with this position, as *side* sees it.

        The game may be over.  The entry has the move already.
        """
        score: cython.int
        successors.same_side[place] = self.side == side
        successors.keys[place] = self.residual_key()
        successors.fixed_score[place] = self.fixed_score()
        successors.mine[place] = successors.theirs[place] = 0
        score = self.result()
        if score == ONGOING:
            self.score_bounds()
        else:
            self.lower = self.upper = score
        successors.lower[place] = self.lower
        successors.upper[place] = self.upper
        successors.estimates[place] = 50 * (self.lower + self.upper)
        if not successors.same_side[place]:
            successors.fixed_score[place] = -successors.fixed_score[place]
            successors.lower[place] = -self.upper
            successors.upper[place] = -self.lower
        return 0

    def expand_successors(self, successors, here, beta):
        """Add the legal moves to *successors*, with what is known of the positions after them.

        The entry at *here* describes this position.  Returns whether a lower bound reaches *beta*;
        then that move is the last one added, and others may be missing.
        """
        count: cython.int
        index: cython.int
        place: cython.int
        side: cython.int = self.side
        base: cython.int = successors.end
        if cython.compiled:
            count = self.generate(successors.moves + base)
        else:
            found = zeros(MAX_MOVES)
            count = self.generate(found)
            successors.moves[base : base + count] = found[:count]
        for index in range(count):
            place = successors.add(successors.moves[base + index])
            successors.order_scores[place] = self.order_score(successors.moves[place])
            self.push(successors.moves[place])
            self.fill_entry(successors, place, side)
            self.pop()
            if successors.lower[place] >= beta:
                return True
        return False

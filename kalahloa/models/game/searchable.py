# cython: language_level=3, cdivision=True
"""What alpha-beta needs of a position besides the rules."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import NO_MOVE, Position
    from cython.cimports.kalahloa.models.game.value import ONGOING, mate_in, mated_in
    from cython.cimports.kalahloa.models.native.bits import M64
else:
    from kalahloa.models.game.position import NO_MOVE, Position
    from kalahloa.models.game.value import ONGOING, mate_in, mated_in
    from kalahloa.models.native.bits import M64, zeros

    MAX_WORDS = 32


class SearchPosition(Position):
    """A position that alpha-beta can search: terminal values, evaluation and move ordering."""

    def terminal_value(self, score, ply):
        """Return the value of a finished game with *score*, *ply* plies below the root.

        Both are for the side to move.  By default a win is `WON` - *ply*, so that shorter wins are
        preferred, and a loss *ply* - `WON`.  A game in which the margin counts returns
        `value_of_margin` of the score instead (see `value`).
        """
        if score > 0:
            return mate_in(ply)
        return mated_in(ply) if score < 0 else 0

    def evaluate(self):
        """Return the static evaluation for the side to move, in hundredths; the game is not over.

        An estimate is at most `MAX_ESTIMATE` in size.  `DECIDED` or more claims a certain win by at
        least that value's margin, -`DECIDED` or less a certain loss.  Values beyond
        `MAX_MARGIN_VALUE` in size, which would be read as distances to mate, are clipped to it.
        """
        return 0

    def evaluation_words(self, words):
        """Write what heuristics can ask about into *words*, and return how many words that are.

        The first one is the side to move; there are at most `MAX_WORDS`.  0 by default: there is
        nothing that a compiled heuristic could be told.
        """
        return 0

    def feature_words(self) -> list[int]:
        """Return the words that `evaluation_words` writes, as numbers that are not negative."""
        words: cython.longlong[32]
        if not cython.compiled:
            words = zeros(MAX_WORDS)
        count: cython.int = self.evaluation_words(words)
        index: cython.int
        return [words[index] & M64 for index in range(count)]

    def static_bound(self, alpha, beta):
        """Return a proven bound that settles the window, or `ONGOING` if there is none.

        The game is not over.  A result >= *beta* is a lower bound of the value, one <= *alpha* an
        upper bound, and one in between the exact value.
        """
        return ONGOING

    def order_score(self, move):
        """Return the order score of *move*, which must be legal; the highest is searched first.

        Moves with 2^11 or more are not reduced, and those with 2^12 or more are searched before
        killer moves.  Scores beyond 2^22 in size are clipped.
        """
        return 0

    def score_moves(self, moves, scores, base, end):
        """Write the order scores of *moves* from index *base* to before *end* into *scores*."""
        index: cython.int
        for index in range(base, end):
            scores[index] = self.order_score(moves[index])

    def null_move(self):
        """Return the move that passes the turn, for null-move pruning, or `NO_MOVE`.

        It need not be legal.  Games in which zugzwang is common return `NO_MOVE`.
        """
        return NO_MOVE

    def allows_reductions(self):
        """Return whether late moves may be searched with reduced depth."""
        return False

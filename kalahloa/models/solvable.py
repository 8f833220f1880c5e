# cython: language_level=3, cdivision=True
"""What an exact search asks of a position besides."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.position import MAX_MOVES
    from cython.cimports.kalahloa.models.searchable import SearchPosition
    from cython.cimports.kalahloa.models.value import ONGOING
else:
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.position import MAX_MOVES
    from kalahloa.models.searchable import SearchPosition
    from kalahloa.models.value import ONGOING

# More than the final score of any game.
_MOST_SCORE = cython.declare(cython.int, 10000)


class SolvablePosition(SearchPosition):
    """A position whose exact value can be found by searching to the end of the game.

    The games of such positions always end.
    """

    if not cython.compiled:
        least = 0
        most = 0

    def finite(self):
        return True

    def banked(self):
        """Return how much of the final score is certain already, for the side to move."""
        return 0

    def essence(self):
        """Return a 64-bit key of all that decides what comes on top of what is `banked`.

        Positions that are the same for the side to move may have the same one, whoever that is.
        """
        return self.hash

    def find_bounds(self):
        """Set `least` and `most`, between which the final score is for the side to move.

        The game goes on.  Bounds that are equal are the value itself, from a table of endgames.
        """
        self.least = -_MOST_SCORE
        self.most = _MOST_SCORE
        return 0

    def survey(self, survey):
        """Add all legal moves to *survey* with what is known of the positions after them.

        What takes long to look up, such as endgames, `settle_survey` adds later.
        """
        count: cython.int
        index: cython.int
        place: cython.int
        score: cython.int
        side: cython.int = self.side
        base: cython.int = survey.end
        if cython.compiled:
            count = self.generate(survey.moves + base)
        else:
            found = zeros(MAX_MOVES)
            count = self.generate(found)
            survey.moves[base : base + count] = found[:count]
        for index in range(count):
            place = survey.add(survey.moves[base + index])
            survey.merits[place] = self.promise(survey.moves[place])
            self.push(survey.moves[place])
            survey.again[place] = self.side == side
            survey.keys[place] = self.essence()
            survey.banked[place] = self.banked()
            score = self.result()
            if score == ONGOING:
                self.find_bounds()
            else:
                self.least = self.most = score
            survey.least[place] = self.least
            survey.most[place] = self.most
            survey.estimates[place] = 50 * (self.least + self.most)
            if not survey.again[place]:
                survey.banked[place] = -survey.banked[place]
                survey.least[place] = -self.most
                survey.most[place] = -self.least
            self.pop()
        return 0

    def settle_survey(self, survey, base):
        """Add to the moves from *base* on in *survey* what `survey` left open."""
        return 0

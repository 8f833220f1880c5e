# cython: language_level=3, cdivision=True
"""The search's exact mode: what a position is worth when both sides play on to the end perfectly.

It knows no estimates.  A value is the final score for the side to move, in the game's unit, and a
run answers whether it lies above or below a window; windows without width make the shortest
proofs (MTD(f): Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms",
1996).

Before any move is made all of them are surveyed, and what is known of the positions after them
(from the game itself, from its endgames, from the table) may be enough: these are enhanced
transposition cut-offs (Schaeffer and Plaat, "New advances in alpha-beta searching", 1996).

Where much is still open, a wrong first move costs thousands of nodes.  There every move is judged
by a look some moves further ahead, with the game's estimates at its end, and by how small its proof
is likely to be.

The table keeps both bounds of a position, without what the mover has banked already, so that the
same pits with other kalahs are the same position.  What took most nodes is kept longest.
"""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.position import NO_MOVE, Position
    from cython.cimports.kalahloa.models.search.search_control import Watch
    from cython.cimports.kalahloa.models.search.transposition_table import Table
    from cython.cimports.kalahloa.models.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.successors import AGAIN_MERIT, Survey
    from cython.cimports.kalahloa.models.value import ONGOING
else:
    from kalahloa.models.native.bits import GOLDEN, M64
    from kalahloa.models.position import NO_MOVE, Position
    from kalahloa.models.search.search_control import Watch
    from kalahloa.models.search.transposition_table import Table
    from kalahloa.models.solvable import SolvablePosition
    from kalahloa.models.successors import AGAIN_MERIT, Survey
    from kalahloa.models.value import ONGOING

    ENDLESS = 20000
    FARTHEST = 100 * ENDLESS
    MOST_PLIES = 1000
    LEAST_SHARED_SPAN = 44
    LEAST_SCOUTED_SPAN = 64
    SCOUTED_PLIES = 2
    SPAN_OF_TWO_PLIES = 16
    MOST_SCOUTED_PLIES = 6
    MANY_MOVES = 7
    SCOUTED_AGAIN = 1600
    LAST = -(1 << 29)


class ExactSearch(Watch):
    """One thread's exact search of one position of a game that cannot go on for ever.

    *position* is the search's own from now on; *table* must hold nothing but what exact searches
    under the same rules wrote, and may be shared.  *shares* says that other threads search with
    the same table at the same time.  Raises `ValueError` for a game that may go on for ever.
    """

    def __init__(self, position: Position, table: Table, shares: bool = False):
        if not isinstance(position, SolvablePosition) or not position.finite():
            raise ValueError("A game that may go on for ever cannot be searched to its end.")
        self.position = position
        self.table = table
        self.shares = shares
        self.adapt_polling(position, None)
        self.deepest = position.ply + MOST_PLIES
        position.reserve(self.deepest + MOST_SCOUTED_PLIES + 2)
        self.survey = Survey(16 * MOST_PLIES)

    def run(self, alpha: int, beta: int, budget: int = 0) -> int:
        """Return the value of the position, of which outside the window only the side counts.

        It is a bound that was proven: at least the value returned where that is *beta* or more,
        at most that where it is *alpha* or less.  A *budget* above 0 has this run give up after
        so many nodes.  `was_aborted` tells whether the value means anything.
        """
        low: cython.int = alpha
        high: cython.int = beta
        value: cython.int
        self.budget_end = self.nodes + budget if budget else 0
        self.aborted = False
        self.checkpoint = 0
        self.survey.end = 0
        with cython.nogil:
            value = self.position.result()
            if value == ONGOING:
                self.position.find_bounds()
                value = self.position.least
                if value < high and value < self.position.most:
                    if self.position.most <= low:
                        value = self.position.most
                    else:
                        value = self.expand(low, high, value, self.position.most)
        return value

    def known(self) -> tuple[int, int]:
        """Return the bounds that the game itself and the table give for the position."""
        position = self.position
        if position.is_over():
            outcome = position.outcome()
            assert outcome is not None
            return outcome.score_for(position.side), outcome.score_for(position.side)
        position.find_bounds()
        least, most = position.least, position.most
        span = self.table.look_up_span(position.essence())
        if span is not None:
            banked = position.banked()
            least, most = max(least, span[1] + banked), min(most, span[2] + banked)
        return least, most

    def no_moves(self):
        with cython.gil:
            raise ValueError("A position whose game goes on has no legal move.")

    def expand(self, alpha, beta, least, most):
        """Return the value of the position, known to lie between *least* and *most*."""
        if self.nodes >= self.checkpoint:
            self.poll()
            if self.aborted:
                return 0
        if self.position.ply >= self.deepest:
            self.aborted = self.over = True
            return 0
        before: cython.longlong = self.nodes
        self.nodes += 1
        key: cython.ulonglong = self.position.essence()
        banked: cython.int = self.position.banked()
        word: cython.ulonglong = self.table.probe(key)
        table_move: cython.int = NO_MOVE
        bound: cython.int
        if word:
            table_move = cython.cast(cython.int, word & 0xFFFF) - 1
            bound = self.table.low_of(word) + banked
            least = max(least, bound)
            bound = self.table.high_of(word) + banked
            most = min(most, bound)
            if least >= beta or least >= most:
                return least
            if most <= alpha:
                return most

        base: cython.int = self.survey.end
        self.position.survey(self.survey)
        end: cython.int = self.survey.end
        if end == base:
            return self.no_moves()
        place: cython.int
        for place in range(base, end):
            if self.survey.least[place] < self.survey.most[place]:
                self.table.fetch(self.survey.keys[place])
        self.position.settle_survey(self.survey, base)
        best: cython.int = -ENDLESS
        top: cython.int = -ENDLESS
        best_move: cython.int = NO_MOVE
        for place in range(base, end):
            if self.survey.least[place] < self.survey.most[place]:
                word = self.table.probe(self.survey.keys[place])
                if word:
                    banked = self.survey.banked[place]
                    if self.survey.again[place]:
                        bound = banked + self.table.low_of(word)
                        self.survey.least[place] = max(self.survey.least[place], bound)
                        bound = banked + self.table.high_of(word)
                    else:
                        bound = banked - self.table.high_of(word)
                        self.survey.least[place] = max(self.survey.least[place], bound)
                        bound = banked - self.table.low_of(word)
                    self.survey.most[place] = min(self.survey.most[place], bound)
            if self.survey.least[place] > best:
                best = self.survey.least[place]
                best_move = self.survey.moves[place]
            top = max(top, self.survey.most[place])
        most = min(most, top)
        if best >= beta or best >= most or most <= alpha:
            least = max(least, best)
            self.survey.end = base
            self.table.store_span(
                key,
                best_move,
                least - self.position.banked(),
                most - self.position.banked(),
                1,
            )
            return least if best >= beta or least >= most else most
        if top - best >= LEAST_SCOUTED_SPAN:
            self.scout_moves(base, top - best)
            if self.aborted:
                return 0
        if table_move != NO_MOVE:
            for place in range(base, end):
                if (self.survey.moves[place] & 0xFFFF) == table_move:
                    self.survey.merits[place] = 1 << 28
        return self.search_moves(key, alpha, beta, least, most, base, best, best_move, before)

    def search_moves(self, key, alpha, beta, least, most, base, best, best_move, before):
        """Search the surveyed moves from *base* on, as far as they may change anything.

        *best* is proven for *best_move*.
        """
        end: cython.int = self.survey.end
        place: cython.int = base
        floor: cython.int = max(alpha, best)
        value: cython.int
        claim: cython.ulonglong = 0
        sharing: cython.bint = self.shares and most - least >= LEAST_SHARED_SPAN
        while self.survey.pick(place, floor):
            if sharing:
                claim = self.survey.keys[place]
                claim = (claim * GOLDEN) & M64
                if self.survey.merits[place] > LAST and self.table.is_claimed(claim):
                    self.survey.merits[place] = LAST
                    if place + 1 < end:
                        continue
                self.table.claim(claim)
            value = self.follow(place, floor, beta)
            if sharing:
                self.table.release(claim)
            if self.aborted:
                return 0
            if value > floor:
                self.survey.least[place] = max(self.survey.least[place], value)
                if value < beta:
                    self.survey.most[place] = value
            else:
                self.survey.most[place] = min(self.survey.most[place], value)
            if value > best:
                best = value
                best_move = self.survey.moves[place]
                if value >= beta:
                    break
                floor = max(floor, value)
            place += 1
        top: cython.int = -ENDLESS
        for place in range(base, end):
            top = max(top, self.survey.most[place])
        self.survey.end = base
        most = min(most, top)
        if best > alpha:
            least = max(least, best)
            if best < beta:
                most = least
        banked: cython.int = self.position.banked()
        self.table.store_span(key, best_move, least - banked, most - banked, self.rank_of(before))
        return least if best > alpha else most

    def scout_moves(self, base, span):
        """Look ahead behind each of the surveyed moves from *base* on that is worth a search.

        It goes the farther the wider the *span* of scores that may come of the position is.
        """
        end: cython.int = self.survey.end
        place: cython.int
        value: cython.int
        plies: cython.int = SCOUTED_PLIES
        if end - base < MANY_MOVES:
            plies += 2 * ((span - LEAST_SCOUTED_SPAN) // SPAN_OF_TWO_PLIES)
            plies = min(plies, MOST_SCOUTED_PLIES)
        for place in range(base, end):
            if self.survey.least[place] == self.survey.most[place]:
                continue
            self.position.push(self.survey.moves[place])
            if self.survey.again[place]:
                value = self.scout(plies, -FARTHEST, FARTHEST)
                value += SCOUTED_AGAIN - AGAIN_MERIT
            else:
                value = -self.scout(plies, -FARTHEST, FARTHEST)
            self.position.pop()
            self.survey.merits[place] = self.survey.merits[place] + value
        return 0

    def scout(self, plies, alpha, beta):
        """Return an estimate of the position in hundredths, by all lines of so many *plies*."""
        if self.nodes >= self.checkpoint:
            self.poll()
        if self.aborted:
            return 0
        self.nodes += 1
        base: cython.int = self.survey.end
        place: cython.int = base
        best: cython.int = -FARTHEST
        value: cython.int
        self.survey.estimating = plies == 1
        self.position.survey(self.survey)
        self.survey.estimating = False
        self.position.settle_survey(self.survey, base)
        while best < beta and self.survey.pick(place, -ENDLESS):
            if self.survey.least[place] == self.survey.most[place]:
                value = 100 * self.survey.least[place]
            elif plies == 1:
                value = self.survey.estimates[place]
            else:
                self.position.push(self.survey.moves[place])
                if self.survey.again[place]:
                    value = self.scout(plies - 1, max(alpha, best), beta)
                else:
                    value = -self.scout(plies - 1, -beta, -max(alpha, best))
                self.position.pop()
            best = max(best, value)
            place += 1
        self.survey.end = base
        return best

    def follow(self, place, alpha, beta):
        """Return the value of the position after the move at *place*, for the one who makes it."""
        value: cython.int
        least: cython.int = self.survey.least[place]
        most: cython.int = self.survey.most[place]
        self.position.push(self.survey.moves[place])
        if self.survey.again[place]:
            value = self.expand(alpha, beta, least, most)
        else:
            value = -self.expand(-beta, -alpha, -most, -least)
        self.position.pop()
        return value

    def rank_of(self, before):
        """Return 4 times the binary logarithm of the nodes since *before*, rounded down."""
        spent: cython.longlong = self.nodes - before
        rank: cython.int = 1
        while spent > 7:
            spent >>= 1
            rank += 4
        return min(rank + cython.cast(cython.int, spent >> 1), 250)

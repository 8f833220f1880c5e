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
    from cython.cimports.kalahloa.models.search.search_control import SearchControl
    from cython.cimports.kalahloa.models.search.transposition_table import TranspositionTable
    from cython.cimports.kalahloa.models.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.successors import SAME_SIDE_SCORE, Successors
    from cython.cimports.kalahloa.models.value import ONGOING
else:
    from kalahloa.models.native.bits import GOLDEN, M64
    from kalahloa.models.position import NO_MOVE, Position
    from kalahloa.models.search.search_control import SearchControl
    from kalahloa.models.search.transposition_table import TranspositionTable
    from kalahloa.models.solvable import SolvablePosition
    from kalahloa.models.successors import SAME_SIDE_SCORE, Successors
    from kalahloa.models.value import ONGOING

    ENDLESS = 20000
    FARTHEST = 100 * ENDLESS
    MAX_PLIES = 1000
    MIN_SHARED_SPAN = 44
    MIN_SCOUTED_SPAN = 64
    SCOUTED_PLIES = 2
    SPAN_OF_TWO_PLIES = 16
    MAX_SCOUTED_PLIES = 6
    MANY_MOVES = 7
    SCOUTED_AGAIN = 1600
    LAST = -(1 << 29)


class ExactSearch(SearchControl):
    """One thread's exact search of one position of a game that cannot go on for ever.

    *position* is the search's own from now on; *table* must hold nothing but what exact searches
    under the same rules wrote, and may be shared.  *shares* says that other threads search with
    the same table at the same time.  Raises `ValueError` for a game that may go on for ever.
    """

    def __init__(self, position: Position, table: TranspositionTable, shares: bool = False):
        if not isinstance(position, SolvablePosition) or not position.always_ends():
            raise ValueError("A game that may go on for ever cannot be searched to its end.")
        self.position = position
        self.table = table
        self.shares = shares
        self.adapt_polling(position, None)
        self.deepest = position.ply + MAX_PLIES
        position.reserve(self.deepest + MAX_SCOUTED_PLIES + 2)
        self.successors = Successors(16 * MAX_PLIES)

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
        self.run_aborted = False
        self.next_poll = 0
        self.successors.end = 0
        with cython.nogil:
            value = self.position.result()
            if value == ONGOING:
                self.position.score_bounds()
                value = self.position.lower
                if value < high and value < self.position.upper:
                    if self.position.upper <= low:
                        value = self.position.upper
                    else:
                        value = self.expand(low, high, value, self.position.upper)
        return value

    def known(self) -> tuple[int, int]:
        """Return the bounds that the game itself and the table give for the position."""
        position = self.position
        if position.is_over():
            outcome = position.outcome()
            assert outcome is not None
            return outcome.score_for(position.side), outcome.score_for(position.side)
        position.score_bounds()
        least, most = position.lower, position.upper
        span = self.table.look_up_span(position.residual_key())
        if span is not None:
            fixed_score = position.fixed_score()
            least, most = max(least, span[1] + fixed_score), min(most, span[2] + fixed_score)
        return least, most

    def no_moves(self):
        with cython.gil:
            raise ValueError("A position whose game goes on has no legal move.")

    def expand(self, alpha, beta, least, most):
        """Return the value of the position, known to lie between *least* and *most*."""
        if self.nodes >= self.next_poll:
            self.poll()
            if self.run_aborted:
                return 0
        if self.position.ply >= self.deepest:
            self.run_aborted = self.stopped = True
            return 0
        before: cython.longlong = self.nodes
        self.nodes += 1
        key: cython.ulonglong = self.position.residual_key()
        fixed_score: cython.int = self.position.fixed_score()
        word: cython.ulonglong = self.table.probe(key)
        table_move: cython.int = NO_MOVE
        bound: cython.int
        if word:
            table_move = cython.cast(cython.int, word & 0xFFFF) - 1
            bound = self.table.low_of(word) + fixed_score
            least = max(least, bound)
            bound = self.table.high_of(word) + fixed_score
            most = min(most, bound)
            if least >= beta or least >= most:
                return least
            if most <= alpha:
                return most

        base: cython.int = self.successors.end
        self.position.expand_successors(self.successors)
        end: cython.int = self.successors.end
        if end == base:
            return self.no_moves()
        place: cython.int
        for place in range(base, end):
            if self.successors.lower[place] < self.successors.upper[place]:
                self.table.fetch(self.successors.keys[place])
        self.position.complete_successors(self.successors, base)
        best: cython.int = -ENDLESS
        top: cython.int = -ENDLESS
        best_move: cython.int = NO_MOVE
        for place in range(base, end):
            if self.successors.lower[place] < self.successors.upper[place]:
                word = self.table.probe(self.successors.keys[place])
                if word:
                    fixed_score = self.successors.fixed_score[place]
                    if self.successors.same_side[place]:
                        bound = fixed_score + self.table.low_of(word)
                        self.successors.lower[place] = max(self.successors.lower[place], bound)
                        bound = fixed_score + self.table.high_of(word)
                    else:
                        bound = fixed_score - self.table.high_of(word)
                        self.successors.lower[place] = max(self.successors.lower[place], bound)
                        bound = fixed_score - self.table.low_of(word)
                    self.successors.upper[place] = min(self.successors.upper[place], bound)
            if self.successors.lower[place] > best:
                best = self.successors.lower[place]
                best_move = self.successors.moves[place]
            top = max(top, self.successors.upper[place])
        most = min(most, top)
        if best >= beta or best >= most or most <= alpha:
            least = max(least, best)
            self.successors.end = base
            self.table.store_span(
                key,
                best_move,
                least - self.position.fixed_score(),
                most - self.position.fixed_score(),
                1,
            )
            return least if best >= beta or least >= most else most
        if top - best >= MIN_SCOUTED_SPAN:
            self.scout_moves(base, top - best)
            if self.run_aborted:
                return 0
        if table_move != NO_MOVE:
            for place in range(base, end):
                if (self.successors.moves[place] & 0xFFFF) == table_move:
                    self.successors.order_scores[place] = 1 << 28
        return self.search_moves(key, alpha, beta, least, most, base, best, best_move, before)

    def search_moves(self, key, alpha, beta, least, most, base, best, best_move, before):
        """Search the surveyed moves from *base* on, as far as they may change anything.

        *best* is proven for *best_move*.
        """
        end: cython.int = self.successors.end
        place: cython.int = base
        floor: cython.int = max(alpha, best)
        value: cython.int
        claim: cython.ulonglong = 0
        sharing: cython.bint = self.shares and most - least >= MIN_SHARED_SPAN
        while self.successors.pick(place, floor):
            if sharing:
                claim = self.successors.keys[place]
                claim = (claim * GOLDEN) & M64
                if self.successors.order_scores[place] > LAST and self.table.is_searched_elsewhere(
                    claim
                ):
                    self.successors.order_scores[place] = LAST
                    if place + 1 < end:
                        continue
                self.table.mark_searching(claim)
            value = self.follow(place, floor, beta)
            if sharing:
                self.table.release(claim)
            if self.run_aborted:
                return 0
            if value > floor:
                self.successors.lower[place] = max(self.successors.lower[place], value)
                if value < beta:
                    self.successors.upper[place] = value
            else:
                self.successors.upper[place] = min(self.successors.upper[place], value)
            if value > best:
                best = value
                best_move = self.successors.moves[place]
                if value >= beta:
                    break
                floor = max(floor, value)
            place += 1
        top: cython.int = -ENDLESS
        for place in range(base, end):
            top = max(top, self.successors.upper[place])
        self.successors.end = base
        most = min(most, top)
        if best > alpha:
            least = max(least, best)
            if best < beta:
                most = least
        fixed_score: cython.int = self.position.fixed_score()
        self.table.store_span(
            key, best_move, least - fixed_score, most - fixed_score, self.rank_of(before)
        )
        return least if best > alpha else most

    def scout_moves(self, base, span):
        """Look ahead behind each of the surveyed moves from *base* on that is worth a search.

        It goes the farther the wider the *span* of scores that may come of the position is.
        """
        end: cython.int = self.successors.end
        place: cython.int
        value: cython.int
        plies: cython.int = SCOUTED_PLIES
        if end - base < MANY_MOVES:
            plies += 2 * ((span - MIN_SCOUTED_SPAN) // SPAN_OF_TWO_PLIES)
            plies = min(plies, MAX_SCOUTED_PLIES)
        for place in range(base, end):
            if self.successors.lower[place] == self.successors.upper[place]:
                continue
            self.position.push(self.successors.moves[place])
            if self.successors.same_side[place]:
                value = self.scout(plies, -FARTHEST, FARTHEST)
                value += SCOUTED_AGAIN - SAME_SIDE_SCORE
            else:
                value = -self.scout(plies, -FARTHEST, FARTHEST)
            self.position.pop()
            self.successors.order_scores[place] = self.successors.order_scores[place] + value
        return 0

    def scout(self, plies, alpha, beta):
        """Return an estimate of the position in hundredths, by all lines of so many *plies*."""
        if self.nodes >= self.next_poll:
            self.poll()
        if self.run_aborted:
            return 0
        self.nodes += 1
        base: cython.int = self.successors.end
        place: cython.int = base
        best: cython.int = -FARTHEST
        value: cython.int
        self.successors.estimating = plies == 1
        self.position.expand_successors(self.successors)
        self.successors.estimating = False
        self.position.complete_successors(self.successors, base)
        while best < beta and self.successors.pick(place, -ENDLESS):
            if self.successors.lower[place] == self.successors.upper[place]:
                value = 100 * self.successors.lower[place]
            elif plies == 1:
                value = self.successors.estimates[place]
            else:
                self.position.push(self.successors.moves[place])
                if self.successors.same_side[place]:
                    value = self.scout(plies - 1, max(alpha, best), beta)
                else:
                    value = -self.scout(plies - 1, -beta, -max(alpha, best))
                self.position.pop()
            best = max(best, value)
            place += 1
        self.successors.end = base
        return best

    def follow(self, place, alpha, beta):
        """Return the value of the position after the move at *place*, for the one who makes it."""
        value: cython.int
        least: cython.int = self.successors.lower[place]
        most: cython.int = self.successors.upper[place]
        self.position.push(self.successors.moves[place])
        if self.successors.same_side[place]:
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

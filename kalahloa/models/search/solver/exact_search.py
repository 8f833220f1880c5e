# cython: language_level=3, cdivision=True
"""Alpha-beta search to the end of the game: the exact score under perfect play.

Values are final scores for the side to move, in the game's unit; there are no heuristic leaves.
Each run searches a window, normally a null window: `mtd` drives it by MTD(f) (Plaat, Schaeffer,
Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996).

Before a move is made, all successors are looked up in the game's own bounds and its tablebase.  In
the transposition table they are looked up only once the first of them was searched and did not cut
off (enhanced transposition cutoffs: Schaeffer and Plaat, "New advances in alpha-beta searching",
1996): nearly every cutoff is by the first move, and each look-up waits for the memory.  For the
same reason a position is looked up itself only after its successors have been listed, which is
about as long as its bucket of the table takes to arrive.

Where the span between the bounds is wide, a wrong first move costs thousands of nodes.  There the
moves are ordered by a shallow search with heuristic leaves (the scout).

A table entry has both bounds of a position, without the score that is fixed already, so that
positions which differ only in that score share an entry.  Entries of larger subtrees are kept
longer.
"""

import cython

from kalahloa.models.native.checked import Int, whole

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import MAX_MOVES, NO_MOVE, Position
    from cython.cimports.kalahloa.models.game.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.game.successors import (
        SAME_SIDE_SCORE,
        SEARCHED_SCORE,
        Successors,
        best_place,
    )
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.native.checks import DEBUG, check, check_range
    from cython.cimports.kalahloa.models.search.search_control import SearchControl
    from cython.cimports.kalahloa.models.search.transposition_table import (
        TranspositionTable,
        find_word,
        high_of,
        low_of,
        prefetch_word,
    )
else:
    from kalahloa.models.game.position import MAX_MOVES, NO_MOVE, Position
    from kalahloa.models.game.solvable import SolvablePosition
    from kalahloa.models.game.successors import (
        SAME_SIDE_SCORE,
        SEARCHED_SCORE,
        Successors,
        best_place,
    )
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import GOLDEN, M64
    from kalahloa.models.native.checks import DEBUG, check, check_range
    from kalahloa.models.search.search_control import SearchControl
    from kalahloa.models.search.transposition_table import (
        TranspositionTable,
        find_word,
        high_of,
        low_of,
        prefetch_word,
    )

    SCORE_INFINITY = 20000
    ESTIMATE_INFINITY = 100 * SCORE_INFINITY
    MAX_PLIES = 1000
    MAX_SUCCESSORS = 16000
    MIN_SHARED_SPAN = 44
    MIN_SCOUT_SPAN = 64
    SCOUT_PLIES = 2
    SPAN_OF_TWO_PLIES = 8
    MAX_SCOUT_PLIES = 6
    MANY_MOVES = 7
    SCOUT_SAME_SIDE_BONUS = 1600
    DEFERRED = -(1 << 29)


class ExactSearch(SearchControl):
    """One thread's exact search of one position of a game that always ends.

    The search owns *position*.  *table* may be shared; it must hold only entries of exact searches
    under the same rules.  *shares* tells whether other threads search with the same table at the
    same time.  Raises `ValueError` for a game that may go on for ever.
    """

    def __cinit__(self, position: Position, table: TranspositionTable, shares: bool = False):
        if not isinstance(position, SolvablePosition) or not position.always_ends():
            raise ValueError("A game that may go on for ever cannot be searched to its end.")
        self.position = position
        self.table = table
        self.shares = shares
        self.adapt_polling(position, None)
        self.plies = 0
        # Behind the limit there is room for one more position and for a scout.
        self.successors = Successors(MAX_SUCCESSORS + (MAX_SCOUT_PLIES + 3) * MAX_MOVES)

    def run(self, alpha: Int, beta: Int, budget: Int = 0) -> int:
        """Search in the window (*alpha*, *beta*); return the score for the side to move.

        It is exact inside the window, a proven lower bound if it fails high (>= *beta*), a proven
        upper bound if it fails low (<= *alpha*).  A *budget* above 0 aborts this run after that
        number of nodes.  The value is meaningless if the run `was_aborted`.  Raises `ValueError` if
        an argument is out of range.
        """
        low: cython.int = whole(
            alpha, -SCORE_INFINITY, SCORE_INFINITY - 1, "lower end of the window"
        )
        high: cython.int = whole(beta, low + 1, SCORE_INFINITY, "upper end of the window")
        spend: cython.longlong = whole(budget, 0, 1 << 62, "budget")
        value: cython.int
        self.begin(self.position, self.table)
        root: cython.int = self.position.ply
        self.budget_end = self.nodes + spend if spend else 0
        self.run_aborted = False
        self.next_poll = 0
        if DEBUG:
            check_range(low, -SCORE_INFINITY, high - 1, b"alpha")
        self.plies = 0
        try:
            self.position.reserve(root + MAX_PLIES + MAX_SCOUT_PLIES + 2)
            with cython.nogil:
                value = self.search_root(low, high)
        finally:
            self.end(self.position, self.table, root)
        return value

    def known_bounds(self) -> tuple[int, int]:
        """Return the position's lower and upper bound by the game itself and by the table."""
        self.require_idle()
        position = self.position
        if position.is_over():
            outcome = position.outcome()
            assert outcome is not None
            return outcome.score_for(position.side), outcome.score_for(position.side)
        position.score_bounds()
        low, high = position.lower, position.upper
        span = self.table.look_up_span(position.residual_key())
        if span is not None:
            fixed_score = position.fixed_score()
            low, high = max(low, span[1] + fixed_score), min(high, span[2] + fixed_score)
        return low, high

    def search_root(self, alpha, beta):
        """Return the value of the position that the search owns; the game may be over."""
        self.successors.end = 0
        root: cython.int = self.successors.add(NO_MOVE)
        self.position.fill_entry(self.successors, root, self.position.side)
        low: cython.int = self.successors.lower[root]
        high: cython.int = self.successors.upper[root]
        if low >= beta or low >= high:
            return low
        return high if high <= alpha else self.search(root, alpha, beta)

    def search(self, here, alpha, beta):
        """Return the value of the position at *here* of the successors, for its side to move.

        The entry at *here* is the move that leads to it.
        """
        if self.nodes >= self.next_poll:
            self.poll()
            if self.run_aborted:
                return 0
        if self.plies >= MAX_PLIES or self.successors.end > MAX_SUCCESSORS:
            self.run_aborted = self.stopped = True
            return 0
        nodes_before: cython.longlong = self.nodes
        self.nodes += 1
        low: cython.int = self.successors.lower[here]
        high: cython.int = self.successors.upper[here]
        fixed_score: cython.int = self.successors.fixed_score[here]
        bound: cython.int
        if not self.successors.same_side[here]:
            bound = low
            low = -high
            high = -bound
            fixed_score = -fixed_score
        key: cython.ulonglong = self.successors.keys[here]
        if DEBUG:
            self.check_node(key, alpha, beta, low, high)
        base: cython.int = self.successors.end
        best: cython.int = -SCORE_INFINITY
        best_move: cython.int = NO_MOVE
        place: cython.int
        if self.position.expand_successors(self.successors, here, beta):
            place = self.successors.end - 1
            best = max(low, self.successors.lower[place])
            best_move = self.successors.moves[place]
            self.successors.end = base
            self.table.store_span(key, best_move, best - fixed_score, high - fixed_score, 1)
            return best
        end: cython.int = self.successors.end
        if end == base:
            return self.no_moves()
        moves: cython.p_int = self.successors.moves
        lower: cython.p_int = self.successors.lower
        upper: cython.p_int = self.successors.upper
        keys: cython.pointer(cython.ulonglong) = self.successors.keys
        for place in range(base, end):
            if lower[place] < upper[place]:
                prefetch_word(self.table, keys[place])
        word: cython.ulonglong = find_word(self.table, key)
        table_move: cython.int = NO_MOVE
        if word:
            table_move = cython.cast(cython.int, word & 0xFFFF) - 1
            bound = low_of(word) + fixed_score
            low = max(low, bound)
            bound = high_of(word) + fixed_score
            high = min(high, bound)
            if DEBUG:
                check_range(low, -SCORE_INFINITY, high, b"the lower bound with the table's")
            if low >= beta or low >= high:
                self.successors.end = base
                return low
            if high <= alpha:
                self.successors.end = base
                return high
        top: cython.int = -SCORE_INFINITY
        for place in range(base, end):
            if lower[place] > best:
                best = lower[place]
                best_move = moves[place]
            top = max(top, upper[place])
        high = min(high, top)
        if DEBUG:
            self.check_successors(base, end)
            check_range(high, low, SCORE_INFINITY, b"the upper bound with the successors'")
        if best >= beta or best >= high or high <= alpha:
            low = max(low, best)
            self.successors.end = base
            self.table.store_span(key, best_move, low - fixed_score, high - fixed_score, 1)
            return low if best >= beta or low >= high else high
        if top - best >= MIN_SCOUT_SPAN:
            self.scout_moves(base, top - best)
            if self.run_aborted:
                return 0
        if table_move != NO_MOVE:
            for place in range(base, end):
                if (self.successors.moves[place] & 0xFFFF) == table_move:
                    self.successors.order_scores[place] = 1 << 28
        return self.search_moves(
            key, fixed_score, alpha, beta, low, high, base, best, best_move, nodes_before
        )

    def look_up(self, base, end):
        """Narrow the bounds of the successors from *base* to before *end* by the table."""
        lower: cython.p_int = self.successors.lower
        upper: cython.p_int = self.successors.upper
        place: cython.int
        known: cython.int
        word: cython.ulonglong
        for place in range(base, end):
            if lower[place] < upper[place]:
                word = find_word(self.table, self.successors.keys[place])
                if word:
                    known = self.successors.fixed_score[place]
                    if self.successors.same_side[place]:
                        lower[place] = max(lower[place], known + low_of(word))
                        upper[place] = min(upper[place], known + high_of(word))
                    else:
                        lower[place] = max(lower[place], known - high_of(word))
                        upper[place] = min(upper[place], known - low_of(word))
        return 0

    def search_moves(
        self, key, fixed_score, alpha, beta, low, high, base, best, best_move, nodes_before
    ):
        """Search the successors from *base* on that can still change the value, and return it.

        *best* is a lower bound that *best_move* is proven to reach.
        """
        end: cython.int = self.successors.end
        lower: cython.p_int = self.successors.lower
        upper: cython.p_int = self.successors.upper
        place: cython.int
        floor: cython.int = max(alpha, best)
        value: cython.int
        searching_key: cython.ulonglong = 0
        looked_up: cython.bint = False
        sharing: cython.bint = self.shares and high - low >= MIN_SHARED_SPAN
        while True:
            # What has been searched is not picked again: its upper bound is no more than the floor.
            place = best_place(self.successors, base, end, floor)
            if place < 0:
                break
            if sharing:
                searching_key = (self.successors.keys[place] * GOLDEN) & M64
                if self.successors.order_scores[
                    place
                ] > DEFERRED and self.table.is_searched_elsewhere(searching_key):
                    self.successors.order_scores[place] = DEFERRED
                    continue
                self.table.mark_searching(searching_key)
            value = self.search_child(place, floor, beta)
            if sharing:
                self.table.unmark_searching(searching_key)
            if self.run_aborted:
                return 0
            if DEBUG:
                self.check_child(key, place, end)
            if value > floor:
                lower[place] = max(lower[place], value)
                if value < beta:
                    upper[place] = value
            else:
                upper[place] = min(upper[place], value)
            if value > best:
                best = value
                best_move = self.successors.moves[place]
                if value >= beta:
                    break
                floor = max(floor, value)
            if not looked_up:
                looked_up = True
                self.look_up(base, end)
                for place in range(base, end):
                    if lower[place] > best:
                        best = lower[place]
                        best_move = self.successors.moves[place]
                if best >= beta:
                    break
                floor = max(floor, best)
        top: cython.int = -SCORE_INFINITY
        for place in range(base, end):
            top = max(top, upper[place])
        self.successors.end = base
        high = min(high, top)
        if DEBUG:
            self.check_successors(base, end)
        if best > alpha:
            low = max(low, best)
            if best < beta:
                high = low
        if DEBUG:
            check_range(low, -SCORE_INFINITY, high, b"the lower bound")
        self.table.store_span(
            key, best_move, low - fixed_score, high - fixed_score, self.effort_of(nodes_before)
        )
        return low if best > alpha else high

    def scout_moves(self, base, span):
        """Add the scout's value to the order score of each undecided successor from *base* on.

        The scout is the deeper, the wider the *span* between the position's bounds.
        """
        end: cython.int = self.successors.end
        place: cython.int
        value: cython.int
        plies: cython.int = SCOUT_PLIES
        if end - base < MANY_MOVES:
            plies += 2 * ((span - MIN_SCOUT_SPAN) // SPAN_OF_TWO_PLIES)
            plies = min(plies, MAX_SCOUT_PLIES)
        for place in range(base, end):
            if self.successors.lower[place] == self.successors.upper[place]:
                continue
            self.enter(place)
            if self.successors.same_side[place]:
                value = self.scout(place, plies, -ESTIMATE_INFINITY, ESTIMATE_INFINITY)
                value += SCOUT_SAME_SIDE_BONUS - SAME_SIDE_SCORE
            else:
                value = -self.scout(place, plies, -ESTIMATE_INFINITY, ESTIMATE_INFINITY)
            self.leave(place)
            self.successors.order_scores[place] = self.successors.order_scores[place] + value
        return 0

    def scout(self, here, plies, alpha, beta):
        """Return an estimate in hundredths of a point, by an alpha-beta search *plies* deep."""
        if self.nodes >= self.next_poll:
            self.poll()
        if self.run_aborted:
            return 0
        self.nodes += 1
        base: cython.int = self.successors.end
        place: cython.int
        best: cython.int = -ESTIMATE_INFINITY
        value: cython.int
        self.successors.estimating = plies == 1
        self.position.expand_successors(self.successors, here, SCORE_INFINITY)
        self.successors.estimating = False
        end: cython.int = self.successors.end
        while best < beta:
            place = best_place(self.successors, base, end, -SCORE_INFINITY)
            if place < 0:
                break
            self.successors.order_scores[place] = SEARCHED_SCORE
            if self.successors.lower[place] == self.successors.upper[place]:
                value = 100 * self.successors.lower[place]
            elif plies == 1:
                value = self.successors.estimates[place]
            else:
                self.enter(place)
                if self.successors.same_side[place]:
                    value = self.scout(place, plies - 1, max(alpha, best), beta)
                else:
                    value = -self.scout(place, plies - 1, -beta, -max(alpha, best))
                self.leave(place)
            best = max(best, value)
        self.successors.end = base
        return best

    def search_child(self, place, alpha, beta):
        """Return the value of the successor at *place*, for the side that makes the move."""
        value: cython.int
        self.plies += 1
        self.enter(place)
        if self.successors.same_side[place]:
            value = self.search(place, alpha, beta)
        else:
            value = -self.search(place, -beta, -alpha)
        self.leave(place)
        self.plies -= 1
        return value

    def enter(self, place):
        """Go to the position after the move at *place* of the successors.

        Where the entry describes it the position stays where it is, but for a debug build, which
        makes the move all the same and compares.
        """
        if DEBUG or not self.successors.mine[place] | self.successors.theirs[place]:
            self.position.push(self.successors.moves[place])
        return 0

    def leave(self, place):
        """Return from the position that was entered by the move at *place* of the successors."""
        if DEBUG or not self.successors.mine[place] | self.successors.theirs[place]:
            self.position.pop()
        return 0

    def effort_of(self, nodes_before):
        """Return 4 times the binary logarithm of the nodes since *nodes_before*, at most 250."""
        spent: cython.longlong = self.nodes - nodes_before
        rank: cython.int = 1
        while spent > 7:
            spent >>= 1
            rank += 4
        return min(rank + cython.cast(cython.int, spent >> 1), 250)

    # -- checks of a debug build -----------------------------------------------------------------

    def check_node(self, key, alpha, beta, low, high):
        """Check the window, the bounds and the position with which `search_node` is called."""
        check_range(alpha, -SCORE_INFINITY, beta - 1, b"alpha")
        check_range(beta, alpha + 1, SCORE_INFINITY, b"beta")
        check_range(low, -SCORE_INFINITY, high, b"the lower bound")
        check_range(self.plies, 0, MAX_PLIES, b"the plies searched")
        check(self.position.residual_key() == key, b"the key is the position's")
        check_range(self.successors.end, 0, self.successors.room - MAX_MOVES, b"the moves' end")
        check(self.position.result() == ONGOING, b"the game goes on")
        return self.position.check_invariants()

    def check_successors(self, base, end):
        """Check the bounds of the moves from *base* to before *end*."""
        place: cython.int
        for place in range(base, end):
            check_range(
                self.successors.lower[place],
                -SCORE_INFINITY,
                self.successors.upper[place],
                b"the lower bound of a move",
            )
            check_range(
                self.successors.upper[place], -SCORE_INFINITY, SCORE_INFINITY, b"the upper bound"
            )
        return 0

    def check_child(self, key, place, end):
        """Check what the search of the move at *place* has left behind."""
        check(self.position.residual_key() == key, b"pop restores the key")
        check_range(self.successors.end, end, end, b"the end of the moves")
        check_range(
            self.successors.lower[place],
            -SCORE_INFINITY,
            self.successors.upper[place],
            b"the lower bound of a move",
        )
        return self.position.check_invariants()

# cython: language_level=3, cdivision=True
"""Principal variation search: one alpha-beta search for all games, compiled and without the GIL.

The first move of a node is searched with the full window, the others with a null window to show
that they are no better (Marsland and Campbell, "Parallel search of strongly ordered game trees",
1982; NegaScout: Reinefeld, 1983).  The search uses a transposition table, move ordering (see
`move_ordering`), late-move reductions and, where the game allows it, null-move pruning (Donninger,
1993); up to `FULL_WIDTH_DEPTH` plies neither of these two, so that no win within reach is missed.

Values are ints for the side to move: hundredths of the game's unit for estimates, at least
`DECIDED` in size for decided games (see `models.value`), which is a proven lower bound for the
winner.  It, or a draw, is exact only if it depends on no heuristic leaf: `heuristic_leaves` counts
the leaves whose value is neither the result of a finished game nor a proven bound.

Graph-history interaction (Palay, "Searching with probabilities", 1985): a table entry was found on
one path to its position; on another path, different boards count as repetitions.  A proven win
nevertheless holds on all paths.  The winner can always reduce the distance to the end, so that a
shortest win never returns to a position since the root, and boards from before the root are the
same on all paths.  The exceptions are treated apart: wins below a null move, after which the boards
before it are forgotten, are not stored; and where a board repeats whichever side is to move, so
that even a shortest win may return to it, a decided entry is used only if no board can occur on
both paths, for example soon after a capture (`tt_win_holds`).  A draw by repetition counts as a
heuristic leaf.  So the table may hide a win, or a shorter one, but never invents one.

Several threads may search the same position with one table (Lazy SMP).  Each defers moves that
another thread is searching, and later finds the results in the table (simplified ABDADA: Weill,
"The ABDADA distributed minimax search algorithm", 1996).
"""

from operator import index as as_index
from typing import Any

import cython

from kalahloa.models.native.checked import Int, whole, wholes

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import MAX_MOVES, NO_MOVE
    from cython.cimports.kalahloa.models.game.searchable import SearchPosition
    from cython.cimports.kalahloa.models.game.value import (
        INFINITE,
        MAX_MARGIN_VALUE,
        ONGOING,
        WON,
        is_decided,
        is_loss,
        is_mate,
        is_value,
        is_win,
        mate_in,
        mated_in,
        plies_of,
        value_from_tt,
        value_to_tt,
        without_distance,
    )
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.native.checks import DEBUG, check, check_range
    from cython.cimports.kalahloa.models.search.engine.move_ordering import (
        DEFERRED,
        FULL_DEPTH_SCORE,
        MoveOrder,
    )
    from cython.cimports.kalahloa.models.search.search_control import SearchControl
    from cython.cimports.kalahloa.models.search.transposition_table import (
        EXACT,
        LOWER,
        SOLVED,
        UPPER,
        TranspositionTable,
    )
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.game.position import MAX_MOVES, NO_MOVE
    from kalahloa.models.game.searchable import SearchPosition
    from kalahloa.models.game.value import (
        INFINITE,
        MAX_MARGIN_VALUE,
        ONGOING,
        WON,
        is_decided,
        is_loss,
        is_mate,
        is_value,
        is_win,
        mate_in,
        mated_in,
        plies_of,
        value_from_tt,
        value_to_tt,
        without_distance,
    )
    from kalahloa.models.native.bits import GOLDEN, M64, zeros
    from kalahloa.models.native.checks import DEBUG, check, check_range
    from kalahloa.models.search.engine.move_ordering import DEFERRED, FULL_DEPTH_SCORE, MoveOrder
    from kalahloa.models.search.search_control import SearchControl
    from kalahloa.models.search.transposition_table import (
        EXACT,
        LOWER,
        SOLVED,
        UPPER,
        TranspositionTable,
    )

    MAX_PLY = 120
    FULL_WIDTH_DEPTH = 4
    MIN_SHARED_DEPTH = 4

# Keeps the table entries of full-width searches apart from those of selective ones.
_FULL_WIDTH_SALT = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)


class Search(SearchControl):
    """One thread's search of one position.

    The search owns *position*, on which it makes its moves; *table* may be shared.  *evaluator*, if
    given, replaces the position's own evaluation at the leaves: it takes the position and returns
    a number in the game's unit, for the side to move (or is a C function, see `call_function`).
    *shares* tells whether other threads search the same position with the same table just now.
    """

    if not cython.compiled:
        block: Any = None
        excluded_count = 0
        first_move = 0
        root_value = 0
        heuristic_leaves = 0
        null_moves = 0
        salt = 0
        full_width = False

    def __cinit__(
        self,
        position: SearchPosition,
        table: TranspositionTable,
        evaluator: object = None,
        shares: bool = False,
    ):
        self.position = position
        self.table = table
        self.evaluator = evaluator
        self.shares = shares
        self.root = position.ply
        self.first_move = NO_MOVE
        quick = self.adapt_polling(position, evaluator)
        self.null_move = position.null_move()
        self.allows_reductions = position.allows_reductions()
        self.may_repeat = not position.always_ends()
        # Where move generation is cheap, it hides the latency of the table's prefetch.
        self.lists_early = quick and self.null_move == NO_MOVE
        if position.searched:  # making room would move the stack under the other search
            raise ValueError("Another search is running on this position.")
        position.reserve(position.ply + MAX_PLY + 1)
        self.order = MoveOrder(position, MAX_PLY)
        if cython.compiled:
            self.block = cython.cast(
                cython.p_int,
                calloc(
                    MAX_PLY * MAX_PLY + MAX_PLY + 1 + MAX_MOVES,
                    cython.sizeof(cython.int),
                ),
            )
            if not self.block:
                raise MemoryError
            self.line = self.block
            self.line_length = self.line + MAX_PLY * MAX_PLY
            self.excluded = self.line_length + MAX_PLY + 1
        else:
            self.line, self.line_length = zeros(MAX_PLY * MAX_PLY), zeros(MAX_PLY + 1)
            self.excluded = zeros(MAX_MOVES)

    if cython.compiled:

        def __dealloc__(self):
            free(self.block)

    # -- called with the GIL ---------------------------------------------------------------------

    def run(
        self, depth: Int, alpha: Int, beta: Int, full_width: bool = False, budget: Int = 0
    ) -> int:
        """Search the position *depth* (1 to 119) plies deep in the window (*alpha*, *beta*).

        *full_width* disables reductions and the null move, as does a depth of up to
        `FULL_WIDTH_DEPTH`.  A *budget* above 0 aborts this run after that number of nodes.  Returns
        the value for the side to move: exact inside the window, an upper bound if it fails low, a
        lower bound if it fails high.  The value is meaningless if the run `was_aborted`.  Raises
        what the game's own Python code raises, and `ValueError` for a broken contract or window.
        """
        plies: cython.int = max(1, min(as_index(depth), MAX_PLY - 1))
        low: cython.int = whole(alpha, -INFINITE, INFINITE - 1, "lower end of the window")
        high: cython.int = whole(beta, low + 1, INFINITE, "upper end of the window")
        spend: cython.longlong = whole(budget, 0, 1 << 62, "budget")
        value: cython.int
        self.begin(self.position, self.table)
        self.root = self.position.ply
        self.full_width = full_width or plies <= FULL_WIDTH_DEPTH
        self.salt = _FULL_WIDTH_SALT if full_width else 0
        self.budget_end = self.nodes + spend if spend else 0
        self.line_length[0] = 0
        self.heuristic_leaves = self.null_moves = self.order.end = 0
        self.run_aborted = False
        self.next_poll = 0
        try:
            self.position.reserve(self.root + MAX_PLY + 1)
            with cython.nogil:
                value = self.search(plies, low, high, 0, False)
        finally:
            self.end(self.position, self.table, self.root)
        self.position.raise_pending()
        if not is_value(value):
            self.value_out_of_range(self.position, value)
        if DEBUG:
            check_range(self.null_moves, 0, 0, b"the number of null moves")
        return value

    def exclude(self, moves: list[int]) -> None:
        """Do not search *moves* at the root; used for multiple principal variations."""
        self.require_idle()
        moves = wholes(moves, 0, 0x7FFFFFFF, "move")
        if len(moves) > MAX_MOVES:
            raise ValueError(f"A position has {MAX_MOVES} moves at most.")
        self.excluded_count = len(moves)
        for index, move in enumerate(moves):
            self.excluded[index] = move

    def begin_with(self, move: Int | None) -> None:
        """Search *move* first at the root; None for the table move."""
        self.require_idle()
        self.first_move = NO_MOVE if move is None else whole(move, 0, 0x7FFFFFFF, "move")

    def principal_variation(self) -> list[int]:
        """Return the principal variation of the last `run`, a sequence of legal moves.

        It is extended from the table through positions whose entries are exact and solved.
        """
        self.require_idle()
        index: cython.int
        line = [self.line[index] for index in range(self.line_length[0])]
        position = self.position
        made = 0
        try:
            for move in line:
                position.make(move)
                made += 1
            while made < MAX_PLY and position.hash and not position.is_over():
                entry = self.table.look_up(position.hash ^ self.salt)
                if entry is None or entry.bound != EXACT or entry.depth != SOLVED:
                    break
                legal = [move for move in position.legal_moves() if move & 0xFFFF == entry.move]
                if not legal:
                    break
                position.make(legal[0])
                made += 1
                line.append(legal[0])
        finally:
            while made:
                position.unmake()
                made -= 1
        return line

    def best_value(self) -> int:
        """Return the value of the principal variation, of an aborted run too."""
        return self.root_value

    def is_heuristic(self) -> bool:
        """Return whether the last value depends on a heuristic leaf, and so is not exact."""
        return self.heuristic_leaves > 0

    def prunes(self) -> bool:
        """Return whether the search is selective, so that it may miss a win or a shorter one."""
        return self.allows_reductions or self.null_move != NO_MOVE

    # -- the search ------------------------------------------------------------------------------

    def is_excluded(self, move):
        index: cython.int
        for index in range(self.excluded_count):
            if self.excluded[index] == move:
                return True
        return False

    def estimate(self):
        """Return the static evaluation for the side to move; an evaluator's is never decided.

        The game's own evaluation may return a decided value, but no distance to the end.
        """
        value: cython.int
        if self.evaluator is None:
            value = self.position.evaluate()
            if is_mate(value):
                if not is_value(value):
                    return self.value_out_of_range(self.position, value)
                return without_distance(value)
            return value
        if self.address:
            value = self.call_function(self.position)
            if value != ONGOING:
                return value
        with cython.gil:
            return self.ask(self.evaluator, self.position)

    def leaf(self, alpha, beta):
        value: cython.int = self.estimate()
        if is_win(value):
            # A lower bound, which is sufficient where it fails high.
            if value < beta:
                self.heuristic_leaves += 1
        elif not is_loss(value) or value > alpha:
            self.heuristic_leaves += 1
        return value

    def search_child(self, same, depth, alpha, beta, ply, null_allowed):
        """Return the value of the position after a move, for the side that made the move.

        *same* tells whether that side is to move again.
        """
        if same:
            return self.search(depth, alpha, beta, ply + 1, null_allowed)
        return -self.search(depth, -beta, -alpha, ply + 1, null_allowed)

    def search(self, depth, alpha, beta, ply, null_allowed):
        """Return the value of the position, *ply* moves below the root, for the side to move."""
        value: cython.int
        self.line_length[ply] = 0
        if self.nodes >= self.next_poll:
            self.poll()
            if self.run_aborted:
                return 0
        self.nodes += 1
        if DEBUG:
            self.check_node(depth, alpha, beta, ply)
        value = self.position.result()
        if value != ONGOING:
            if value == 0 and self.position.depends_on_history():
                # A draw on this path only.
                self.heuristic_leaves += 1
            value = self.position.terminal_value(value, ply)
            if is_mate(value) and is_value(value) and plies_of(value) != ply:
                # The margin of a finished game, not a mate distance from here.
                return without_distance(value)
            return value
        if ply:
            if self.may_repeat and self.position.is_repetition(self.root):
                self.heuristic_leaves += 1
                return 0
            value = self.position.static_bound(alpha, beta)
            if value != ONGOING:
                if DEBUG:
                    check_range(value, -WON, WON, b"static_bound")
                return value
            if depth <= 0 or ply >= MAX_PLY - 1:
                return self.leaf(alpha, beta)
            # Mate-distance pruning: no win or loss is nearer than the next ply.
            if beta > MAX_MARGIN_VALUE:
                beta = min(beta, mate_in(ply + 1))
                if alpha >= beta:
                    return beta
            if alpha < -MAX_MARGIN_VALUE:
                alpha = max(alpha, mated_in(ply + 1))
                if alpha >= beta:
                    return alpha

        key: cython.ulonglong = self.position.hash
        table_move: cython.int = NO_MOVE
        word: cython.ulonglong = 0
        base: cython.int = self.order.end
        # The bucket was prefetched when the move was made.
        if self.lists_early:
            self.order.list_moves(ply)
        if key:
            key ^= self.salt
            # One ply above the leaves a probe costs more than it saves.
            if depth > 1:
                word = self.table.probe(key)
        if word:
            if DEBUG:
                self.table.check_word(word, MAX_PLY)
            table_move = cython.cast(cython.int, word & 0xFFFF) - 1
            if ply:
                value = self.tt_cutoff(word, depth, alpha, beta, ply)
                if value != ONGOING:
                    self.order.end = base
                    return value
        if ply == 0 and self.first_move != NO_MOVE:
            table_move = self.first_move & 0xFFFF

        if (
            null_allowed
            and self.null_move != NO_MOVE
            and not self.full_width
            and beta - alpha == 1
            and depth >= 3
            and not is_decided(beta)
            and self.estimate() >= beta
        ):
            self.position.push(self.null_move)
            self.null_moves += 1
            value = -self.search(depth - (3 if depth < 7 else 4), -beta, 1 - beta, ply + 1, False)
            self.null_moves -= 1
            self.position.pop()
            if self.run_aborted:
                return 0
            if DEBUG:
                self.check_child(key, value, ply, base)
            if value >= beta:
                self.heuristic_leaves += 1
                return beta if is_win(value) else value
        if not self.lists_early:
            self.order.list_moves(ply)
        return self.search_moves(key, depth, alpha, beta, ply, base, table_move)

    def tt_cutoff(self, word, depth, alpha, beta, ply):
        """Return the value of the table entry *word* if it allows a cutoff, else `ONGOING`."""
        value: cython.int = cython.cast(cython.int, (word >> 16) & 0xFFFF) - 32768
        if is_decided(value) and not self.tt_win_holds(value, ply):
            return ONGOING
        known_depth: cython.int = cython.cast(cython.int, (word >> 32) & 0xFF)
        bound: cython.int = cython.cast(cython.int, (word >> 40) & 3)
        value = value_from_tt(value, ply)
        # Decided values are proven at any depth.
        if value >= beta and bound != UPPER and is_win(value):
            return value
        if value <= alpha and bound != LOWER and is_loss(value):
            return value
        if known_depth < depth or (beta - alpha != 1 and known_depth != SOLVED):
            return ONGOING
        if (
            bound == EXACT
            or (bound == LOWER and value >= beta)
            or (bound == UPPER and value <= alpha)
        ):
            if known_depth != SOLVED:
                self.heuristic_leaves += 1
            return value
        return ONGOING

    def tt_win_holds(self, value, ply):
        """Return whether a decided *value* of the table holds on this path too."""
        back: cython.int = min(self.position.repeatable_plies(), ply)
        plies: cython.int = plies_of(value)
        # The last of these plies ends the game; no board before it can be a repetition.
        return back == 0 or back + plies <= self.position.shortest_cycle

    def search_moves(self, key, depth, alpha, beta, ply, base, table_move):
        """Search the moves on the stack from *base* on, and return the best value."""
        heuristic_leaves_before: cython.longlong = self.heuristic_leaves
        end: cython.int = self.order.end
        scores: cython.p_int = self.order.scores
        self.order.begin(base, table_move)
        if DEBUG:
            check_range(base, 0, end - 1, b"the place of the first move")
            # Another position under the same hash would have other moves.
            check(
                table_move == NO_MOVE or self.order.moves[base] & 0xFFFF == table_move,
                b"the table's move is legal",
            )

        value: cython.int
        best: cython.int = -INFINITE
        best_move: cython.int = NO_MOVE
        floor: cython.int = alpha
        searched: cython.int = 0
        ranked: cython.int = 0
        rank: cython.int
        is_late: cython.int
        side: cython.int = self.position.side
        reducible: cython.bint = self.allows_reductions and depth >= 3 and not self.full_width
        sharing: cython.bint = self.shares and depth >= MIN_SHARED_DEPTH
        searching_key: cython.ulonglong = 0
        word: cython.ulonglong
        same: cython.bint
        place: cython.int = base
        move: cython.int
        score: cython.int
        less: cython.int
        while place < end:
            move = self.order.pick(place, end) if place > base else self.order.moves[base]
            score = scores[place]
            if ply == 0 and self.excluded_count and self.is_excluded(move):
                place += 1
                continue
            if sharing:
                searching_key = move
                searching_key = key ^ ((searching_key * GOLDEN) & M64)
                if score <= -DEFERRED:
                    # Reduced as if it had not been deferred.
                    rank = (-DEFERRED - score) >> 1
                    is_late = score & 1
                    word = self.table.probe(key) if ply else 0
                    value = self.tt_cutoff(word, depth, alpha, beta, ply) if word else ONGOING
                    if value != ONGOING:
                        # Another thread has finished this node in the meantime.
                        self.line_length[ply] = 0
                        self.order.end = base
                        return value
                else:
                    rank = ranked
                    ranked += 1
                    is_late = score < FULL_DEPTH_SCORE
                    if searched and self.table.is_searched_elsewhere(searching_key):
                        scores[place] = -DEFERRED - 2 * rank - is_late
                        continue
                self.table.mark_searching(searching_key)
            else:
                rank = searched
                is_late = score < FULL_DEPTH_SCORE
            place += 1
            self.position.push(move)
            if depth > 2:
                self.table.prefetch_bucket(self.position.hash ^ self.salt)
            same = self.position.side == side
            if searched == 0:
                value = self.search_child(same, depth - 1, alpha, beta, ply, True)
            else:
                less = 0
                if reducible and rank >= 3 and is_late:
                    less = 1
                    if rank >= 8:
                        less = 2
                    if rank >= 20 and depth >= 6:
                        less = 3
                value = self.search_child(same, depth - 1 - less, alpha, alpha + 1, ply, True)
                if value > alpha and less:
                    value = self.search_child(same, depth - 1, alpha, alpha + 1, ply, True)
                if alpha < value < beta:
                    value = self.search_child(same, depth - 1, alpha, beta, ply, True)
            self.position.pop()
            if sharing:
                self.table.unmark_searching(searching_key)
            if self.run_aborted:
                return 0
            if DEBUG:
                self.check_child(key, value, ply, end)
            searched += 1
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    self.extend_line(move, ply)
                    if ply == 0:
                        self.root_value = value
                    if value >= beta:
                        self.order.record_cutoff(move, side, depth, ply)
                        break
        self.order.end = base
        if searched == 0:
            return self.no_moves()

        if (
            depth > 1
            and key
            and (ply or not self.excluded_count)
            # After a null move the boards before it are forgotten, though they might be repeated.
            and (not self.null_moves or not self.root or not is_decided(best))
        ):
            self.table.store(
                key,
                best_move,
                value_to_tt(best, ply),
                SOLVED if self.heuristic_leaves == heuristic_leaves_before else depth,
                LOWER if best >= beta else EXACT if best > floor else UPPER,
            )
        return best

    def extend_line(self, move, ply):
        """Set the principal variation at *ply* to *move* and that of the next ply."""
        index: cython.int
        here: cython.int = ply * MAX_PLY
        after: cython.int = here + MAX_PLY
        length: cython.int = self.line_length[ply + 1]
        if DEBUG:
            check_range(ply, 0, MAX_PLY - 2, b"ply")
            check_range(length, 0, MAX_PLY - 1, b"the length of the line below")
        length = min(length, MAX_PLY - 2)
        self.line[here] = move
        for index in range(length):
            self.line[here + 1 + index] = self.line[after + index]
        self.line_length[ply] = length + 1

    # -- checks of a debug build -----------------------------------------------------------------

    def check_node(self, depth, alpha, beta, ply):
        """Check the window, the depths and the position with which `search` is called."""
        check_range(alpha, -INFINITE, beta - 1, b"alpha")
        check_range(beta, alpha + 1, INFINITE, b"beta")
        check_range(ply, 0, MAX_PLY - 1, b"ply")
        check_range(depth, -3, MAX_PLY - 1, b"depth")
        check_range(self.position.ply, self.root + ply, self.root + ply, b"the position's ply")
        check_range(self.order.end, 0, ply * MAX_MOVES, b"the end of the moves above")
        return self.position.check_invariants()

    def check_child(self, key, value, ply, end):
        """Check what a child has left behind, whose parent, at *ply*, is on the board again."""
        check_range(value, -WON, WON, b"the value of a move")
        check_range(self.position.ply, self.root + ply, self.root + ply, b"the position's ply")
        check_range(self.order.end, end, end, b"the end of the moves")
        check(key == 0 or self.position.hash ^ self.salt == key, b"pop restores the hash")
        return self.position.check_invariants()

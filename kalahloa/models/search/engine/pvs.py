# cython: language_level=3, cdivision=True
"""Principal variation search: one alpha-beta for all games, compiled and without the GIL.

The first move of a node is searched with the whole window, the others with an empty one to show
that they are no better (Marsland and Campbell, "Parallel search of strongly ordered game trees",
1982; negascout after Reinefeld, 1983), with a transposition table, moves in a good order (see
`ordering`), late-move reductions and, where a game allows it, the null move (Donninger, 1993).
Searches of few plies do without the last two: they would gain little time, and what has few plies
to look in must not overlook a win that lies in them.

Values are ints for the side to move: hundredths of the game's unit for estimates, `DECIDED` and
more for games that are won (see `models.value`).  A value of that size is always proven: the
position is worth at least so much to the winner.  Whether it, or a draw, is worth exactly so much
is counted apart, in `heuristic_leaves`: all that a value rests on besides ends of games and bounds
that hold whatever is played.

A proven win holds on every way to a position, though games may end by repetition.  What the table
knows of a position was found on one way to it, and on another a board may come again that is new
on the first (the graph-history interaction: Palay, "Searching with probabilities", 1985).  But who
can win at all can do so with ever fewer moves left to the end, and so never comes back to where
more were left: a repetition since the root spoils no win.  Boards from before the root count the
same on all ways, but for null moves, after which they are forgotten: wins found there are not kept.
Where a board counts as the same whoever is to move, even the shortest win may come back to one;
there a win in the table counts only where no board can be on both ways, as soon after a capture
(`tt_win_holds`).  A draw by repetition is counted among the estimates and proves nothing.  So the
table may hide a win, or a shorter one, but makes none.

Several threads may search the same position with one table.  They leave moves that another thread
is busy with for later (a simple form of ABDADA: Weill, "The ABDADA distributed minimax search
algorithm", 1996), so that each finds in the table what the other did.
"""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.position import MAX_MOVES, NO_MOVE
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
    from cython.cimports.kalahloa.models.searchable import SearchPosition
    from cython.cimports.kalahloa.models.value import (
        INFINITE,
        MAX_MARGIN_VALUE,
        ONGOING,
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
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import GOLDEN, M64, zeros
    from kalahloa.models.position import MAX_MOVES, NO_MOVE
    from kalahloa.models.search.engine.move_ordering import DEFERRED, FULL_DEPTH_SCORE, MoveOrder
    from kalahloa.models.search.search_control import SearchControl
    from kalahloa.models.search.transposition_table import (
        EXACT,
        LOWER,
        SOLVED,
        UPPER,
        TranspositionTable,
    )
    from kalahloa.models.searchable import SearchPosition
    from kalahloa.models.value import (
        INFINITE,
        MAX_MARGIN_VALUE,
        ONGOING,
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

    MAX_PLY = 120
    FULL_WIDTH_DEPTH = 4
    MIN_SHARED_DEPTH = 4

# Keeps what a thorough search finds apart from what a pruned one does.
_FULL_WIDTH_SALT = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)


class Search(SearchControl):
    """One thread's search of one position.

    *position* is the search's own from now on; *table* may be shared.  *evaluator*, if given, is
    called at the leaves instead of the position's evaluation: it takes the position and returns a
    number for the side to move, in the game's unit.  *shares* says that other threads search the
    same position with the same table at the same time.
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

    def __init__(
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
        # Where moves are cheap to list, that is done while the table's answer is on its way.
        self.lists_early = quick and self.null_move == NO_MOVE
        position.reserve(position.ply + MAX_PLY + 1)
        self.order = MoveOrder(position, MAX_PLY)
        if cython.compiled:
            free(self.block)
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
            self.line = zeros(MAX_PLY * MAX_PLY)
            self.line_length = zeros(MAX_PLY + 1)
            self.excluded = zeros(MAX_MOVES)

    if cython.compiled:

        def __dealloc__(self):
            free(self.block)

    # -- for the thread that asks ----------------------------------------------------------------

    def run(
        self, depth: int, alpha: int, beta: int, full_width: bool = False, budget: int = 0
    ) -> int:
        """Search the position *depth* (1 to 119) plies deep in the window from *alpha* to *beta*.

        *full_width* leaves out all pruning that may miss something, as every run of up to
        `FULL_WIDTH_DEPTH` plies does; a *budget* above 0 has this run
        give up after so many nodes.  Returns the value, of which only the side of the window
        counts where it is outside.  `was_aborted` tells whether it means anything.
        """
        plies: cython.int = max(1, min(depth, MAX_PLY - 1))
        low: cython.int = alpha
        high: cython.int = beta
        value: cython.int
        self.full_width = full_width or plies <= FULL_WIDTH_DEPTH
        self.salt = _FULL_WIDTH_SALT if full_width else 0
        self.budget_end = self.nodes + budget if budget else 0
        self.heuristic_leaves = 0
        self.line_length[0] = 0
        self.order.end = 0
        self.null_moves = 0
        self.run_aborted = False
        self.next_poll = 0
        with cython.nogil:
            value = self.search(plies, low, high, 0, False)
        self.position.raise_pending()
        if not is_value(value):
            self.value_out_of_range(value)
        return value

    def exclude(self, moves: list[int]) -> None:
        """Leave *moves* out at the root."""
        self.excluded_count = len(moves)
        for index, move in enumerate(moves):
            self.excluded[index] = move

    def begin_with(self, move: int | None) -> None:
        """Search *move* first at the root; None for whatever the table says."""
        self.first_move = NO_MOVE if move is None else move

    def principal_variation(self) -> list[int]:
        """Return the best line of the last `run`; all its moves are legal one after the other.

        Where the run found a position in the table that had been searched to the end, the line
        goes on with what the table says.
        """
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
        """Return the value of the principal variation, also of a run that was given up."""
        return self.root_value

    def rests_on_heuristic(self) -> bool:
        """Return whether the last value depends on anything but the ends of games."""
        return self.heuristic_leaves > 0

    def prunes(self) -> bool:
        """Return whether a thorough run may find a shorter win than others do."""
        return self.allows_reductions or self.null_move != NO_MOVE

    # -- the search ------------------------------------------------------------------------------

    def is_excluded(self, move):
        index: cython.int
        for index in range(self.excluded_count):
            if self.excluded[index] == move:
                return True
        return False

    def estimate(self):
        """Return the static value; a judge's is kept below that of any decided game.

        An evaluation knows no distance from the root: a value that looks like one is cut.
        """
        value: cython.int
        if self.evaluator is None:
            value = self.position.evaluate()
            if is_mate(value):
                if not is_value(value):
                    return self.value_out_of_range(value)
                return without_distance(value)
            return value
        with cython.gil:
            value = round(100 * max(-199.0, min(199.0, self.evaluator(self.position))))
        return value

    def leaf(self, alpha, beta):
        value: cython.int = self.estimate()
        if is_win(value):
            # At least that much: enough where it is no less than beta.
            if value < beta:
                self.heuristic_leaves += 1
        elif not is_loss(value) or value > alpha:
            self.heuristic_leaves += 1
        return value

    def no_moves(self):
        with cython.gil:
            raise ValueError("A position whose game goes on has no legal move.")

    def value_out_of_range(self, value):
        """Raise that a game judges a position by more than its end is worth."""
        with cython.gil:
            self.position.raise_pending()
            raise ValueError(f"A position cannot be worth {value}: a win is worth {mate_in(0)}.")

    def search_child(self, same, depth, alpha, beta, ply, null_allowed):
        """Return the value of the position after a move, for the side that made it."""
        if same:
            return self.search(depth, alpha, beta, ply + 1, null_allowed)
        return -self.search(depth, -beta, -alpha, ply + 1, null_allowed)

    def search(self, depth, alpha, beta, ply, null_allowed):
        """Return the value of the position *ply* moves below the root."""
        value: cython.int
        self.line_length[ply] = 0
        if self.nodes >= self.next_poll:
            self.poll()
            if self.run_aborted:
                return 0
        self.nodes += 1
        value = self.position.result()
        if value != ONGOING:
            if value == 0 and self.position.depends_on_history():
                # A draw on this way to the position only.
                self.heuristic_leaves += 1
            value = self.position.terminal_value(value, ply)
            if is_mate(value) and is_value(value) and plies_of(value) != ply:
                # A game that counts margins; the end of this one is no more plies away.
                return without_distance(value)
            return value
        if ply:
            if self.may_repeat and self.position.is_repetition(self.root):
                self.heuristic_leaves += 1
                return 0
            value = self.position.static_bound(alpha, beta)
            if value != ONGOING:
                return value
            if depth <= 0 or ply >= MAX_PLY - 1:
                return self.leaf(alpha, beta)
            # No win can be sooner than by the next move, and no loss.
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
        # The bucket was sent for when the move was made.
        if self.lists_early:
            self.order.list_moves(ply)
        if key:
            key ^= self.salt
            # One ply above the leaves a look into memory costs more than it saves.
            if depth > 1:
                word = self.table.probe(key)
        if word:
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
            if value >= beta:
                self.heuristic_leaves += 1
                return beta if is_win(value) else value
        if not self.lists_early:
            self.order.list_moves(ply)
        return self.search_moves(key, depth, alpha, beta, ply, base, table_move)

    def tt_cutoff(self, word, depth, alpha, beta, ply):
        """Return what the table's *word* says that suffices here, or `ONGOING`."""
        value: cython.int = cython.cast(cython.int, (word >> 16) & 0xFFFF) - 32768
        if is_decided(value) and not self.tt_win_holds(value, ply):
            return ONGOING
        known_depth: cython.int = cython.cast(cython.int, (word >> 32) & 0xFF)
        bound: cython.int = cython.cast(cython.int, (word >> 40) & 3)
        value = value_from_tt(value, ply)
        # How the game is decided was proven, at whatever depth.
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
        """Return whether a win or loss of *value*, by the table, is one on this way as well."""
        back: cython.int = min(self.position.repeatable_plies(), ply)
        plies: cython.int = plies_of(value)
        # The last of *plies* ends the game: the boards before it must be too near to come again.
        return back == 0 or back + plies <= self.position.shortest_cycle

    def search_moves(self, key, depth, alpha, beta, ply, base, table_move):
        """Search the moves listed from *base* on in turn and return the value of the best."""
        estimates_before: cython.longlong = self.heuristic_leaves
        end: cython.int = self.order.end
        scores: cython.p_int = self.order.scores
        self.order.begin(base, table_move)

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
        claim: cython.ulonglong = 0
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
                claim = move
                claim = key ^ ((claim * GOLDEN) & M64)
                if score <= -DEFERRED:
                    # As late in the order, and of the same kind, as when it was left for later.
                    rank = (-DEFERRED - score) >> 1
                    is_late = score & 1
                    word = self.table.probe(key) if ply else 0
                    value = self.tt_cutoff(word, depth, alpha, beta, ply) if word else ONGOING
                    if value != ONGOING:
                        # The other thread has finished this position meanwhile.
                        self.line_length[ply] = 0
                        self.order.end = base
                        return value
                else:
                    rank = ranked
                    ranked += 1
                    is_late = score < FULL_DEPTH_SCORE
                    if searched and self.table.is_searched_elsewhere(claim):
                        scores[place] = -DEFERRED - 2 * rank - is_late
                        continue
                self.table.mark_searching(claim)
            else:
                rank = searched
                is_late = score < FULL_DEPTH_SCORE
            place += 1
            self.position.push(move)
            if depth > 2:
                self.table.fetch(self.position.hash ^ self.salt)
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
                self.table.release(claim)
            if self.run_aborted:
                return 0
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
                        self.order.reward(move, side, depth, ply)
                        break
        self.order.end = base
        if searched == 0:
            return self.no_moves()

        if (
            depth > 1
            and key
            and (ply or not self.excluded_count)
            # After a null move the boards before it are forgotten, though they might come again.
            and (not self.null_moves or not self.root or not is_decided(best))
        ):
            self.table.store(
                key,
                best_move,
                value_to_tt(best, ply),
                SOLVED if self.heuristic_leaves == estimates_before else depth,
                LOWER if best >= beta else EXACT if best > floor else UPPER,
            )
        return best

    def extend_line(self, move, ply):
        """Put *move* before the line found below it."""
        index: cython.int
        here: cython.int = ply * MAX_PLY
        after: cython.int = (ply + 1) * MAX_PLY
        length: cython.int = self.line_length[ply + 1]
        if length > MAX_PLY - 2:
            length = MAX_PLY - 2
        self.line[here] = move
        for index in range(length):
            self.line[here + 1 + index] = self.line[after + index]
        self.line_length[ply] = length + 1

# cython: language_level=3, cdivision=True
"""A position of Kalah: the board with evaluation, score bounds, successors and notation.

The exact search gets the successors of a position without making the moves.  If a tablebase is in
use, it gives the exact values of positions with few stones in play.
"""

from typing import Any

import cython

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.term import Term
from kalahloa.models.game.transition import Step
from kalahloa.models.games.kalah import notation as notation
from kalahloa.models.native.checked import Int
from kalahloa.models.text.sentence import Sentence

if cython.compiled:
    from cython.cimports.kalahloa.models.game.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.game.successors import SAME_SIDE_SCORE
    from cython.cimports.kalahloa.models.game.value import MAX_ESTIMATE, ONGOING, value_of_margin
    from cython.cimports.kalahloa.models.games.kalah.board import (
        MAY_SWAP,
        NO_PIE,
        PIE_CELL,
        KalahBoard,
    )
    from cython.cimports.kalahloa.models.games.kalah.evaluation import evaluate_pits
    from cython.cimports.kalahloa.models.games.kalah.network import KalahNetwork
    from cython.cimports.kalahloa.models.games.kalah.packing import (
        PACKED_PITS,
        PACKED_STONES,
        at_pit,
        exposed_stones,
        filled_pits,
        packed_key,
        stones_at,
        stones_in,
    )
    from cython.cimports.kalahloa.models.games.kalah.sowing import (
        captures,
        final_margin,
        is_end,
        sowing_row,
    )
    from cython.cimports.kalahloa.models.games.kalah.tablebase.tablebase import (
        Tablebase,
        margin_place,
    )
    from cython.cimports.kalahloa.models.native.checks import DEBUG, check, check_range
else:
    from kalahloa.models.game.solvable import SolvablePosition
    from kalahloa.models.game.successors import SAME_SIDE_SCORE
    from kalahloa.models.game.value import MAX_ESTIMATE, ONGOING, value_of_margin
    from kalahloa.models.games.kalah.board import MAY_SWAP, NO_PIE, PIE_CELL, KalahBoard
    from kalahloa.models.games.kalah.evaluation import evaluate_pits
    from kalahloa.models.games.kalah.network import KalahNetwork
    from kalahloa.models.games.kalah.packing import (
        PACKED_PITS,
        PACKED_STONES,
        at_pit,
        exposed_stones,
        filled_pits,
        packed_key,
        stones_at,
        stones_in,
    )
    from kalahloa.models.games.kalah.sowing import (
        captures,
        final_margin,
        is_end,
        sowing_row,
    )
    from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase, margin_place
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.checks import DEBUG, check, check_range

    GAIN_SCORE = 800
    READY_SCORE = 200
    FULL_SCORE = 400
    OWN_FULL_SCORE = 100
    OWN_READY_SCORE = 150
    EXPOSED_SCORE = 30
    PIT_SCORE = 40
    DECIDED_SCORE = 1 << 27

from kalahloa.models.games.kalah.evaluation import terms
from kalahloa.models.games.kalah.network import MAX_STONES
from kalahloa.models.games.kalah.network_file import open_network
from kalahloa.models.games.kalah.packing import packing

# `notation.SWAP` as a C constant.
_SWAP = cython.declare(cython.int, notation.SWAP)


def _landing(board, last, pits, side, move):
    """Return the cell in which *side*'s *move* ends; *last* is that of the `SowingTable`."""
    stones: cython.int = board[side * (pits + 1) + move - 1]
    if stones >= 2 * pits + 1:
        stones %= 2 * pits + 1
    return last[sowing_row(pits, side, move - 1, stones)]


def _order_score(board, last, pits, side, empty_capture, move):
    """Return the order score of *side*'s *move*; *last* is that of the `SowingTable`."""
    if move == _SWAP:
        return 0
    first: cython.int = side * (pits + 1)
    kalah: cython.int = first + pits
    end: cython.int = _landing(board, last, pits, side, move)
    # Branch-free: a needless look-up costs less than a mispredicted branch.
    facing: cython.int = board[end if end == kalah else 2 * pits - end]
    takes: cython.bint = (
        (first <= end) & (end < kalah) & captures(board[end] + 1, facing, empty_capture)
    )
    quiet: cython.int = 8192 + move if end == kalah else move
    return 16 * (facing + 1) if takes else quiet


class Kalah(KalahBoard):
    """A position of Kalah; the arguments are those of `KalahBoard`.

    `tablebase` and `network` are those in use, or None.
    """

    if not cython.compiled:
        tablebase: Any = None
        network: Any = None
        packing: Any = None

    def __cinit__(self, stones: list[int], side: Int, rules: Any, pie: Int = NO_PIE):
        self.most_known = -1
        self.uses_network = False
        self.packs = self.pits <= PACKED_PITS and self.total <= PACKED_STONES
        self.packing = packing(self.pits if self.packs else 1)
        if not cython.compiled:
            self.scratch = zeros(2 * PACKED_PITS)

    # -- values, bounds and move ordering --------------------------------------------------------

    def terminal_value(self, score, ply):
        """Return the value of the margin *score*; the distance to the end does not count."""
        return value_of_margin(score)

    def static_bound(self, alpha, beta):
        """Return the tablebase value, or a bound from the stones in the kalahs.

        Stones never leave a kalah, except by a swap under the pie rule.
        """
        if self.board[PIE_CELL]:
            return ONGOING
        own: cython.int = self.board[self.side * (self.pits + 1) + self.pits]
        other: cython.int = self.board[(1 - self.side) * (self.pits + 1) + self.pits]
        if self.total - own - other <= self.most_known:
            own += self.tablebase.at(self.tablebase_index(self.board, self.side))
            return self.terminal_value(own - other, 0)
        least: cython.int = self.terminal_value(2 * own - self.total, 0)
        most: cython.int = self.terminal_value(self.total - 2 * other, 0)
        if least >= beta:
            return least
        return most if most <= alpha else ONGOING

    # While sides may still be swapped, the stones in the kalahs are not certain, and the tablebase
    # does not apply: the fixed score is 0, and the residual key is the hash of the whole position.

    def fixed_score(self):
        if self.board[PIE_CELL]:
            return 0
        first: cython.int = self.side * (self.pits + 1)
        return self.board[first + self.pits] - self.board[2 * self.pits + 1 - first]

    def residual_key(self):
        if self.board[PIE_CELL]:
            return self.hash
        if not self.packs:
            return self.views[self.side]
        return packed_key(self.packed_side(self.side), self.packed_side(1 - self.side))

    def packed_side(self, side):
        """Return the pits of *side*, packed."""
        first: cython.int = side * (self.pits + 1)
        if cython.compiled:
            return self.packing.pack(self.board + first)
        return self.packing.pack(self.board[first : first + self.pits])

    def score_bounds(self):
        """Set the bounds from the stones in the kalahs, or both to the tablebase value."""
        first: cython.int = self.side * (self.pits + 1)
        own: cython.int = self.board[first + self.pits]
        other: cython.int = self.board[2 * self.pits + 1 - first]
        left: cython.int = self.total - own - other
        if self.board[PIE_CELL]:
            self.lower = -self.total
            self.upper = self.total
        elif left <= self.most_known:
            self.lower = own - other
            self.lower += self.tablebase.at(self.tablebase_index(self.board, self.side))
            self.upper = self.lower
        else:
            self.lower = own - other - left
            self.upper = own - other + left
        return 0

    # -- the exact search ------------------------------------------------------------------------

    # Where a board can be packed and no sides may be swapped, entries of successors describe the
    # whole position, and the search does not make the moves.

    def fill_entry(self, successors, place, side):
        SolvablePosition.fill_entry(self, successors, place, side)
        if self.packs and not self.board[PIE_CELL] and self.result() == ONGOING:
            successors.mine[place] = self.packed_side(self.side)
            successors.theirs[place] = self.packed_side(1 - self.side)
        return 0

    def expand_successors(self, successors, here, beta):
        if not successors.mine[here] | successors.theirs[here]:
            return SolvablePosition.expand_successors(self, successors, here, beta)
        base: cython.int = successors.end
        cut: cython.bint
        # The compiler unrolls the loops for the usual board.
        if self.pits == 6:
            cut = self.expand_packed(successors, here, beta, 6)
        else:
            cut = self.expand_packed(successors, here, beta, self.pits)
        if successors.estimating:
            self.estimate_successors(successors, base)
        if DEBUG:
            self.check_expansion(successors, here, base)
        return cut

    def expand_packed(self, successors, here, beta, pits):
        """Do what `expand_successors` does, on a board of *pits* a side that can be packed."""
        entry: cython.int = successors.end
        mine: cython.ulonglong = successors.mine[here]
        theirs: cython.ulonglong = successors.theirs[here]
        left: cython.int = stones_in(mine) + stones_in(theirs)
        score: cython.int = successors.fixed_score[here]
        if not successors.same_side[here]:
            score = -score
        around: cython.int = 2 * pits + 1
        ones: cython.ulonglong = self.packing.ones
        ready: cython.ulonglong = self.packing.ready
        own_rows: cython.pointer(cython.ulonglong) = self.packing.own
        other_rows: cython.pointer(cython.ulonglong) = self.packing.other
        landing: cython.pointer(cython.uchar) = self.packing.landing
        known: cython.int = self.most_known
        pit: cython.int
        stones: cython.int
        row: cython.int
        cell: cython.int
        facing: cython.int
        own: cython.int
        other: cython.int
        gain: cython.int
        rest: cython.int
        fixed: cython.int
        margin: cython.int
        same_side: cython.bint
        my_ready: cython.int
        their_ready: cython.int
        times: cython.ulonglong
        place: cython.ulonglong
        me: cython.ulonglong
        you: cython.ulonglong
        for pit in range(pits - 1, -1, -1):
            stones = stones_at(mine, pit)
            if not stones:
                continue
            me = mine - at_pit(stones, pit)
            you = theirs
            if stones >= around:
                times = stones // around
                stones -= cython.cast(cython.int, times) * around
                me += times * ones
                you += times * ones
            row = pit * around + stones
            me += own_rows[row]
            you += other_rows[row]
            cell = landing[row]
            same_side = cell == pits
            if cell < pits:
                facing = stones_at(you, pits - 1 - cell)
                if captures(stones_at(me, cell), facing, self.empty_capture):
                    me -= at_pit(1, cell)
                    you -= at_pit(facing, pits - 1 - cell)
            own = stones_in(me)
            other = stones_in(you)
            rest = own + other
            gain = left - rest
            fixed = score + gain
            successors.moves[entry] = pit + 1
            successors.fixed_score[entry] = fixed
            successors.same_side[entry] = same_side
            if is_end(
                own if same_side else other, other if same_side else own, self.ends_for_either
            ):
                margin = fixed + final_margin(own, other, 0, self.last_mover_takes)
            elif rest <= known:
                if same_side:
                    place = margin_place(self.tablebase, me, you, pits)
                    margin = fixed + self.tablebase.data[place]
                else:
                    place = margin_place(self.tablebase, you, me, pits)
                    margin = fixed - self.tablebase.data[place]
            else:
                margin = ONGOING
            if margin != ONGOING:
                # Whose sides they are does not matter: no search goes on from here.
                successors.mine[entry] = me
                successors.theirs[entry] = you
                successors.lower[entry] = margin
                successors.upper[entry] = margin
                successors.order_scores[entry] = DECIDED_SCORE
            else:
                my_ready = pits - filled_pits(me ^ ready)
                their_ready = pits - filled_pits(you ^ ready)
                successors.lower[entry] = fixed - rest
                successors.upper[entry] = fixed + rest
                # Each extra turn that is ready now can be had, the nearest first.
                if same_side:
                    successors.order_scores[entry] = SAME_SIDE_SCORE + pit
                    successors.mine[entry] = me
                    successors.theirs[entry] = you
                    successors.keys[entry] = packed_key(me, you)
                    successors.lower[entry] += 2 * my_ready
                else:
                    successors.order_scores[entry] = (
                        GAIN_SCORE * gain
                        - READY_SCORE * their_ready
                        + OWN_READY_SCORE * my_ready
                        - FULL_SCORE * filled_pits(you)
                        + OWN_FULL_SCORE * filled_pits(me)
                        + EXPOSED_SCORE * exposed_stones(you, me, pits)
                        + PIT_SCORE * pit
                    )
                    successors.mine[entry] = you
                    successors.theirs[entry] = me
                    successors.keys[entry] = packed_key(you, me)
                    successors.upper[entry] -= 2 * their_ready
            entry += 1
            if successors.lower[entry - 1] >= beta:
                successors.end = entry
                return True
        successors.end = entry
        return False

    def estimate_successors(self, successors, base):
        """Fill in the estimates of the undecided *successors* from *base* on."""
        place: cython.int
        value: cython.int
        for place in range(base, successors.end):
            if successors.lower[place] < successors.upper[place]:
                value = self.evaluate_packed(successors.mine[place], successors.theirs[place])
                if not successors.same_side[place]:
                    value = -value
                successors.estimates[place] = 100 * successors.fixed_score[place] + value
        return 0

    def check_expansion(self, successors, here, base):
        """Check the entry at *here*, and its successors from *base* on, by making the moves."""
        side: cython.int = self.side
        sign: cython.int
        score: cython.int
        place: cython.int
        check(successors.mine[here] == self.packed_side(side), b"the entry has the mover's side")
        check(successors.theirs[here] == self.packed_side(1 - side), b"the entry has the other's")
        for place in range(base, successors.end):
            self.push(successors.moves[place])
            self.check_invariants()
            sign = 1 if self.side == side else -1
            score = self.result()
            if score != ONGOING:
                check_range(successors.lower[place], sign * score, sign * score, b"lower at an end")
                check_range(successors.upper[place], sign * score, sign * score, b"upper at an end")
            else:
                check(successors.same_side[place] == (sign == 1), b"same_side")
                score = sign * self.fixed_score()
                check_range(successors.fixed_score[place], score, score, b"fixed_score")
                self.score_bounds()
                if self.lower == self.upper:
                    score = sign * self.lower
                    check_range(successors.lower[place], score, score, b"lower in the tablebase")
                    check_range(successors.upper[place], score, score, b"upper in the tablebase")
                else:
                    check(
                        successors.keys[place] == self.residual_key(),
                        b"the successor's key is that of the position",
                    )
            self.pop()
        return 0

    def evaluate_packed(self, mine, theirs):
        """Return the evaluation of packed pits for the side to move, in hundredths."""
        pit: cython.int
        for pit in range(self.pits):
            self.scratch[pit] = stones_at(mine, pit)
            self.scratch[self.pits + pit] = stones_at(theirs, pit)
        if cython.compiled:
            return evaluate_pits(self.scratch, self.scratch + self.pits, self.pits)
        return evaluate_pits(
            self.scratch[: self.pits], self.scratch[self.pits : 2 * self.pits], self.pits
        )

    # -- evaluation and what else searches ask ---------------------------------------------------

    def tablebase_index(self, cells, mover):
        """Return the tablebase index of the position *cells* with *mover* to move."""
        first: cython.int = mover * (self.pits + 1)
        others_first: cython.int = self.pits + 1 - first
        if cython.compiled:
            return self.tablebase.place(cells + first, cells + others_first)
        return self.tablebase.place(
            cells[first : first + self.pits], cells[others_first : others_first + self.pits]
        )

    def evaluate_cells(self, cells, mover):
        """Return the evaluation of the pits in *cells*, in hundredths, with *mover* to move."""
        first: cython.int = mover * (self.pits + 1)
        others_first: cython.int = self.pits + 1 - first
        if self.uses_network:
            if cython.compiled:
                return self.network.value(cells + first, cells + others_first)
            return self.network.value(cells[first:], cells[others_first:])
        if cython.compiled:
            return evaluate_pits(cells + first, cells + others_first, self.pits)
        return evaluate_pits(
            cells[first : first + self.pits],
            cells[others_first : others_first + self.pits],
            self.pits,
        )

    def use_tablebase(self, tablebase: Tablebase | None) -> None:
        """Use *tablebase* for positions with few stones from now on; None stops that.

        Raises `ValueError` if it is for other rules.
        """
        if tablebase is not None and not isinstance(tablebase, Tablebase):
            raise TypeError("That is no tablebase of Kalah.")
        if tablebase is not None and tablebase.rules_key != self.rules.tablebase_key():
            raise ValueError("The tablebase is for other rules.")
        self.require_free()
        self.tablebase = tablebase
        self.most_known = -1 if tablebase is None else tablebase.stones

    def use_network(self, network: KalahNetwork | None) -> None:
        """Have *network* evaluate the pits from now on; None stops that.

        It does nothing where there are more stones than networks are trained on.  Raises
        `ValueError` if it is for other rules.
        """
        if network is not None and not isinstance(network, KalahNetwork):
            raise TypeError("That is no network for Kalah.")
        if network is not None and network.rules_key != self.rules.tablebase_key():
            raise ValueError("The network is for other rules.")
        self.require_free()
        self.network = network if self.total <= MAX_STONES else None
        self.uses_network = self.network is not None

    def use_shipped_network(self) -> None:
        self.use_network(open_network(self.rules).network)

    def order_score(self, move):
        """Prefer extra turns, then captures by their size, then pits near the kalah."""
        last = self.sowings.last
        return _order_score(self.board, last, self.pits, self.side, self.empty_capture, move)

    def score_moves(self, moves, scores, base, end):
        board: cython.pointer(cython.ushort) = self.board
        last: cython.pointer(cython.uchar) = self.sowings.last
        pits: cython.int = self.pits
        side: cython.int = self.side
        empty_capture: cython.bint = self.empty_capture
        index: cython.int
        for index in range(base, end):
            scores[index] = _order_score(board, last, pits, side, empty_capture, moves[index])

    def evaluate(self):
        """Return the difference of the kalahs plus the evaluation of the pits.

        A side with more than half of all stones in its kalah has won by at least that margin.
        """
        own: cython.int = self.board[self.side * (self.pits + 1) + self.pits]
        other: cython.int = self.board[(1 - self.side) * (self.pits + 1) + self.pits]
        pie: cython.int = self.board[PIE_CELL]
        if 2 * own > self.total and not pie:
            return self.terminal_value(2 * own - self.total, 0)
        if 2 * other > self.total and not pie:
            return self.terminal_value(self.total - 2 * other, 0)
        value: cython.int = 100 * (own - other) + self.evaluate_cells(self.board, self.side)
        if pie == MAY_SWAP:
            value = max(value, -value)
        return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, value))

    def evaluation_words(self, words):
        """Write the side to move, the number of pits a side, and the stones in each cell."""
        cell: cython.int
        words[0] = self.side
        words[1] = self.pits
        for cell in range(self.cells):
            words[2 + cell] = self.board[cell]
        return 2 + self.cells

    def copy_without_stack(self):
        copy = Kalah(*self.__getnewargs__())
        copy.use_tablebase(self.tablebase)
        copy.use_network(self.network)
        return copy

    def __getnewargs__(self) -> tuple[list[int], int, Any, int]:
        return self.stones(), self.side, self.rules, self.pie()

    def has_evaluation(self) -> bool:
        return True

    def evaluation_terms(self) -> list[Term]:
        own, other = (self.in_kalah(side) for side in (self.side, 1 - self.side))
        stones = self.stones()
        pits = [stones[: self.pits], stones[self.pits + 1 : -1]]
        kalahs = Term("stones in the kalah", own, other, 100 * (own - other))
        return [kalahs, *terms(pits[self.side], pits[1 - self.side])]

    def network_value(self) -> int | None:
        if self.network is None:
            return None
        stones = self.stones()
        pits = [stones[: self.pits], stones[self.pits + 1 : -1]]
        kalahs = self.in_kalah(self.side) - self.in_kalah(1 - self.side)
        return 100 * kalahs + self.network.value_of(pits[self.side], pits[1 - self.side])

    def sowing(self, move: Int) -> notation.Sowing:
        """Return what *move*, legal here and no swap, does."""
        self.require_legal(move)
        if move == _SWAP:
            raise ValueError("A swap sows no stones.")
        return notation.sowing(self, move)

    def lecture_moves(self) -> list[int]:
        """Return the legal moves, from the pit next to the own kalah outwards; a swap is last."""
        moves = self.legal_moves()
        swaps = [move for move in moves if move == _SWAP]
        return [move for move in reversed(moves) if move != _SWAP] + swaps

    # -- notation ------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return notation.outcome(self)

    def position_string(self) -> str:
        return notation.position_string(self)

    def format_move(self, move: Int) -> str:
        return notation.format_move(move)

    def parse_move(self, text: str) -> int:
        return notation.parse_move(self, text)

    def read_turn(self, text: str) -> list[int]:
        return notation.read_turn(self, text)

    def why_illegal(self, move: Int) -> str | Sentence:
        if self.is_playable(move):
            return KalahBoard.why_illegal(self, move)
        return notation.why_illegal(self, move)

    def transition(self, move: Int) -> tuple[Step, ...]:
        self.require_legal(move)
        return notation.transition(self, move)

    def describe(self, move: Int) -> str | Sentence:
        self.require_legal(move)
        return notation.describe(self, move)

    def status(self, side: Int) -> str | Sentence:
        return notation.status(self, side)

    def diagram(self, flipped: bool = False) -> str:
        return notation.diagram(self, flipped)

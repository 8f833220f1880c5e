# cython: language_level=3, cdivision=True
"""A position of Kalah: the board with evaluation, score bounds, successors and notation.

The exact search gets the successors of a position without making the moves.  If a tablebase is in
use, it gives the exact values of positions with few stones in play.
"""

from typing import Any

import cython

from kalahloa.models.games.kalah import notation as notation
from kalahloa.models.outcome import Outcome
from kalahloa.models.sentence import Sentence
from kalahloa.models.term import Term
from kalahloa.models.transition import Step

if cython.compiled:
    from cython.cimports.kalahloa.models.games.kalah.board import (
        MAY_SWAP,
        NO_PIE,
        PIE_CELL,
        KalahBoard,
    )
    from cython.cimports.kalahloa.models.games.kalah.evaluation import evaluate_pits
    from cython.cimports.kalahloa.models.games.kalah.sowing import (
        FRAME,
        SMALL_FRAME,
        captures,
        final_margin,
        is_end,
        sowing_row,
    )
    from cython.cimports.kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
    from cython.cimports.kalahloa.models.native.bits import M64
    from cython.cimports.kalahloa.models.native.checks import DEBUG, check, check_range
    from cython.cimports.kalahloa.models.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.successors import SAME_SIDE_SCORE
    from cython.cimports.kalahloa.models.value import MAX_ESTIMATE, ONGOING, value_of_margin
else:
    from kalahloa.models.games.kalah.board import MAY_SWAP, NO_PIE, PIE_CELL, KalahBoard
    from kalahloa.models.games.kalah.evaluation import evaluate_pits
    from kalahloa.models.games.kalah.sowing import (
        FRAME,
        SMALL_FRAME,
        captures,
        final_margin,
        is_end,
        sowing_row,
    )
    from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
    from kalahloa.models.native.bits import M64, zeros
    from kalahloa.models.native.checks import DEBUG, check, check_range
    from kalahloa.models.solvable import SolvablePosition
    from kalahloa.models.successors import SAME_SIDE_SCORE
    from kalahloa.models.value import MAX_ESTIMATE, ONGOING, value_of_margin

from kalahloa.models.games.kalah.evaluation import terms

# `notation.SWAP` as a C constant.
_SWAP = cython.declare(cython.int, notation.SWAP)
# Order scores for the exact search, in hundredths of a stone.  Extra turns come first, then moves
# by stones gained, by how few extra turns and moves they leave the opponent, and by how many moves
# they leave the mover.  Tuned on the node counts of 41 positions.
_GAIN_SCORE = cython.declare(cython.int, 800)
_READY_SCORE = cython.declare(cython.int, 300)
_FULL_SCORE = cython.declare(cython.int, 300)
_OWN_FULL_SCORE = cython.declare(cython.int, 200)


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

    `tablebase` is the tablebase in use, or None.
    """

    if not cython.compiled:
        tablebase: Any = None

    def __init__(self, stones: list[int], side: int, rules: Any, pie: int = NO_PIE):
        super().__init__(stones, side, rules, pie)
        self.most_known = -1
        if not cython.compiled:
            self.scratch = zeros(FRAME)

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
        return self.hash if self.board[PIE_CELL] else self.views[self.side]

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

    def expand_successors(self, successors):
        if self.board[PIE_CELL]:
            return SolvablePosition.expand_successors(self, successors)
        first: cython.int = self.side * (self.pits + 1)
        pit: cython.int
        for pit in range(self.pits):
            if self.board[first + pit]:
                self.look_ahead(successors, pit)
        return 0

    def look_ahead(self, successors, pit):
        """Add the move from the mover's *pit*, from 0, to *successors*.

        If the tablebase has the position after it, the entry is only prefetched: lower > upper,
        and the key is the index of the entry, for `complete_successors`.
        """
        side: cython.int = self.side
        first: cython.int = side * (self.pits + 1)
        kalah: cython.int = first + self.pits
        stones: cython.int = self.board[first + pit]
        before: cython.int = self.board[kalah]
        place: cython.int = successors.add(pit + 1)
        lane: cython.int
        if stones >= self.sowings.around:
            self.push(pit + 1)
            successors.keys[place] = self.views[self.side]
            self.put_down(successors, place, self.board, before, side, self.side == side)
            self.pop()
            return 0

        row: cython.int = self.sowings.row(side, pit, stones)
        child: cython.pointer(cython.ushort) = self.scratch
        if cython.compiled:
            lanes: cython.pointer(cython.ushort) = self.sowings.lanes + row * FRAME
        else:
            lanes = self.sowings.lanes[row * FRAME : (row + 1) * FRAME]
        if self.cells <= SMALL_FRAME:
            for lane in range(SMALL_FRAME):
                child[lane] = self.board[lane] + lanes[lane]
        else:
            for lane in range(FRAME):
                child[lane] = self.board[lane] + lanes[lane]
        child[first + pit] = 0
        cell: cython.int = self.sowings.last[row]
        same_side: cython.bint = cell == kalah
        view: cython.int = side if same_side else 1 - side
        taken: cython.ulonglong = stones
        key: cython.ulonglong
        if same_side:
            key = self.views[view] - taken * self.sowings.own_key[pit] + self.sowings.own_keys[row]
        else:
            key = (
                self.views[view]
                - taken * self.sowings.other_key[pit]
                + self.sowings.other_keys[row]
            )
            if first <= cell < kalah and captures(
                child[cell], child[2 * self.pits - cell], self.empty_capture
            ):
                taken = child[2 * self.pits - cell]
                child[kalah] += child[2 * self.pits - cell] + 1
                child[2 * self.pits - cell] = 0
                child[cell] = 0
                key -= self.sowings.other_key[cell - first]
                key -= taken * self.sowings.own_key[self.pits - 1 - cell + first]
        successors.keys[place] = key & M64
        self.put_down(successors, place, child, before, side, same_side)
        if DEBUG:
            self.check_successor(successors, place)
        return 0

    def check_successor(self, successors, place):
        """Check what `look_ahead` says of the move at *place* against the move made."""
        side: cython.int = self.side
        sign: cython.int
        score: cython.int
        self.push(successors.moves[place])
        self.check_invariants()
        sign = 1 if self.side == side else -1
        check_range(successors.same_side[place], self.side == side, self.side == side, b"same_side")
        score = self.result()
        if score != ONGOING:
            check_range(successors.lower[place], sign * score, sign * score, b"lower at an end")
            check_range(successors.upper[place], sign * score, sign * score, b"upper at an end")
        else:
            score = sign * self.fixed_score()
            check_range(successors.fixed_score[place], score, score, b"fixed_score")
            if successors.lower[place] > successors.upper[place]:
                check(
                    successors.keys[place] == self.tablebase_index(self.board, self.side),
                    b"the successor's tablebase index is that of the position",
                )
            else:
                check(
                    successors.keys[place] == self.residual_key(),
                    b"the successor's key is that of the position",
                )
        self.pop()
        return 0

    def put_down(self, successors, place, child, before, side, same_side):
        """Fill the entry at *place* of *successors* for the position with the cells *child*.

        *before* is the number of stones in the kalah of *side*, the mover, before the move.
        """
        first: cython.int = side * (self.pits + 1)
        kalah: cython.int = first + self.pits
        others_first: cython.int = self.pits + 1 - first
        pit: cython.int
        own: cython.int = 0
        full: cython.int = 0
        own_full: cython.int = 0
        ready: cython.int = 0
        stones: cython.int
        for pit in range(self.pits):
            own += child[first + pit]
            own_full += child[first + pit] > 0
            stones = child[others_first + pit]
            full += stones > 0
            ready += stones == self.pits - pit
        fixed_score: cython.int = child[kalah] - child[others_first + self.pits]
        left: cython.int = self.total - child[kalah] - child[others_first + self.pits]
        successors.fixed_score[place] = fixed_score
        successors.same_side[place] = same_side
        successors.order_scores[place] = (
            SAME_SIDE_SCORE
            if same_side
            else (
                _GAIN_SCORE * (child[kalah] - before)
                - _READY_SCORE * ready
                - _FULL_SCORE * full
                + _OWN_FULL_SCORE * own_full
            )
        )
        successors.order_scores[place] += successors.moves[place]
        if successors.estimating:
            successors.estimates[place] = 100 * fixed_score + (
                self.evaluate_cells(child, side)
                if same_side
                else -self.evaluate_cells(child, 1 - side)
            )
        if is_end(
            own if same_side else left - own, left - own if same_side else own, self.ends_for_either
        ):
            successors.lower[place] = successors.upper[place] = fixed_score + final_margin(
                own, left - own, 0, self.last_mover_takes
            )
        elif left <= self.most_known:
            successors.lower[place] = 1
            successors.upper[place] = 0
            successors.keys[place] = self.tablebase_index(child, side if same_side else 1 - side)
            self.tablebase.fetch(successors.keys[place])
        else:
            successors.lower[place] = fixed_score - left
            successors.upper[place] = fixed_score + left
        return 0

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
        if cython.compiled:
            return evaluate_pits(cells + first, cells + others_first, self.pits)
        return evaluate_pits(
            cells[first : first + self.pits],
            cells[others_first : others_first + self.pits],
            self.pits,
        )

    def complete_successors(self, successors, base):
        place: cython.int
        margin: cython.int
        for place in range(base, successors.end):
            if successors.lower[place] > successors.upper[place]:
                margin = self.tablebase.at(successors.keys[place])
                if not successors.same_side[place]:
                    margin = -margin
                margin += successors.fixed_score[place]
                successors.lower[place] = margin
                successors.upper[place] = margin
        return 0

    def use_tablebase(self, tablebase: Tablebase | None) -> None:
        """Use *tablebase* for positions with few stones from now on; None stops that.

        Raises `ValueError` if it is for other rules.
        """
        if tablebase is not None and tablebase.rules_key != self.rules.tablebase_key():
            raise ValueError("The tablebase is for other rules.")
        self.tablebase = tablebase
        self.most_known = -1 if tablebase is None else tablebase.stones

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

    def copy_without_stack(self):
        copy = Kalah(self.stones(), self.side, self.rules, self.pie())
        copy.use_tablebase(self.tablebase)
        return copy

    def has_evaluation(self) -> bool:
        return True

    def evaluation_terms(self) -> list[Term]:
        own, other = (self.in_kalah(side) for side in (self.side, 1 - self.side))
        stones = self.stones()
        pits = [stones[: self.pits], stones[self.pits + 1 : -1]]
        kalahs = Term("stones in the kalah", own, other, 100 * (own - other))
        return [kalahs, *terms(pits[self.side], pits[1 - self.side])]

    def sowing(self, move: int) -> notation.Sowing:
        """Return what *move*, legal here and no swap, does."""
        return notation.sowing(self, move)

    # -- notation ------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return notation.outcome(self)

    def position_string(self) -> str:
        return notation.position_string(self)

    def format_move(self, move: int) -> str:
        return notation.format_move(move)

    def parse_move(self, text: str) -> int:
        return notation.parse_move(self, text)

    def read_turn(self, text: str) -> list[int]:
        return notation.read_turn(self, text)

    def why_illegal(self, move: int) -> str | Sentence:
        return notation.why_illegal(self, move)

    def transition(self, move: int) -> tuple[Step, ...]:
        return notation.transition(self, move)

    def describe(self, move: int) -> str | Sentence:
        return notation.describe(self, move)

    def status(self, side: int) -> str | Sentence:
        return notation.status(self, side)

    def diagram(self, flipped: bool = False) -> str:
        return notation.diagram(self, flipped)

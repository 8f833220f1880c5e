# cython: language_level=3, cdivision=True
"""A position of Kalah: its board, with what searches ask of it, and its words.

A search asks what a finished game and one that goes on are worth, what is certain of the final
score already, and what the positions after the moves are, which an exact search sees without making
them.  Endgames, where a position consults them, give values of positions with few stones in play.
"""

from typing import Any

import cython

from kalahloa.models.games.kalah import notation as words
from kalahloa.models.outcome import Outcome
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
    from cython.cimports.kalahloa.models.games.kalah.tablebase.tablebase import Endgames
    from cython.cimports.kalahloa.models.native.bits import M64
    from cython.cimports.kalahloa.models.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.successors import AGAIN_MERIT
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
    from kalahloa.models.games.kalah.tablebase.tablebase import Endgames
    from kalahloa.models.native.bits import M64, zeros
    from kalahloa.models.solvable import SolvablePosition
    from kalahloa.models.successors import AGAIN_MERIT
    from kalahloa.models.value import MAX_ESTIMATE, ONGOING, value_of_margin

from kalahloa.models.games.kalah.evaluation import terms

# The number of the swap, for compiled code.
_SWAP = cython.declare(cython.int, words.SWAP)
# How early an exact search takes a move: moves that move again, then those that bring most and
# leave the other side few such moves and few moves at all, and the own side many; in hundredths
# of what a stone at the end is worth.  Found by the nodes that 41 positions took.
_GAIN_MERIT = cython.declare(cython.int, 800)
_READY_MERIT = cython.declare(cython.int, 300)
_FULL_MERIT = cython.declare(cython.int, 300)
_OWN_FULL_MERIT = cython.declare(cython.int, 200)


def _landing(board, last, pits, side, move):
    """Return where *side*'s *move* ends on a *board*; *last* is the table of the sowings'."""
    stones: cython.int = board[side * (pits + 1) + move - 1]
    if stones >= 2 * pits + 1:
        stones %= 2 * pits + 1
    return last[sowing_row(pits, side, move - 1, stones)]


def _promise(board, last, pits, side, empty_capture, move):
    """Return how early *side* should search *move* on a *board*; *last* as for `_landing`."""
    if move == _SWAP:
        return 0
    first: cython.int = side * (pits + 1)
    kalah: cython.int = first + pits
    end: cython.int = _landing(board, last, pits, side, move)
    # What is looked at where it does not matter costs less than a branch that is guessed wrong.
    facing: cython.int = board[end if end == kalah else 2 * pits - end]
    takes: cython.bint = (
        (first <= end) & (end < kalah) & captures(board[end] + 1, facing, empty_capture)
    )
    quiet: cython.int = 8192 + move if end == kalah else move
    return 16 * (facing + 1) if takes else quiet


class Kalah(KalahBoard):
    """A position of Kalah, set up as a `KalahBoard` is, whose rules these are.

    `endgames` are those that it consults, or None.
    """

    if not cython.compiled:
        endgames: Any = None

    def __init__(self, stones: list[int], side: int, rules: Any, pie: int = NO_PIE):
        super().__init__(stones, side, rules, pie)
        self.most_known = -1
        if not cython.compiled:
            self.scratch = zeros(FRAME)

    # -- what a search asks besides --------------------------------------------------------------

    def worth(self, score, ply):
        """Return what a margin is worth: more stones are worth more, how soon they come nothing."""
        return value_of_margin(score)

    def settled(self, alpha, beta):
        """Return a bound from the stones in the kalahs, which never leave them, or the value.

        The value is known where few enough stones are in play for the endgames.
        """
        if self.board[PIE_CELL]:
            return ONGOING  # but they may change hands
        own: cython.int = self.board[self.side * (self.pits + 1) + self.pits]
        other: cython.int = self.board[(1 - self.side) * (self.pits + 1) + self.pits]
        if self.total - own - other <= self.most_known:
            own += self.endgames.at(self.endgame_place(self.board, self.side))
            return self.worth(own - other, 0)
        least: cython.int = self.worth(2 * own - self.total, 0)
        most: cython.int = self.worth(self.total - 2 * other, 0)
        if least >= beta:
            return least
        return most if most <= alpha else ONGOING

    # While sides may still be swapped, what is in the kalahs is nobody's for sure, and the endgames
    # know nothing of it: then nothing is banked, and the whole position is its essence.

    def banked(self):
        if self.board[PIE_CELL]:
            return 0
        first: cython.int = self.side * (self.pits + 1)
        return self.board[first + self.pits] - self.board[2 * self.pits + 1 - first]

    def essence(self):
        return self.hash if self.board[PIE_CELL] else self.views[self.side]

    def find_bounds(self):
        """Find the bounds from the stones that lie in the kalahs, or the value from endgames."""
        first: cython.int = self.side * (self.pits + 1)
        own: cython.int = self.board[first + self.pits]
        other: cython.int = self.board[2 * self.pits + 1 - first]
        left: cython.int = self.total - own - other
        if self.board[PIE_CELL]:
            self.least = -self.total
            self.most = self.total
        elif left <= self.most_known:
            self.least = own - other
            self.least += self.endgames.at(self.endgame_place(self.board, self.side))
            self.most = self.least
        else:
            self.least = own - other - left
            self.most = own - other + left
        return 0

    def survey(self, survey):
        if self.board[PIE_CELL]:
            return SolvablePosition.survey(self, survey)
        first: cython.int = self.side * (self.pits + 1)
        pit: cython.int
        for pit in range(self.pits):
            if self.board[first + pit]:
                self.look_ahead(survey, pit)
        return 0

    def look_ahead(self, survey, pit):
        """Add the move from the mover's *pit*, from 0, to *survey*.

        What the endgames tell of it is only brought near: the bounds are the wrong way round then,
        and the key says where it lies.
        """
        side: cython.int = self.side
        first: cython.int = side * (self.pits + 1)
        kalah: cython.int = first + self.pits
        stones: cython.int = self.board[first + pit]
        before: cython.int = self.board[kalah]
        place: cython.int = survey.add(pit + 1)
        lane: cython.int
        if stones >= self.sowings.around:
            self.push(pit + 1)
            survey.keys[place] = self.views[self.side]
            self.put_down(survey, place, self.board, before, side, self.side == side)
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
        again: cython.bint = cell == kalah
        view: cython.int = side if again else 1 - side
        taken: cython.ulonglong = stones
        key: cython.ulonglong
        if again:
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
        survey.keys[place] = key & M64
        self.put_down(survey, place, child, before, side, again)
        return 0

    def put_down(self, survey, place, child, before, side, again):
        """Fill in what *survey* wants to know of the position with the cells *child*.

        *before* is what lay in the kalah of *side*, the mover, before the move.
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
        banked: cython.int = child[kalah] - child[others_first + self.pits]
        left: cython.int = self.total - child[kalah] - child[others_first + self.pits]
        survey.banked[place] = banked
        survey.again[place] = again
        survey.merits[place] = (
            AGAIN_MERIT
            if again
            else (
                _GAIN_MERIT * (child[kalah] - before)
                - _READY_MERIT * ready
                - _FULL_MERIT * full
                + _OWN_FULL_MERIT * own_full
            )
        )
        survey.merits[place] += survey.moves[place]
        if survey.estimating:
            survey.estimates[place] = 100 * banked + (
                self.judge_pits(child, side) if again else -self.judge_pits(child, 1 - side)
            )
        if is_end(own if again else left - own, left - own if again else own, self.ends_for_either):
            survey.least[place] = survey.most[place] = banked + final_margin(
                own, left - own, 0, self.last_mover_takes
            )
        elif left <= self.most_known:
            survey.least[place] = 1
            survey.most[place] = 0
            survey.keys[place] = self.endgame_place(child, side if again else 1 - side)
            self.endgames.fetch(survey.keys[place])
        else:
            survey.least[place] = banked - left
            survey.most[place] = banked + left
        return 0

    def endgame_place(self, cells, mover):
        """Return where the endgames have the value of the position *cells* for *mover*."""
        first: cython.int = mover * (self.pits + 1)
        others_first: cython.int = self.pits + 1 - first
        if cython.compiled:
            return self.endgames.place(cells + first, cells + others_first)
        return self.endgames.place(
            cells[first : first + self.pits], cells[others_first : others_first + self.pits]
        )

    def judge_pits(self, cells, mover):
        """Return what the pits in *cells* are worth to *mover*, who is to move, in hundredths."""
        first: cython.int = mover * (self.pits + 1)
        others_first: cython.int = self.pits + 1 - first
        if cython.compiled:
            return evaluate_pits(cells + first, cells + others_first, self.pits)
        return evaluate_pits(
            cells[first : first + self.pits],
            cells[others_first : others_first + self.pits],
            self.pits,
        )

    def settle_survey(self, survey, base):
        place: cython.int
        margin: cython.int
        for place in range(base, survey.end):
            if survey.least[place] > survey.most[place]:
                margin = self.endgames.at(survey.keys[place])
                if not survey.again[place]:
                    margin = -margin
                margin += survey.banked[place]
                survey.least[place] = margin
                survey.most[place] = margin
        return 0

    def consult(self, endgames: Endgames | None) -> None:
        """Take the values of positions with few stones from *endgames* from now on; None for not.

        Raises `ValueError` where they are of other rules.
        """
        if endgames is not None and endgames.rules_key != self.rules.tablebase_key():
            raise ValueError("These endgames are of other rules.")
        self.endgames = endgames
        self.most_known = -1 if endgames is None else endgames.stones

    def promise(self, move):
        """Prefer moves that move again, then captures by their size, then near pits."""
        last = self.sowings.last
        return _promise(self.board, last, self.pits, self.side, self.empty_capture, move)

    def rank(self, moves, scores, base, end):
        board: cython.pointer(cython.ushort) = self.board
        last: cython.pointer(cython.uchar) = self.sowings.last
        pits: cython.int = self.pits
        side: cython.int = self.side
        empty_capture: cython.bint = self.empty_capture
        index: cython.int
        for index in range(base, end):
            scores[index] = _promise(board, last, pits, side, empty_capture, moves[index])

    def evaluate(self):
        """Return the kalahs' difference with what lies in the pits, for the side to move.

        A kalah with more than half of all stones has won; the value is then the least margin.
        """
        own: cython.int = self.board[self.side * (self.pits + 1) + self.pits]
        other: cython.int = self.board[(1 - self.side) * (self.pits + 1) + self.pits]
        pie: cython.int = self.board[PIE_CELL]
        if 2 * own > self.total and not pie:
            return self.worth(2 * own - self.total, 0)
        if 2 * other > self.total and not pie:
            return self.worth(self.total - 2 * other, 0)
        value: cython.int = 100 * (own - other) + self.judge_pits(self.board, self.side)
        if pie == MAY_SWAP:
            value = max(value, -value)
        return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, value))

    def bare_copy(self):
        copy = Kalah(self.stones(), self.side, self.rules, self.pie())
        copy.consult(self.endgames)
        return copy

    def has_evaluation(self) -> bool:
        return True

    def evaluation_terms(self) -> list[Term]:
        own, other = (self.in_kalah(side) for side in (self.side, 1 - self.side))
        stones = self.stones()
        pits = [stones[: self.pits], stones[self.pits + 1 : -1]]
        kalahs = Term("stones in the kalah", own, other, 100 * (own - other))
        return [kalahs, *terms(pits[self.side], pits[1 - self.side])]

    def sowing(self, move: int) -> words.Sowing:
        """Return what *move*, legal here and no swap, does."""
        return words.sowing(self, move)

    # -- words ---------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return words.outcome(self)

    def position_string(self) -> str:
        return words.position_string(self)

    def format_move(self, move: int) -> str:
        return words.format_move(move)

    def parse_move(self, text: str) -> int:
        return words.parse_move(self, text)

    def read_turn(self, text: str) -> list[int]:
        return words.read_turn(self, text)

    def objection(self, move: int) -> str:
        return words.objection(self, move)

    def transition(self, move: int) -> tuple[Step, ...]:
        return words.transition(self, move)

    def describe(self, move: int) -> str:
        return words.describe(self, move)

    def status(self, side: int) -> str:
        return words.status(self, side)

    def diagram(self, flipped: bool = False) -> str:
        return words.diagram(self, flipped)

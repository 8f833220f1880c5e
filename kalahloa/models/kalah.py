# cython: language_level=3, cdivision=True
"""Kalah on any board from 1 to 12 pits a side.

Cells are numbered in sowing order: with n pits, 0 to n - 1 are South's pits from the far one to
the one next to its kalah, n is South's kalah, n + 1 to 2n are North's pits in its own sowing
order, and 2n + 1 is North's kalah.  A move is the number of a pit, 1 to n, in its side's sowing
order.  Stones left at the end are swept into the kalahs by the move that ends the game.

Under the pie rule the side that does not begin may once make the move `SWAP` instead of its first
sowing: it takes over all that the other side has got.  The sides keep their places, so the board
is turned half round, and the side that began is to move.
"""

from typing import Any

import cython

from kalahloa.models import kalah_words as words
from kalahloa.models.errors import BadPosition
from kalahloa.models.outcome import Outcome
from kalahloa.models.term import Term
from kalahloa.models.transition import Step

if cython.compiled:
    from cython.cimports.kalahloa.models.bits import M64
    from cython.cimports.kalahloa.models.kalah_endgames import Endgames
    from cython.cimports.kalahloa.models.kalah_evaluation import evaluate_pits
    from cython.cimports.kalahloa.models.kalah_sowing import (
        FRAME,
        SMALL_FRAME,
        add_frame,
        add_small,
        sowing_row,
    )
    from cython.cimports.kalahloa.models.position import DECIDED, ONGOING, Position
    from cython.cimports.kalahloa.models.survey import AGAIN_MERIT
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memset
else:
    from kalahloa.models.bits import M64, zeros
    from kalahloa.models.kalah_endgames import Endgames
    from kalahloa.models.kalah_evaluation import evaluate_pits
    from kalahloa.models.kalah_sowing import FRAME, SMALL_FRAME, sowing_row
    from kalahloa.models.position import DECIDED, ONGOING, Position
    from kalahloa.models.survey import AGAIN_MERIT

from kalahloa.models.kalah_endgames import rules_key_of
from kalahloa.models.kalah_evaluation import terms
from kalahloa.models.kalah_sowing import sowing_table

# How far the pie rule has come: nothing to swap (any more), the first turn, and the moment for it.
NO_PIE, FIRST_TURN, MAY_SWAP = range(3)

if not cython.compiled:
    _SIDE, _PIE = 26, 27
# The numbers of the states of the pie rule and of the swap, for compiled code.
_FIRST_TURN = cython.declare(cython.int, 1)
_MAY_SWAP = cython.declare(cython.int, 2)
_SWAP = cython.declare(cython.int, words.SWAP)
# The words of the hash that stand for a stone in the mover's kalah, for one in the other side's,
# for North to move, and for the state of the pie rule.
_OWN_KALAH_KEY = cython.declare(cython.ulonglong, 0xB5297A4D3F84D5B5)
_OTHER_KALAH_KEY = cython.declare(cython.ulonglong, 0x68E31DA4C6A8D24D)
_SIDE_KEY = cython.declare(cython.ulonglong, 0x1B56C4E9D1A5A7F3)
_PIE_KEY = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
# How early an exact search takes a move: moves that move again, then those that bring most and
# leave the other side few such moves and few moves at all, and the own side many; in hundredths
# of what a stone at the end is worth.  Found by the nodes that 41 positions took.
_GAIN_MERIT = cython.declare(cython.int, 800)
_READY_MERIT = cython.declare(cython.int, 300)
_FULL_MERIT = cython.declare(cython.int, 300)
_OWN_FULL_MERIT = cython.declare(cython.int, 200)
# Where the margins end that can be told apart: values of larger ones are taken by other games.
_MOST_MARGIN = cython.declare(cython.int, 880)
_MOST_ESTIMATED = cython.declare(cython.int, 19999)


def _any_stones(cells, pits):
    """Return whether there is a stone in the first *pits* of *cells*."""
    pit: cython.int
    found: cython.int = 0
    # All of them: that is sooner done than to guess where the first stone lies.
    for pit in range(pits):
        found |= cells[pit]
    return found != 0


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
        (first <= end) & (end < kalah) & (board[end] == 0) & ((facing > 0) | empty_capture)
    )
    quiet: cython.int = 8192 + move if end == kalah else move
    return 16 * (facing + 1) if takes else quiet


class Kalah(Position):
    """A position of Kalah.

    *stones* holds the contents of the 2n + 2 cells in the order above, *side* is 0 for South, 1
    for North, *rules* a `KalahRules`.  *pie* says how far the pie rule has come (`NO_PIE` where
    it is not in force).  A position whose game is over by the rules is swept at once.
    Raises `BadPosition` where the cells do not fit the rules' number of pits.

    The hash is a sum of one random word a stone, so that a sowing changes it by a number that is
    known beforehand.  It is kept for the pits alone, as either side sees them when it is to move.
    """

    if not cython.compiled:
        endgames: Any = None
        board: Any = None
        boards: Any = None
        all_views: Any = None

    def __init__(self, stones: list[int], side: int, rules: Any, pie: int = NO_PIE):
        self.pits = rules.pits
        self.cells = 2 * rules.pits + 2
        if cython.compiled:
            self.reserve(1)
            memset(self.board, 0, 2 * FRAME)
        else:
            self.boards = []
            self.board = zeros(FRAME)
            self.scratch = zeros(FRAME)
            self.all_views = []
            self.views = zeros(2)
        self.sowings = sowing_table(self.pits)
        if len(stones) != self.cells:
            raise BadPosition(f"A board of {self.pits} pits has {self.cells} cells in all.")
        if min(stones) < 0 or sum(stones) > 9999:
            raise BadPosition("A cell holds no less than 0 stones and the board at most 9999.")
        self.rules = rules
        self.side = side
        self.empty_capture = rules.capture == "empty"
        self.ends_for_either = rules.end == "standard"
        for cell, count in enumerate(stones):
            self.board[cell] = count
        self.total = sum(stones)
        self.most_known = -1
        self.board[_PIE] = pie
        for view in range(2):
            self.views[view] = self.view_from_scratch(view)
        self.finish()
        if self.is_over():
            self.board[_PIE] = NO_PIE
        self.rehash()

    if cython.compiled:

        def __dealloc__(self):
            free(self.boards)
            free(self.all_views)

    # -- rules ---------------------------------------------------------------------------------

    def generate(self, moves):
        first: cython.int = self.side * (self.pits + 1)
        pit: cython.int
        count: cython.int = 0
        for pit in range(self.pits):
            # An empty pit's number is overwritten by the next one's: no branch to guess.
            moves[count] = pit + 1
            count += self.board[first + pit] > 0
        if self.board[_PIE] == _MAY_SWAP:
            moves[count] = _SWAP
            count += 1
        return count

    def has_stones(self, side):
        """Return whether *side* has a stone in its pits."""
        first: cython.int = side * (self.pits + 1)
        if cython.compiled:
            # The compiler unrolls the loop for the usual board.
            if self.pits == 6:
                return _any_stones(self.board + first, 6)
            return _any_stones(self.board + first, self.pits)
        return any(self.board[first : first + self.pits])

    def sweep(self, side):
        """Carry the stones in *side*'s pits to its kalah."""
        first: cython.int = side * (self.pits + 1)
        pit: cython.int
        for pit in range(self.pits):
            if self.board[first + pit]:
                self.board[first + self.pits] += self.board[first + pit]
                self.take(side, pit)

    def take(self, side, pit):
        """Empty *side*'s *pit*, counted from 0, and keep the hashes of the pits."""
        cell: cython.int = side * (self.pits + 1) + pit
        stones: cython.ulonglong = self.board[cell]
        self.views[side] = (self.views[side] - stones * self.sowings.own_key[pit]) & M64
        self.views[1 - side] = (self.views[1 - side] - stones * self.sowings.other_key[pit]) & M64
        self.board[cell] = 0

    def finish(self):
        """Sweep the board if the game is over for the side that is to move now."""
        if not self.has_stones(self.side) or (
            self.ends_for_either and not self.has_stones(1 - self.side)
        ):
            self.sweep(0)
            self.sweep(1)

    def rehash(self):
        """Make `hash` of the hash of the pits, the kalahs and the side to move."""
        own: cython.ulonglong = self.board[self.side * (self.pits + 1) + self.pits]
        other: cython.ulonglong = self.board[(1 - self.side) * (self.pits + 1) + self.pits]
        side: cython.ulonglong = self.side
        pie: cython.ulonglong = self.board[_PIE]
        self.hash = (
            self.views[self.side]
            + own * _OWN_KALAH_KEY
            + other * _OTHER_KALAH_KEY
            + side * _SIDE_KEY
            + pie * _PIE_KEY
        ) & M64

    def landing(self, move):
        """Return the cell in which the last stone of *move* lands."""
        return _landing(self.board, self.sowings.last, self.pits, self.side, move)

    def push(self, move):
        side: cython.int = self.side
        first: cython.int = side * (self.pits + 1)
        kalah: cython.int = first + self.pits
        pit: cython.int = move - 1
        self.board[_SIDE] = side
        self.note(move)
        if cython.compiled:
            cells: cython.pointer(cython.ushort) = self.board
            views: cython.pointer(cython.ulonglong) = self.views
            self.board = cells + FRAME
            self.views = views + 2
        else:
            cells = self.board
            views = self.views
            self.boards.append(cells)
            self.all_views.append(views)
            self.board = zeros(FRAME)
            self.views = zeros(2)
        if move == _SWAP:
            self.turn_round(cells, views)
            return 0
        stones: cython.int = cells[first + pit]
        if stones >= self.sowings.around:
            stones = self.sow_around(cells, views, pit)
            cells = self.board
            views = self.views
        row: cython.int = sowing_row(self.pits, side, pit, stones)
        if cython.compiled:
            lanes: cython.pointer(cython.ushort) = self.sowings.lanes + row * FRAME
            if self.cells <= SMALL_FRAME:
                add_small(self.board, cells, lanes)
                self.board[_PIE] = cells[_PIE]
            else:
                add_frame(self.board, cells, lanes)
        else:
            lanes = self.sowings.lanes[row * FRAME : (row + 1) * FRAME]
            self.board = [(cell + lane) & 0xFFFF for cell, lane in zip(cells, lanes, strict=True)]
        taken: cython.ulonglong = stones
        own: cython.ulonglong = self.sowings.own_keys[row] - taken * self.sowings.own_key[pit]
        other: cython.ulonglong = self.sowings.other_keys[row] - taken * self.sowings.other_key[pit]
        self.views[side] = (views[side] + own) & M64
        self.views[1 - side] = (views[1 - side] + other) & M64
        last: cython.int = self.sowings.last[row]
        if last != kalah:
            if first <= last < kalah and self.board[last] == 1:
                self.capture(last - first)
            self.side = 1 - side
        self.finish()
        if self.board[_PIE]:
            self.follow_pie(side)
        self.rehash()
        return 0

    def follow_pie(self, mover):
        """Say how far the pie rule has come after a sowing of *mover*."""
        if self.board[_PIE] == _MAY_SWAP or self.result() != ONGOING:
            self.board[_PIE] = 0
        elif self.side != mover:
            self.board[_PIE] = _MAY_SWAP

    def turn_round(self, cells, views):
        """Let the board be *cells* with what the sides have got exchanged; the other one moves."""
        half: cython.int = self.pits + 1
        cell: cython.int
        for cell in range(half):
            self.board[cell] = cells[half + cell]
            self.board[half + cell] = cells[cell]
        self.views[0] = views[1]
        self.views[1] = views[0]
        self.board[_PIE] = 0
        self.side = 1 - self.side
        self.rehash()

    def sow_around(self, cells, views, pit):
        """Sow as often all round as the stones in *pit* of *cells* allow; return how many are left.

        They stay in the pit, as the rest of the sowing finds them.
        """
        first: cython.int = self.side * (self.pits + 1)
        skipped: cython.int = (2 - self.side) * (self.pits + 1) - 1
        stones: cython.int = cells[first + pit]
        rounds: cython.int = stones // self.sowings.around
        times: cython.ulonglong = rounds
        sown: cython.ulonglong = times * self.sowings.around
        cell: cython.int
        for cell in range(self.cells):
            self.board[cell] = cells[cell] if cell == skipped else cells[cell] + rounds
        left: cython.int = stones - rounds * self.sowings.around
        self.board[first + pit] = rounds + left
        self.board[_PIE] = cells[_PIE]
        own: cython.ulonglong = times * self.sowings.own_around - sown * self.sowings.own_key[pit]
        other: cython.ulonglong = (
            times * self.sowings.other_around - sown * self.sowings.other_key[pit]
        )
        self.views[self.side] = (views[self.side] + own) & M64
        self.views[1 - self.side] = (views[1 - self.side] + other) & M64
        return left

    def capture(self, pit):
        """Take the one stone in the mover's *pit*, from 0, with those opposite, if it may."""
        first: cython.int = self.side * (self.pits + 1)
        opposite: cython.int = 2 * self.pits - first - pit
        if self.empty_capture or self.board[opposite]:
            self.board[first + self.pits] += self.board[opposite] + 1
            self.take(self.side, pit)
            self.take(1 - self.side, self.pits - 1 - pit)

    def pop(self):
        self.ply -= 1
        self.hash = self.hashes[self.ply]
        if cython.compiled:
            self.board -= FRAME
            self.views -= 2
        else:
            self.board = self.boards.pop()
            self.views = self.all_views.pop()
        self.side = self.board[_SIDE]
        return 0

    def result(self):
        south: cython.int = self.board[self.pits]
        north: cython.int = self.board[self.cells - 1]
        if south + north != self.total:
            return ONGOING
        return north - south if self.side else south - north

    # -- what a search asks besides --------------------------------------------------------------

    def worth(self, score, ply):
        """Return what a margin is worth: more stones are worth more, how soon they come nothing."""
        if score > 0:
            return DECIDED + 10 * min(score, _MOST_MARGIN)
        return 10 * max(score, -_MOST_MARGIN) - DECIDED if score < 0 else 0

    def settled(self, alpha, beta):
        """Return a bound from the stones in the kalahs, which never leave them, or the value.

        The value is known where few enough stones are in play for the endgames.
        """
        if self.board[_PIE]:
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

    def finite(self):
        # Each move brings stones nearer to a kalah, and none ever leaves one.
        return True

    # While sides may still be swapped, what is in the kalahs is nobody's for sure, and the endgames
    # know nothing of it: then nothing is banked, and the whole position is its essence.

    def banked(self):
        if self.board[_PIE]:
            return 0
        first: cython.int = self.side * (self.pits + 1)
        return self.board[first + self.pits] - self.board[2 * self.pits + 1 - first]

    def essence(self):
        return self.hash if self.board[_PIE] else self.views[self.side]

    def find_bounds(self):
        """Find the bounds from the stones that lie in the kalahs, or the value from endgames."""
        first: cython.int = self.side * (self.pits + 1)
        own: cython.int = self.board[first + self.pits]
        other: cython.int = self.board[2 * self.pits + 1 - first]
        left: cython.int = self.total - own - other
        if self.board[_PIE]:
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
        if self.board[_PIE]:
            return Position.survey(self, survey)
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
        place: cython.int = survey.add(pit + 1)
        lane: cython.int
        if stones >= self.sowings.around:
            self.push(pit + 1)
            survey.keys[place] = self.views[self.side]
            self.put_down(survey, place, self.board, side, self.side == side)
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
            if first <= cell < kalah and child[cell] == 1:
                taken = child[2 * self.pits - cell]
                if taken or self.empty_capture:
                    child[kalah] += child[2 * self.pits - cell] + 1
                    child[2 * self.pits - cell] = 0
                    child[cell] = 0
                    key -= self.sowings.other_key[cell - first]
                    key -= taken * self.sowings.own_key[self.pits - 1 - cell + first]
        survey.keys[place] = key & M64
        self.put_down(survey, place, child, side, again)
        return 0

    def put_down(self, survey, place, child, side, again):
        """Fill in what *survey* wants to know of the position with the cells *child*."""
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
                _GAIN_MERIT * (child[kalah] - self.board[kalah])
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
        if not (own if again else left - own) or (
            self.ends_for_either and not (left - own if again else own)
        ):
            survey.least[place] = survey.most[place] = banked + 2 * own - left
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
        if endgames is not None and endgames.rules_key != rules_key_of(self.rules):
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
        pie: cython.int = self.board[_PIE]
        if 2 * own > self.total and not pie:
            return self.worth(2 * own - self.total, 0)
        if 2 * other > self.total and not pie:
            return self.worth(self.total - 2 * other, 0)
        value: cython.int = 100 * (own - other) + self.judge_pits(self.board, self.side)
        if pie == _MAY_SWAP:
            value = max(value, -value)
        return max(-_MOST_ESTIMATED, min(_MOST_ESTIMATED, value))

    def reserve(self, plies):
        if plies <= self.capacity:
            return 0
        before: cython.int = self.capacity
        Position.reserve(self, plies)
        if cython.compiled:
            boards = cython.cast(
                cython.pointer(cython.ushort),
                realloc(self.boards, FRAME * (self.capacity + 1) * cython.sizeof(cython.ushort)),
            )
            if boards:
                self.boards = boards
                self.board = boards + FRAME * self.ply
            views = cython.cast(
                cython.pointer(cython.ulonglong),
                realloc(self.all_views, 2 * (self.capacity + 1) * cython.sizeof(cython.ulonglong)),
            )
            if views:
                self.all_views = views
                self.views = views + 2 * self.ply
            if not boards or not views:
                self.capacity = before
                raise MemoryError
        return 0

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

    def hash_from_scratch(self) -> int:
        own, other = self.in_kalah(self.side), self.in_kalah(1 - self.side)
        key: cython.ulonglong = self.view_from_scratch(self.side)
        key += cython.cast(cython.ulonglong, own) * _OWN_KALAH_KEY
        key += cython.cast(cython.ulonglong, other) * _OTHER_KALAH_KEY
        if self.side:
            key += _SIDE_KEY
        key += cython.cast(cython.ulonglong, self.pie()) * _PIE_KEY
        return key & M64

    def view_from_scratch(self, view):
        """Return the hash of the pits as the side *view* sees them."""
        own: cython.int = view * (self.pits + 1)
        other: cython.int = (1 - view) * (self.pits + 1)
        key: cython.ulonglong = 0
        pit: cython.int
        stones: cython.ulonglong
        for pit in range(self.pits):
            stones = self.board[own + pit]
            key += stones * self.sowings.own_key[pit]
            stones = self.board[other + pit]
            key += stones * self.sowings.other_key[pit]
        return key & M64

    # -- what evaluations and views ask --------------------------------------------------------

    def stones(self) -> list[int]:
        """Return the contents of all cells, in the order of the module's description."""
        cell: cython.int
        return [self.board[cell] for cell in range(self.cells)]

    def pie(self) -> int:
        """Return how far the pie rule has come: `NO_PIE`, `FIRST_TURN` or `MAY_SWAP`."""
        return self.board[_PIE]

    def in_kalah(self, side: int) -> int:
        """Return the stones in *side*'s kalah."""
        return self.board[side * (self.pits + 1) + self.pits]

    def in_pits(self, side: int) -> int:
        """Return the stones in *side*'s pits."""
        first: cython.int = side * (self.pits + 1)
        pit: cython.int
        return sum([self.board[first + pit] for pit in range(self.pits)])

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

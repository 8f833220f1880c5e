# cython: language_level=3, cdivision=True
"""The board of Kalah and its moves, on any board from 1 to 12 pits a side.

Cells are numbered in sowing order: with n pits, 0 to n - 1 are South's pits from the far one to
the one next to its kalah, n is South's kalah, n + 1 to 2n are North's pits in its own sowing
order, and 2n + 1 is North's kalah.  A move is the number of a pit, 1 to n, in its side's sowing
order.  Stones left at the end are swept into the kalahs by the move that ends the game.

Under the pie rule the side that does not begin may once make the move `SWAP` instead of its first
sowing: it takes over the other side's stones.  The sides keep their places, so the board is rotated
by half a turn, and the side that began is to move.
"""

from operator import index as as_index
from typing import Any

import cython

from kalahloa.models.games.kalah import notation as notation
from kalahloa.models.games.kalah.rules import MAX_PITS, KalahRules
from kalahloa.models.text.errors import BadPosition
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

if cython.compiled:
    from cython.cimports.kalahloa.models.game.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.games.kalah.sowing import (
        FRAME,
        SMALL_FRAME,
        add_frame,
        add_small,
        captures,
        is_end,
        receiver,
        sowing_row,
    )
    from cython.cimports.kalahloa.models.native.bits import M64
    from cython.cimports.kalahloa.models.native.checks import check, check_range
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memset
else:
    from kalahloa.models.game.solvable import SolvablePosition
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.games.kalah.sowing import (
        FRAME,
        SMALL_FRAME,
        captures,
        is_end,
        receiver,
        sowing_row,
    )
    from kalahloa.models.native.bits import M64, zeros
    from kalahloa.models.native.checks import check, check_range

    SIDE_CELL, PIE_CELL = 26, 27
    # The state of the pie rule: no swap possible (any more), first turn in progress, swap possible.
    NO_PIE, FIRST_TURN, MAY_SWAP = range(3)

from kalahloa.models.game.position import checked_side, either_side
from kalahloa.models.games.kalah.sowing import sowing_table
from kalahloa.models.native.checked import Int, whole

# `notation.SWAP` as a C constant.
_SWAP = cython.declare(cython.int, notation.SWAP)
# Hash keys: per stone in the mover's kalah, per stone in the other side's, for North to move, and
# for the state of the pie rule.
_OWN_KALAH_KEY = cython.declare(cython.ulonglong, 0xB5297A4D3F84D5B5)
_OTHER_KALAH_KEY = cython.declare(cython.ulonglong, 0x68E31DA4C6A8D24D)
_SIDE_KEY = cython.declare(cython.ulonglong, 0x1B56C4E9D1A5A7F3)
_PIE_KEY = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)


def _any_stones(cells, pits):
    """Return whether there is a stone in the first *pits* of *cells*."""
    pit: cython.int
    found: cython.int = 0
    # Checks all pits: a branch-free loop is faster than an early exit.
    for pit in range(pits):
        found |= cells[pit]
    return found != 0


class KalahBoard(SolvablePosition):
    """The stones of a position of Kalah, and the moves made since it was set up.

    *stones* holds the contents of the 2n + 2 cells in the order above, *side* is 0 for South, 1
    for North, *rules* a `KalahRules`.  *pie* is the state of the pie rule (`NO_PIE` where
    it is not in force).  If the game is over by the rules, the remaining stones are swept at once,
    as if the side that is not to move had made the last move.  Raises `BadPosition` if the number
    of cells does not match the rules.

    The hash is a sum of one random key per stone, so the change that a sowing makes to it can be
    tabulated.  `views` holds the hash of the pits alone, from each side's point of view.
    """

    if not cython.compiled:
        board: Any = None
        boards: Any = None
        all_views: Any = None

    def __cinit__(self, stones: list[int], side: Int, rules: Any, pie: Int = NO_PIE):
        if not isinstance(rules, KalahRules):
            raise TypeError("The rules of Kalah are KalahRules.")
        cells = [as_index(count) for count in stones]
        self.pits = whole(rules.pits, 1, MAX_PITS, "number of pits a side")
        self.cells = 2 * self.pits + 2
        if cython.compiled:
            self.reserve(1)
            memset(self.board, 0, 2 * FRAME)
        else:
            self.boards = []
            self.board = zeros(FRAME)
            self.all_views = []
            self.views = zeros(2)
        self.sowings = sowing_table(self.pits)
        if len(cells) != self.cells:
            raise BadPosition(
                QT_TRANSLATE_NOOP(
                    "Models", "A board of {pits} pits has {cells} cells in all."
                ).format(pits=self.pits, cells=self.cells)
            )
        if min(cells) < 0 or sum(cells) > 9999:
            raise BadPosition(
                QT_TRANSLATE_NOOP(
                    "Models",
                    "A cell cannot hold fewer than 0 stones, nor the board more than 9999.",
                )
            )
        self.rules = rules
        self.side = checked_side(side)
        self.empty_capture = rules.capture == "empty"
        self.ends_for_either = rules.end == "standard"
        self.last_mover_takes = rules.remaining == "last-mover"
        for cell, count in enumerate(cells):
            self.board[cell] = count
        self.total = sum(cells)
        self.board[PIE_CELL] = whole(pie, NO_PIE, MAY_SWAP, "state of the pie rule")
        for view in range(2):
            self.views[view] = self.view_from_scratch(view)
        if self.has_ended():
            self.finish(1 - self.side)
        if self.is_over():
            self.board[PIE_CELL] = NO_PIE
        self.rehash()

    if cython.compiled:

        def __dealloc__(self):
            free(self.boards)
            free(self.all_views)

    # -- rules ---------------------------------------------------------------------------------

    # Final methods are called directly instead of through the vtable, which makes searches a few
    # per cent faster.

    def generate(self, moves):
        first: cython.int = self.side * (self.pits + 1)
        pit: cython.int
        count: cython.int = 0
        for pit in range(self.pits):
            # Branch-free: the number of an empty pit is overwritten by the next one.
            moves[count] = pit + 1
            count += self.board[first + pit] > 0
        if self.board[PIE_CELL] == MAY_SWAP:
            moves[count] = _SWAP
            count += 1
        return count

    def obeys_rules(self, move):
        if move == _SWAP:
            return self.board[PIE_CELL] == MAY_SWAP
        return 1 <= move <= self.pits and self.board[self.side * (self.pits + 1) + move - 1] > 0

    @cython.final
    def has_stones(self, side):
        """Return whether *side* has a stone in its pits."""
        first: cython.int = side * (self.pits + 1)
        if cython.compiled:
            # The compiler unrolls the loop for the usual board.
            if self.pits == 6:
                return _any_stones(self.board + first, 6)
            return _any_stones(self.board + first, self.pits)
        return any(self.board[first : first + self.pits])

    @cython.final
    def sweep(self, side, to):
        """Move the stones in *side*'s pits to the kalah of the side *to*."""
        first: cython.int = side * (self.pits + 1)
        kalah: cython.int = to * (self.pits + 1) + self.pits
        pit: cython.int
        for pit in range(self.pits):
            if self.board[first + pit]:
                self.board[kalah] += self.board[first + pit]
                self.take(side, pit)

    @cython.final
    def take(self, side, pit):
        """Empty *side*'s *pit*, counted from 0, and update the hashes of the pits."""
        cell: cython.int = side * (self.pits + 1) + pit
        stones: cython.ulonglong = self.board[cell]
        self.views[side] = (self.views[side] - stones * self.sowings.own_key[pit]) & M64
        self.views[1 - side] = (self.views[1 - side] - stones * self.sowings.other_key[pit]) & M64
        self.board[cell] = 0

    @cython.final
    def has_ended(self):
        """Return whether the game is over before the stones that remain are swept up."""
        return is_end(
            self.has_stones(self.side),
            # The other side's pits are checked only if they matter: this runs after every move.
            not self.ends_for_either or self.has_stones(1 - self.side),
            self.ends_for_either,
        )

    @cython.final
    def finish(self, mover):
        """Carry the stones that remain, after the last move by *mover*, to the kalahs."""
        self.sweep(0, receiver(0, mover, self.last_mover_takes))
        self.sweep(1, receiver(1, mover, self.last_mover_takes))

    @cython.final
    def rehash(self):
        """Set `hash` from the hash of the pits, the kalahs and the side to move."""
        own: cython.ulonglong = self.board[self.side * (self.pits + 1) + self.pits]
        other: cython.ulonglong = self.board[(1 - self.side) * (self.pits + 1) + self.pits]
        side: cython.ulonglong = self.side
        pie: cython.ulonglong = self.board[PIE_CELL]
        self.hash = (
            self.views[self.side]
            + own * _OWN_KALAH_KEY
            + other * _OTHER_KALAH_KEY
            + side * _SIDE_KEY
            + pie * _PIE_KEY
        ) & M64

    def push(self, move):
        side: cython.int = self.side
        first: cython.int = side * (self.pits + 1)
        kalah: cython.int = first + self.pits
        pit: cython.int = move - 1
        self.board[SIDE_CELL] = side
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
                self.board[PIE_CELL] = cells[PIE_CELL]
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
            if first <= last < kalah and captures(
                self.board[last], self.board[2 * self.pits - last], self.empty_capture
            ):
                self.capture(last - first)
            self.side = 1 - side
        # Mostly one look at the mover's pits is enough: this comes after every move.
        if (self.ends_for_either or not self.has_stones(self.side)) and self.has_ended():
            self.finish(side)
        if self.board[PIE_CELL]:
            self.follow_pie(side)
        self.rehash()
        return 0

    @cython.final
    def follow_pie(self, mover):
        """Update the state of the pie rule after a sowing by *mover*."""
        if self.board[PIE_CELL] == MAY_SWAP or self.result() != ONGOING:
            self.board[PIE_CELL] = 0
        elif self.side != mover:
            self.board[PIE_CELL] = MAY_SWAP

    @cython.final
    def turn_round(self, cells, views):
        """Set the board to *cells* with the two sides exchanged, and pass the move."""
        half: cython.int = self.pits + 1
        cell: cython.int
        for cell in range(half):
            self.board[cell] = cells[half + cell]
            self.board[half + cell] = cells[cell]
        self.views[0] = views[1]
        self.views[1] = views[0]
        self.board[PIE_CELL] = 0
        self.side = 1 - self.side
        self.rehash()

    @cython.final
    def sow_around(self, cells, views, pit):
        """Sow all complete rounds of the stones in *pit* of *cells*; return how many stones remain.

        The remaining stones are left in the pit, for the caller to sow.
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
        self.board[PIE_CELL] = cells[PIE_CELL]
        own: cython.ulonglong = times * self.sowings.own_around - sown * self.sowings.own_key[pit]
        other: cython.ulonglong = (
            times * self.sowings.other_around - sown * self.sowings.other_key[pit]
        )
        self.views[self.side] = (views[self.side] + own) & M64
        self.views[1 - self.side] = (views[1 - self.side] + other) & M64
        return left

    @cython.final
    def capture(self, pit):
        """Move the last stone, in the mover's *pit* (from 0), and those opposite to its kalah."""
        first: cython.int = self.side * (self.pits + 1)
        opposite: cython.int = 2 * self.pits - first - pit
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
        self.side = self.board[SIDE_CELL]
        return 0

    def result(self):
        south: cython.int = self.board[self.pits]
        north: cython.int = self.board[self.cells - 1]
        if south + north != self.total:
            return ONGOING
        return north - south if self.side else south - north

    def reserve(self, plies):
        if plies <= self.capacity:
            return 0
        before: cython.int = self.capacity
        SolvablePosition.reserve(self, plies)
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

    def hash_from_scratch(self) -> int:
        own, other = self.in_kalah(self.side), self.in_kalah(1 - self.side)
        key: cython.ulonglong = self.view_from_scratch(self.side)
        key += cython.cast(cython.ulonglong, own) * _OWN_KALAH_KEY
        key += cython.cast(cython.ulonglong, other) * _OTHER_KALAH_KEY
        if self.side:
            key += _SIDE_KEY
        key += cython.cast(cython.ulonglong, self.pie()) * _PIE_KEY
        return key & M64

    @cython.final
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

    def check_invariants(self):
        cell: cython.int
        sum: cython.int = 0
        view: cython.int
        for cell in range(self.cells):
            sum += self.board[cell]
        check_range(sum, self.total, self.total, b"the number of stones")
        check_range(self.board[PIE_CELL], NO_PIE, MAY_SWAP, b"the state of the pie rule")
        for view in range(2):
            check(self.views[view] == self.view_from_scratch(view), b"view is that from scratch")
        if cython.compiled:
            check(self.board == self.boards + FRAME * self.ply, b"board is the stack's last")
            check(self.views == self.all_views + 2 * self.ply, b"views are the stack's last")
        return SolvablePosition.check_invariants(self)

    # -- queries -------------------------------------------------------------------------------

    def stones(self) -> list[int]:
        """Return the contents of all cells, in the order of the module's description."""
        cell: cython.int
        return [self.board[cell] for cell in range(self.cells)]

    def pie(self) -> int:
        """Return the state of the pie rule: `NO_PIE`, `FIRST_TURN` or `MAY_SWAP`."""
        return self.board[PIE_CELL]

    def in_kalah(self, side: Int) -> int:
        """Return the stones in *side*'s kalah."""
        return self.board[either_side(side) * (self.pits + 1) + self.pits]

    def in_pits(self, side: Int) -> int:
        """Return the stones in *side*'s pits."""
        first: cython.int = either_side(side) * (self.pits + 1)
        pit: cython.int
        return sum([self.board[first + pit] for pit in range(self.pits)])

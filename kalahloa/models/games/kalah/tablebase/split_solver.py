# cython: language_level=3, cdivision=True
"""Solves the positions of the tablebase with given numbers of stones on the two sides (a split).

A sowing that leaves the mover's pits drops a stone in its kalah.  So a move keeps the number of
stones in play only if it stays within the mover's pits; it then lowers their rank, and the opponent
is to move.  Let x be the rank of a side with a stones, and y that of one with b <= a stones.  Among
the positions with the same number of stones in play, (x to move against y) depends only on (y
against x') with x' < x, and (y against x) only on (x against y') with y' < y.  Positions are solved
in ascending order of x and then of y, (x against y) before (y against x), so that all values needed
are known.  If a = b, each pair is solved once, in the row of the larger rank, and (x against x)
before all (y against x).

Retrograde analysis usually works backwards from the final positions; this order allows forward
moves.  The inner loops run over all y for one x: a *link* gives the y' that a move of either side
leads to from y, and one list of links serves all x.  Moves round the board are played out.
"""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.games.kalah.sowing import (
        captures,
        final_margin,
        is_end,
        next_cell,
    )
    from cython.cimports.kalahloa.models.games.kalah.tablebase.links import (
        ACROSS,
        AGAIN,
        CAPTURE,
        FALL,
        GET,
        LOSE,
        ROUND,
        WITHIN,
        Links,
    )
    from cython.cimports.kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
    from cython.cimports.libc.stdlib import free, malloc
else:
    from kalahloa.models.games.kalah.sowing import captures, final_margin, is_end, next_cell
    from kalahloa.models.games.kalah.tablebase.links import (
        ACROSS,
        AGAIN,
        CAPTURE,
        FALL,
        GET,
        LOSE,
        ROUND,
        WITHIN,
        Links,
    )
    from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
    from kalahloa.models.native.bits import zeros

# The approximate number of positions per slice; a slice takes a few milliseconds.
_SLICE = cython.declare(cython.int, 200000)
# Less than any margin.
_NOTHING = cython.declare(cython.int, -127)


class SplitSolver:
    """Solves the positions with *larger* stones on one side and *smaller* on the other, in slices.

    If *checking* is true, the margins are compared with those in *table* instead of written, and
    `wrong` counts the differences.
    """

    if not cython.compiled:
        best: Any = ()

    def __init__(self, table: Tablebase, links: Links, larger: int, smaller: int, checking: bool):
        self.table = table
        self.links = links
        self.empty_capture = table.rules.capture == "empty"
        self.ends_for_either = table.rules.end == "standard"
        self.last_mover_takes = table.rules.remaining == "last-mover"
        self.checking = checking
        self.larger = larger
        self.smaller = smaller
        self.rows = self.table.counts[larger]
        self.row = 0
        self.wrong = 0
        if cython.compiled:
            free(self.best)
            self.best = cython.cast(
                cython.p_int, malloc(self.table.counts[smaller] * cython.sizeof(cython.int))
            )
            if not self.best:
                raise MemoryError
        else:
            self.pits, self.own, self.other = zeros(12), zeros(12), zeros(12)
            self.best = zeros(self.table.counts[smaller])
        self.pits[self.table.pits - 1] = larger

    if cython.compiled:

        def __dealloc__(self):
            free(self.best)

    def solve(self) -> int:
        """Solve the next slice; return its number of positions, 0 at the end."""
        columns: cython.int = self.table.counts[self.smaller]
        count: cython.int = min(self.rows - self.row, 1 + _SLICE // columns)
        first: cython.ulonglong = self.row
        if not count:
            return 0
        with cython.nogil:
            self.solve_rows(count)
        last: cython.ulonglong = self.row
        if self.larger == self.smaller:
            return last * last - first * first
        return 2 * (last - first) * columns

    def solve_rows(self, count):
        columns: cython.int = self.table.counts[self.smaller]
        _index: cython.int
        for _index in range(count):
            if self.larger == self.smaller:
                self.larger_moves(0, self.row)
                self.larger_moves(self.row, self.row + 1)
                self.smaller_moves(0, self.row)
            else:
                self.larger_moves(0, columns)
                self.smaller_moves(0, columns)
            self.row += 1
            self.table.advance(self.pits)

    # -- moves of both sides ---------------------------------------------------------------------

    def larger_moves(self, low, high):
        """Solve the positions with the larger side to move against ranks *low* to *high* - 1."""
        rank: cython.int
        pit: cython.int
        place: cython.ulonglong
        if is_end(self.larger, self.smaller, self.ends_for_either):
            self.best[0] = final_margin(self.larger, self.smaller, 1, self.last_mover_takes)
        else:
            for rank in range(low, high):
                self.best[rank] = _NOTHING
            for pit in range(self.table.pits):
                if self.pits[pit]:
                    self.sow_larger(pit, low, high)
        place = self.row
        place = self.base(self.larger, self.smaller) + place * self.table.counts[self.smaller]
        for rank in range(low, high):
            self.note(place + rank, self.best[rank])

    def sow_larger(self, pit, low, high):
        """Sow *pit* of the larger side against ranks *low* to *high* - 1, and update `best`."""
        pits: cython.int = self.table.pits
        larger: cython.int = self.larger
        smaller: cython.int = self.smaller
        last: cython.int = pit + self.pits[pit]
        over: cython.int = last - pits
        opposite: cython.int
        rank: cython.int
        taken: cython.int
        width: cython.int
        cell: cython.int
        if over > pits:
            for rank in range(low, high):
                for cell in range(pits):
                    self.own[cell] = self.pits[cell]
                self.take_smaller(self.other, rank)
                self.best[rank] = max(self.best[rank], self.value_round(pit))
            return 0
        for cell in range(pits):
            self.own[cell] = self.pits[cell] + (pit < cell <= last)
        self.own[pit] = 0
        if over < 0:
            if self.pits[last]:
                width = self.table.counts[larger]
                rank = self.table.rank(self.own)
                self.follow(GET, low, high, self.base(smaller, larger) + rank, width, 0, -1)
                return 0
            opposite = LOSE + (pits - 1 - last) * (self.links.half + 1)
            if not captures(1, 0, self.empty_capture):
                width = self.table.counts[larger]
                rank = self.table.rank(self.own)
                self.follow(opposite, low, high, self.base(smaller, larger) + rank, width, 0, -1)
            self.own[last] = 0
            width = self.table.counts[larger - 1]
            rank = self.table.rank(self.own)
            for taken in range(0 if captures(1, 0, self.empty_capture) else 1, smaller + 1):
                self.follow(
                    opposite + taken,
                    low,
                    high,
                    self.base(smaller - taken, larger - 1) + rank,
                    width,
                    1 + taken,
                    -1,
                )
        elif over == 0:
            width = self.table.counts[smaller]
            place: cython.ulonglong = self.table.rank(self.own)
            place = self.base(larger - 1, smaller) + place * width
            self.follow(GET, low, high, place, 1, 1, self.again_sign(larger - 1, smaller))
        else:
            width = self.table.counts[larger - 1 - over]
            rank = self.table.rank(self.own)
            self.follow(
                GET + over,
                low,
                high,
                self.base(smaller + over, larger - 1 - over) + rank,
                width,
                1,
                -1,
            )
        return 0

    def smaller_moves(self, low, high):
        """Solve the positions with the smaller side to move, of ranks *low* to *high* - 1."""
        rank: cython.int
        place: cython.ulonglong = self.row
        width: cython.ulonglong = self.table.counts[self.larger]
        if is_end(self.smaller, self.larger, self.ends_for_either):
            self.best[0] = final_margin(self.smaller, self.larger, 1, self.last_mover_takes)
        else:
            for rank in range(low, high):
                self.best[rank] = _NOTHING
            self.sow_smaller(low, high)
        place += self.base(self.smaller, self.larger) + low * width
        for rank in range(low, high):
            self.note(place, self.best[rank])
            place += width

    def sow_smaller(self, low, high):
        """Make all moves of the smaller side of ranks *low* to *high* - 1, and update `best`."""
        pits: cython.int = self.table.pits
        larger: cython.int = self.larger
        smaller: cython.int = self.smaller
        same: cython.ulonglong = self.row
        place: cython.ulonglong
        taken: cython.int
        over: cython.int
        cell: cython.int
        index: cython.int
        start: cython.int
        rank: cython.int
        same = self.base(larger, smaller) + same * self.table.counts[smaller]
        self.follow(WITHIN, low, high, same, 1, 0, -1)
        place = self.row
        place += self.base(smaller - 1, larger)
        self.follow(
            AGAIN,
            low,
            high,
            place,
            self.table.counts[larger],
            1,
            self.again_sign(smaller - 1, larger),
        )
        for cell in range(pits):
            self.own[cell] = self.pits[cell]
        for over in range(1, min(pits, smaller - 1) + 1):
            self.own[over - 1] += 1
            place = self.table.rank(self.own)
            place = place * self.table.counts[smaller - 1 - over]
            place += self.base(larger + over, smaller - 1 - over)
            self.follow(ACROSS + over, low, high, place, 1, 1, -1)
        for cell in range(pits):
            self.own[cell] = self.pits[cell]
        for cell in range(1, pits):
            taken = self.pits[pits - 1 - cell]
            if not captures(1, taken, self.empty_capture):
                self.follow(FALL + cell, low, high, same, 1, 0, -1)
                continue
            self.own[pits - 1 - cell] = 0
            place = self.table.rank(self.own)
            place = place * self.table.counts[smaller - 1]
            place += self.base(larger - taken, smaller - 1)
            self.follow(CAPTURE + cell, low, high, place, 1, 1 + taken, -1)
            self.own[pits - 1 - cell] = taken
        start = self.links.starts[smaller * self.links.kinds + ROUND]
        for index in range(start + self.seek(ROUND, low), start + self.seek(ROUND, high)):
            rank = self.links.links[2 * index]
            self.take_smaller(self.own, rank)
            for cell in range(pits):
                self.other[cell] = self.pits[cell]
            self.best[rank] = max(
                self.best[rank], self.value_round(self.links.links[2 * index + 1])
            )

    # -- positions and lists ---------------------------------------------------------------------

    def note(self, place, value):
        """Write the margin *value* at index *place*, or compare it if `checking`."""
        if not self.checking:
            self.table.data[place] = value
        elif self.table.data[place] != value:
            self.wrong += 1

    def again_sign(self, own, other):
        """Return the sign of the stored margin after an extra turn, 1 or -1.

        *own* and *other* are the stones of the mover and the opponent after the move.  The table
        assumes that the side not to move made the last move.  After an extra turn this is wrong,
        which matters if the game is over and the last mover gets the remaining stones.
        """
        if self.last_mover_takes and is_end(own, other, self.ends_for_either):
            return -1
        return 1

    def base(self, mover, other):
        """Return the index of the first position with *mover* stones against *other* stones."""
        return self.table.bases[mover * (self.table.stones + 1) + other]

    def follow(self, kind, low, high, origin, stride, gain, sign):
        """Update `best` by the moves in the list of *kind*, for ranks *low* to *high* - 1.

        The value of a link to y' is *gain* + *sign* * the margin at *origin* + y' * *stride*.
        """
        start: cython.int = self.links.starts[self.smaller * self.links.kinds + kind]
        first: cython.int = start + self.seek(kind, low)
        last: cython.int = start + self.seek(kind, high)
        index: cython.Py_ssize_t
        rank: cython.int
        value: cython.int
        step: cython.Py_ssize_t = stride
        # Not read anew for each link, as they would be after each write to `best`.
        links: cython.p_int = self.links.links
        best: cython.p_int = self.best
        if cython.compiled:
            data: cython.p_schar = self.table.data + origin
        else:
            data = self.table.data[origin:]
        for index in range(2 * first, 2 * last, 2):
            rank = links[index]
            value = gain + sign * data[links[index + 1] * step]
            best[rank] = max(best[rank], value)
        return 0

    def seek(self, kind, rank):
        """Return the number of links from ranks below *rank* in the list of *kind*."""
        slot: cython.int = self.smaller * self.links.kinds + kind
        start: cython.int = self.links.starts[slot]
        low: cython.int = 0
        high: cython.int = self.links.starts[slot + 1] - start
        middle: cython.int
        if rank == 0:
            return 0
        if rank == self.table.counts[self.smaller]:
            return high
        while low < high:
            middle = (low + high) >> 1
            if self.links.links[2 * (start + middle)] < rank:
                low = middle + 1
            else:
                high = middle
        return low

    def take_smaller(self, cells, rank):
        """Copy the smaller side's pits with *rank* to *cells*."""
        pits: cython.int = self.table.pits
        first: cython.int = self.links.first_cells[self.smaller] + rank * pits
        cell: cython.int
        for cell in range(pits):
            cells[cell] = self.links.cells[first + cell]

    def value_round(self, pit):
        """Return the margin after sowing *pit* of `own` against `other`; both are modified."""
        pits: cython.int = self.table.pits
        stones: cython.int = self.own[pit]
        gain: cython.int = 0
        cell: cython.int = pit
        self.own[pit] = 0
        while stones:
            cell = next_cell(pits, 0, cell)
            if cell < pits:
                self.own[cell] += 1
            elif cell == pits:
                gain += 1
            else:
                self.other[cell - pits - 1] += 1
            stones -= 1
        if cell == pits:
            return gain + self.table.margin(self.own, self.other)
        if cell < pits and captures(
            self.own[cell], self.other[pits - 1 - cell], self.empty_capture
        ):
            gain += 1 + self.other[pits - 1 - cell]
            self.own[cell] = 0
            self.other[pits - 1 - cell] = 0
        return gain - self.table.margin(self.other, self.own)

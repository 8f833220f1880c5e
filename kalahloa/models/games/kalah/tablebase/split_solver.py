# cython: language_level=3, cdivision=True
"""Solves the positions of the tablebase with given numbers of stones on the two sides (a split).

A stone that leaves its own side passes the kalah and leaves one stone there; so a move keeps the
number of stones in play only if it stays on its own side, where it lowers the rank of the mover's
pits and then lets the other side move.  Let x be a side with a stones and y one with b <= a: what
(x moves against y) needs of its own number is (y moves against x') with x' < x, and (y against x)
needs (x against y') with y' < y.  Positions are solved for x, and within it for y, in ascending
order, first (x against y) and then (y against x): all values needed are known by then.  If a = b,
every pair is solved once, at the larger of the two, and (x against x) before all (y against x).

Retrograde analysis usually works backwards from the end; this order allows forward moves.  The
inner loops run over all y for one x: a *link* gives the y' that a move of y, or of x, leads to from
y, and one list of links serves all x.  A move that goes round the board is played out.
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

# The approximate number of positions in a slice, which takes a few milliseconds.
_SLICE = cython.declare(cython.int, 200000)
# Worse than any margin.
_NOTHING = cython.declare(cython.int, -127)


class SplitSolver:
    """Solves the positions in which one side has *larger* stones and the other *smaller*.

    It works in slices.  With *checking* the positions are compared with the table instead.
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
        """Solve the next slice; return how many positions it had, 0 at the end."""
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

    # -- the two sides ---------------------------------------------------------------------------

    def larger_moves(self, low, high):
        """Solve the larger side's positions against the ranks from *low* to before *high*."""
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
        """Sow *pit* of the larger side against the ranks from *low* to before *high*."""
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
        """Solve the smaller side's positions, its rank from *low* to before *high*."""
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
        """Make all moves of the smaller side, its rank from *low* to before *high*."""
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

    # -- one position, one list ------------------------------------------------------------------

    def note(self, place, value):
        """Write the margin *value* at *place*, or compare it if `checking`."""
        if not self.checking:
            self.table.data[place] = value
        elif self.table.data[place] != value:
            self.wrong += 1

    def again_sign(self, own, other):
        """Return the sign with which the margin after an extra turn counts.

        The table assumes that the side not to move made the last move.  After an extra turn that
        is wrong, which matters if the game is over and the last mover gets the remaining stones.
        """
        if self.last_mover_takes and is_end(own, other, self.ends_for_either):
            return -1
        return 1

    def base(self, mover, other):
        """Return the index of the first position with *mover* and *other* stones on its sides."""
        return self.table.bases[mover * (self.table.stones + 1) + other]

    def follow(self, kind, low, high, origin, stride, gain, sign):
        """Raise `best` by the moves in the list of *kind*, for ranks from *low* to before *high*.

        A link to y' has the value *gain* + *sign* * the margin at *origin* + y' * *stride*.
        """
        start: cython.int = self.links.starts[self.smaller * self.links.kinds + kind]
        first: cython.int = start + self.seek(kind, low)
        last: cython.int = start + self.seek(kind, high)
        index: cython.int
        rank: cython.int
        value: cython.int
        step: cython.ulonglong = stride
        for index in range(first, last):
            rank = self.links.links[2 * index]
            value = gain + sign * self.table.data[origin + self.links.links[2 * index + 1] * step]
            self.best[rank] = max(self.best[rank], value)
        return 0

    def seek(self, kind, rank):
        """Return how many links in the list of *kind* are of ranks below *rank*."""
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
        """Copy the smaller side's pits with that *rank* to *cells*."""
        pits: cython.int = self.table.pits
        first: cython.int = self.links.first_cells[self.smaller] + rank * pits
        cell: cython.int
        for cell in range(pits):
            cells[cell] = self.links.cells[first + cell]

    def value_round(self, pit):
        """Return the value of sowing *pit* of `own` against `other`, which are both modified."""
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

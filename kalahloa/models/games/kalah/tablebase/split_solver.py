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

In the table the margins of (y to move against x) for one x and all y are far apart.  Where a > b
they are held side by side until the split is solved, as they are read again for later x.
"""

from typing import Any

import cython

from kalahloa.models.native.checked import Int, whole

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
    from kalahloa.models.native.creation import create

# The approximate number of positions per slice; a slice takes a few milliseconds.
_SLICE = cython.declare(cython.int, 200000)
# Less than any margin.
_NOTHING = cython.declare(cython.schar, -127)


class SplitSolver:
    """Solves the positions with *larger* stones on one side and *smaller* on the other, in slices.

    If *checking* is true, the margins are compared with those in *table* instead of written, and
    `wrong` counts the differences.
    """

    if not cython.compiled:
        best: Any = ()
        held: Any = None
        working = False

    def __cinit__(self, table: Tablebase, links: Links, larger: Int, smaller: Int, checking: bool):
        if links.table is not table:
            raise ValueError("The links are those of another table.")
        larger = whole(larger, 0, table.stones, "number of stones on the one side")
        smaller = whole(
            smaller, 0, min(larger, table.stones - larger), "number of stones on the other side"
        )
        if not checking and memoryview(table.memory).readonly:
            raise ValueError("The memory of the tablebase cannot be written to.")
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
        self.columns = self.table.counts[smaller]
        self.holds = larger > smaller
        positions: cython.size_t = self.rows
        positions *= self.columns
        if cython.compiled:
            self.best = cython.cast(cython.p_schar, malloc(self.columns))
            if self.holds:
                self.held = cython.cast(cython.p_schar, malloc(positions))
            if not self.best or (self.holds and not self.held):
                raise MemoryError
        else:
            self.pits, self.own = zeros(12), zeros(12)
            self.other, self.added = zeros(12), zeros(12)
            self.best = memoryview(bytearray(self.columns)).cast("b")
            self.held = memoryview(bytearray(positions if self.holds else 0)).cast("b")
        self.pits[self.table.pits - 1] = larger

    if cython.compiled:

        def __dealloc__(self):
            free(self.best)
            free(self.held)

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def solve(self) -> int:
        """Solve the next slice; return its number of positions, 0 at the end."""
        if self.working:
            raise ValueError("Another thread is solving these positions.")
        count: cython.int = min(self.rows - self.row, 1 + _SLICE // self.columns)
        first: cython.ulonglong = self.row
        if not count:
            return 0
        self.working = True
        with cython.nogil:
            self.solve_rows(count)
        self.working = False
        last: cython.ulonglong = self.row
        if not self.holds:
            return last * last - first * first
        return 2 * (last - first) * self.columns

    def solve_rows(self, count):
        first: cython.int = self.row
        _index: cython.int
        for _index in range(count):
            if self.holds:
                self.larger_moves(0, self.columns)
                self.smaller_moves(0, self.columns)
            else:
                self.larger_moves(0, self.row)
                self.larger_moves(self.row, self.row + 1)
                self.smaller_moves(0, self.row)
            self.row += 1
            self.table.advance(self.pits)
        if self.holds:
            self.note_held(first)

    def note_held(self, first):
        """Write the margins held of rows *first* to before `row`, or compare them if `checking`."""
        rank: cython.int
        place: cython.ulonglong = self.base(self.smaller, self.larger) + first
        start: cython.ulonglong = first
        count: cython.int = self.row - first
        for rank in range(self.columns):
            self.note(place, self.held_at(start * self.columns + rank), self.columns, count)
            place += self.rows

    # -- moves of both sides ---------------------------------------------------------------------

    def larger_moves(self, low, high):
        """Solve the positions with the larger side to move against ranks *low* to *high* - 1."""
        pit: cython.int
        place: cython.ulonglong
        if is_end(self.larger, self.smaller, self.ends_for_either):
            self.best[0] = final_margin(self.larger, self.smaller, 1, self.last_mover_takes)
        else:
            self.forget(low, high)
            for pit in range(self.table.pits):
                if self.pits[pit]:
                    self.sow_larger(pit, low, high)
        place = self.row
        place = self.base(self.larger, self.smaller) + place * self.columns
        self.note(place + low, self.best_from(low), 1, high - low)

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
        place: cython.ulonglong
        margins: cython.p_schar
        if over > pits:
            self.sow_round(pit, low, high)
            return 0
        for cell in range(pits):
            self.own[cell] = self.pits[cell] + (pit < cell <= last)
        self.own[pit] = 0
        if over < 0:
            place = self.table.rank(self.own)
            opposite = LOSE + (pits - 1 - last) * (self.links.half + 1)
            if self.holds:
                margins = self.held_at(place * self.columns)
                width = 1
            else:
                margins = self.margins_at(self.base(smaller, larger) + place)
                width = self.table.counts[larger]
            if self.pits[last]:
                self.follow(GET, low, high, margins, width, 0, -1)
                return 0
            if not captures(1, 0, self.empty_capture):
                self.follow(opposite, low, high, margins, width, 0, -1)
            self.own[last] = 0
            width = self.table.counts[larger - 1]
            rank = self.table.rank(self.own)
            for taken in range(0 if captures(1, 0, self.empty_capture) else 1, smaller + 1):
                self.follow(
                    opposite + taken,
                    low,
                    high,
                    self.margins_at(self.base(smaller - taken, larger - 1) + rank),
                    width,
                    1 + taken,
                    -1,
                )
        elif over == 0:
            place = self.table.rank(self.own)
            place = self.base(larger - 1, smaller) + place * self.columns
            self.follow(
                GET, low, high, self.margins_at(place), 1, 1, self.again_sign(larger - 1, smaller)
            )
        else:
            width = self.table.counts[larger - 1 - over]
            rank = self.table.rank(self.own)
            self.follow(
                GET + over,
                low,
                high,
                self.margins_at(self.base(smaller + over, larger - 1 - over) + rank),
                width,
                1,
                -1,
            )
        return 0

    def sow_round(self, pit, low, high):
        """Sow *pit* of the larger side round the board, against ranks *low* to *high* - 1."""
        pits: cython.int = self.table.pits
        stones: cython.int = self.pits[pit]
        mine: cython.int = self.larger - stones
        gain: cython.int = 0
        last: cython.int = pit
        cell: cython.int
        for cell in range(pits):
            self.own[cell] = self.pits[cell]
            self.added[cell] = 0
        self.own[pit] = 0
        while stones:
            last = next_cell(pits, 0, last)
            if last < pits:
                self.own[last] += 1
                mine += 1
            elif last == pits:
                gain += 1
            else:
                self.added[last - pits - 1] += 1
            stones -= 1
        facing: cython.int = pits - 1 - last if last < pits and self.own[last] == 1 else -1
        rank: cython.int = self.table.rank(self.own)
        bare_rank: cython.int = rank
        if facing >= 0:
            self.own[last] = 0
            bare_rank = self.table.rank(self.own)
        index: cython.int
        theirs: cython.int
        margin: cython.int
        place: cython.ulonglong
        for index in range(low, high):
            self.take_smaller(self.other, index)
            theirs = 0
            for cell in range(pits):
                self.other[cell] += self.added[cell]
                theirs += self.other[cell]
            if last == pits:
                place = rank
                place = self.base(mine, theirs) + place * self.table.counts[theirs]
                margin = gain + self.table.at(place + self.table.rank(self.other))
            elif facing >= 0 and captures(1, self.other[facing], self.empty_capture):
                margin = gain + 1 + self.other[facing]
                theirs -= self.other[facing]
                self.other[facing] = 0
                place = self.table.rank(self.other)
                place = self.base(theirs, mine - 1) + place * self.table.counts[mine - 1]
                margin -= self.table.at(place + bare_rank)
            else:
                place = self.table.rank(self.other)
                place = self.base(theirs, mine) + place * self.table.counts[mine]
                margin = gain - self.table.at(place + rank)
            self.best[index] = max(self.best[index], cython.cast(cython.schar, margin))
        return 0

    def smaller_moves(self, low, high):
        """Solve the positions with the smaller side to move, of ranks *low* to *high* - 1."""
        rank: cython.int
        place: cython.ulonglong = self.row
        width: cython.ulonglong = self.table.counts[self.larger]
        margins: cython.p_schar
        best: cython.p_schar
        if is_end(self.smaller, self.larger, self.ends_for_either):
            self.best[0] = final_margin(self.smaller, self.larger, 1, self.last_mover_takes)
        else:
            self.forget(low, high)
            self.sow_smaller(low, high)
        if self.holds:
            place *= self.columns
            margins = self.held_at(place)
            best = self.best_from(0)
            for rank in range(self.columns):
                margins[rank] = best[rank]
            return
        place += self.base(self.smaller, self.larger) + low * width
        for rank in range(low, high):
            self.note(place, self.best_from(rank), 1, 1)
            place += width

    def sow_smaller(self, low, high):
        """Make all moves of the smaller side of ranks *low* to *high* - 1, and update `best`."""
        pits: cython.int = self.table.pits
        larger: cython.int = self.larger
        smaller: cython.int = self.smaller
        place: cython.ulonglong = self.row
        same: cython.p_schar = self.margins_at(self.base(larger, smaller) + place * self.columns)
        taken: cython.int
        over: cython.int
        cell: cython.int
        index: cython.int
        start: cython.int
        rank: cython.int
        self.follow(WITHIN, low, high, same, 1, 0, -1)
        place = self.row
        place += self.base(smaller - 1, larger)
        self.follow(
            AGAIN,
            low,
            high,
            self.margins_at(place),
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
            self.follow(ACROSS + over, low, high, self.margins_at(place), 1, 1, -1)
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
            self.follow(CAPTURE + cell, low, high, self.margins_at(place), 1, 1 + taken, -1)
            self.own[pits - 1 - cell] = taken
        start = self.links.starts[smaller * self.links.kinds + ROUND]
        for index in range(start + self.seek(ROUND, low), start + self.seek(ROUND, high)):
            rank = self.links.links[2 * index]
            self.take_smaller(self.own, rank)
            for cell in range(pits):
                self.other[cell] = self.pits[cell]
            self.best[rank] = max(
                self.best[rank],
                cython.cast(cython.schar, self.value_round(self.links.links[2 * index + 1])),
            )

    # -- positions and lists ---------------------------------------------------------------------

    def note(self, place, margins, stride, count):
        """Write *count* of *margins* from index *place* on, or compare them if `checking`.

        The next of *margins* is *stride* further on.
        """
        index: cython.Py_ssize_t
        step: cython.Py_ssize_t = stride
        noted: cython.p_schar = self.margins_at(place)
        wrong: cython.int = 0
        if self.checking:
            for index in range(count):
                wrong += noted[index] != margins[index * step]
            self.wrong += wrong
        elif step == 1:
            for index in range(count):
                noted[index] = margins[index]
        else:
            for index in range(count):
                noted[index] = margins[index * step]

    def forget(self, low, high):
        """Begin anew with the best margins of ranks *low* to *high* - 1."""
        rank: cython.int
        best: cython.p_schar = self.best
        for rank in range(low, high):
            best[rank] = _NOTHING

    def best_from(self, rank):
        """Return the best margins from *rank* on."""
        if cython.compiled:
            return self.best + rank
        return self.best[rank:]

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

    def margins_at(self, place):
        """Return the margins of the table from index *place* on."""
        if cython.compiled:
            return self.table.data + place
        return self.table.data[place:]

    def held_at(self, place):
        """Return the margins held from index *place* on."""
        if cython.compiled:
            return self.held + place
        return self.held[place:]

    def follow(self, kind, low, high, margins, stride, gain, sign):
        """Update `best` by the moves in the list of *kind*, for ranks *low* to *high* - 1.

        The value of a link to y' is *gain* + *sign* * the margin at y' * *stride* of *margins*.
        The list `GET` links each y to itself.
        """
        rank: cython.int
        value: cython.schar
        best: cython.p_schar = self.best
        if kind == GET and stride == 1:
            # The compiler makes vector instructions of these loops.
            plus: cython.schar = gain
            if sign < 0:
                for rank in range(low, high):
                    value = cython.cast(cython.schar, plus - margins[rank])
                    best[rank] = max(best[rank], value)
            else:
                for rank in range(low, high):
                    value = cython.cast(cython.schar, plus + margins[rank])
                    best[rank] = max(best[rank], value)
            return 0
        start: cython.int = self.links.starts[self.smaller * self.links.kinds + kind]
        first: cython.int = start + self.seek(kind, low)
        last: cython.int = start + self.seek(kind, high)
        index: cython.Py_ssize_t
        step: cython.Py_ssize_t = stride
        # Not read anew for each link, as they would be after each write to `best`.
        links: cython.p_int = self.links.links
        for index in range(2 * first, 2 * last, 2):
            rank = links[index]
            value = cython.cast(cython.schar, gain + sign * margins[links[index + 1] * step])
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

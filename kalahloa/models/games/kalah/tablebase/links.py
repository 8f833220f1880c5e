# cython: language_level=3, cdivision=True
"""Links between the arrangements of one side's pits: the effect of either side's moves on them.

A link depends only on that side's pits, so one list serves all positions with the same number of
stones on that side, and the tablebase can be solved row by row (see `split_solver`).
"""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
    from cython.cimports.libc.stdlib import calloc, free

    @cython.cfunc
    def _ints(length: cython.Py_ssize_t) -> cython.p_int:
        """Return an array of *length* zeros; one more is allocated because *length* may be 0."""
        array: cython.p_int = cython.cast(
            cython.p_int, calloc(length + 1, cython.sizeof(cython.int))
        )
        if not array:
            raise MemoryError
        return array
else:
    from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
    from kalahloa.models.native.bits import zeros as _ints
    from kalahloa.models.native.creation import create

    WITHIN = 0
    AGAIN = 1
    ROUND = 2
    ACROSS = 3
    CAPTURE = 16
    FALL = 28
    GET = 40
    LOSE = 53


class Links:
    """The lists of links for a side with 0 to half of the stones of *table*.

    A link is a pair of ranks of the side's pits, before and after the move; in the list of moves
    round the board, a rank and a pit.  The links of a list are sorted by their first rank.
    """

    def __cinit__(self, table: Tablebase):
        self.table = table
        self.half = table.stones // 2
        self.kinds = LOSE + table.pits * (self.half + 1)
        if not cython.compiled:
            self.side, self.changed = _ints(12), _ints(12)
        self.make_room()
        # Two passes over all arrangements without the GIL: count the links, then write them.
        self.filling = False
        with cython.nogil:
            self.link_all()
        self.lay_out()
        self.filling = True
        with cython.nogil:
            self.link_all()

    if cython.compiled:

        def __dealloc__(self):
            free(self.links)
            free(self.starts)
            free(self.ends)
            free(self.cells)
            free(self.first_cells)

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def make_room(self):
        """Allocate all arrays except the links."""
        stones: cython.int
        sides: cython.int = 0
        self.starts = _ints((self.half + 1) * self.kinds + 1)
        self.ends = _ints((self.half + 1) * self.kinds)
        self.first_cells = _ints(self.half + 1)
        for stones in range(self.half + 1):
            self.first_cells[stones] = sides * self.table.pits
            sides += self.table.counts[stones]
        self.cells = _ints(sides * self.table.pits)
        return 0

    def lay_out(self):
        """Allocate the lists one after another; `ends` has their lengths, and then their starts."""
        slot: cython.int
        length: cython.int
        links: cython.int = 0
        for slot in range((self.half + 1) * self.kinds):
            length = self.ends[slot]
            self.starts[slot] = links
            self.ends[slot] = links
            links += length
        self.starts[(self.half + 1) * self.kinds] = links
        self.links = _ints(2 * links)
        return 0

    def link_all(self):
        """Count the links of all arrangements, or write them if `filling`."""
        pits: cython.int = self.table.pits
        stones: cython.int
        rank: cython.int
        pit: cython.int
        for stones in range(self.half + 1):
            for pit in range(pits):
                self.side[pit] = 0
            self.side[pits - 1] = stones
            for rank in range(self.table.counts[stones]):
                for pit in range(pits):
                    self.cells[self.first_cells[stones] + rank * pits + pit] = self.side[pit]
                self.link_moves(stones, rank)
                self.link_answers(stones, rank)
                self.table.advance(self.side)

    def link(self, stones, kind, rank, target):
        """Count a link from *rank* to *target* in the list of *kind*, or write it if `filling`."""
        slot: cython.int = stones * self.kinds + kind
        if self.filling:
            self.links[2 * self.ends[slot]] = rank
            self.links[2 * self.ends[slot] + 1] = target
        self.ends[slot] += 1

    def link_moves(self, stones, rank):
        """Add the links for the moves of the side, whose pits have *rank*."""
        pits: cython.int = self.table.pits
        pit: cython.int
        last: cython.int
        cell: cython.int
        for pit in range(pits):
            last = pit + self.side[pit]
            if last == pit:
                continue
            if last > 2 * pits:
                self.link(stones, ROUND, rank, pit)
                continue
            # This side's pits only.
            for cell in range(pits):
                self.changed[cell] = self.side[cell] + (pit < cell <= last)
            self.changed[pit] = 0
            if last > pits:
                self.link(stones, ACROSS + last - pits, rank, self.table.rank(self.changed))
            elif last == pits:
                self.link(stones, AGAIN, rank, self.table.rank(self.changed))
            elif self.side[last]:
                self.link(stones, WITHIN, rank, self.table.rank(self.changed))
            else:
                self.link(stones, FALL + last, rank, self.table.rank(self.changed))
                self.changed[last] = 0
                self.link(stones, CAPTURE + last, rank, self.table.rank(self.changed))

    def link_answers(self, stones, rank):
        """Add the links for the opponent's moves, which change the pits with *rank*."""
        pits: cython.int = self.table.pits
        pit: cython.int
        count: cython.int
        for pit in range(pits):
            self.changed[pit] = self.side[pit]
        for count in range(min(pits, self.table.stones - stones) + 1):
            self.link(stones, GET + count, rank, self.table.rank(self.changed))
            if count < pits:
                self.changed[count] += 1
        for pit in range(pits):
            self.changed[pit] = self.side[pit]
        for pit in range(pits):
            self.changed[pit] = 0
            count = LOSE + pit * (self.half + 1) + self.side[pit]
            self.link(stones, count, rank, self.table.rank(self.changed))
            self.changed[pit] = self.side[pit]

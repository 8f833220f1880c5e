# cython: language_level=3, cdivision=True
"""Links between the contents of one side's pits: where the moves of either side lead from each.

They hold for all positions in which that side has so many stones, whatever the other side has, so
that Kalah's endgames can be settled row by row (see `kalah_endgame_builder`).
"""

from collections.abc import Iterator
from time import sleep

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.kalah_endgames import Endgames
    from cython.cimports.libc.stdlib import free, malloc

    @cython.cfunc
    def _ints(numbers: list) -> cython.p_int:
        """Return *numbers* as a C array."""
        array: cython.p_int = cython.cast(
            cython.p_int, malloc((len(numbers) + 1) * cython.sizeof(cython.int))
        )
        if not array:
            raise MemoryError
        for index, number in enumerate(numbers):
            array[index] = number
        return array
else:
    from kalahloa.models.kalah_endgames import Endgames

    WITHIN = 0
    AGAIN = 1
    ROUND = 2
    ACROSS = 3
    CAPTURE = 16
    FALL = 28
    GET = 40
    LOSE = 53


SIDES_AT_ONCE = 32


def sides_with(pits: int, stones: int) -> Iterator[list[int]]:
    """Yield the contents of one side's pits with *stones* in all, by ascending rank."""
    cells = [0] * (pits - 1) + [stones]
    while True:
        yield cells
        place = next((pit for pit in range(1, pits) if cells[pit]), 0)
        if not place:
            return
        before = [0] * (place - 1) + [cells[0] + 1]
        cells = [*before, cells[place] - 1, *cells[place + 1 :]]


def sown(cells: list[int], pit: int) -> list[int]:
    """Return one side's *cells* after its *pit* was sown, without what goes round the board."""
    last = pit + cells[pit]
    return [
        0 if place == pit else count + (pit < place <= last) for place, count in enumerate(cells)
    ]


class Links:
    """The lists of links for every number of stones, up to half of *table*'s, on one side.

    A link is a pair of ranks, those of the side's pits before and after; in the list of moves that
    go round the board, a rank and a pit.  The links of a list ascend by their first rank.
    """

    def __init__(self, table: Endgames):
        self.table = table
        self.half = table.stones // 2
        self.kinds = LOSE + table.pits * (self.half + 1)
        if cython.compiled:
            free(self.links)
            free(self.starts)
            free(self.cells)
            free(self.first_cells)
        self._link()

    if cython.compiled:

        def __dealloc__(self):
            free(self.links)
            free(self.starts)
            free(self.cells)
            free(self.first_cells)

    def _link(self) -> None:
        """Make all lists."""
        pits: cython.int = self.table.pits
        links: list[int] = []
        starts: list[int] = []
        cells: list[int] = []
        first_cells: list[int] = []
        for stones in range(self.half + 1):
            first_cells.append(len(cells))
            lists: list[list[int]] = [[] for _ in range(self.kinds)]
            for rank, side in enumerate(sides_with(pits, stones)):
                if rank % SIDES_AT_ONCE == 0:
                    sleep(0)  # compiled code gives way to other threads only when it says so
                cells += side
                self._link_moves(lists, rank, side)
                self._link_answers(lists, rank, side)
            for one in lists:
                starts.append(len(links) // 2)
                links += one
        starts.append(len(links) // 2)
        if cython.compiled:
            self.links = _ints(links)
            self.starts = _ints(starts)
            self.first_cells = _ints(first_cells)
            self.cells = _ints(cells)
        else:
            self.links, self.starts = links, starts
            self.first_cells, self.cells = first_cells, cells

    def _link_moves(self, lists: list[list[int]], rank: int, side: list[int]) -> None:
        """Add to *lists* where the moves of *side* lead."""
        pits = self.table.pits
        for pit, count in enumerate(side):
            last = pit + count
            if not count:
                continue
            if last > 2 * pits:
                lists[ROUND] += (rank, pit)
                continue
            after = sown(side, pit)
            if last > pits:
                lists[ACROSS + last - pits] += (rank, self._rank_of(after))
            elif last == pits:
                lists[AGAIN] += (rank, self._rank_of(after))
            elif side[last]:
                lists[WITHIN] += (rank, self._rank_of(after))
            else:
                lists[FALL + last] += (rank, self._rank_of(after))
                after[last] = 0
                lists[CAPTURE + last] += (rank, self._rank_of(after))

    def _link_answers(self, lists: list[list[int]], rank: int, side: list[int]) -> None:
        """Add to *lists* what the other side's moves make of *side*."""
        pits = self.table.pits
        more = list(side)
        for count in range(pits + 1):
            if sum(more) <= self.table.stones:
                lists[GET + count] += (rank, self._rank_of(more))
            if count < pits:
                more[count] += 1
        for pit, count in enumerate(side):
            fewer = list(side)
            fewer[pit] = 0
            lists[LOSE + pit * (self.half + 1) + count] += (rank, self._rank_of(fewer))

    def _rank_of(self, side: list[int]) -> int:
        if not cython.compiled:
            return self.table.rank(side)
        return self._rank_of_list(side)

    if cython.compiled:

        def _rank_of_list(self, side):
            cells = cython.declare(cython.ushort[12])
            pit: cython.int
            for pit in range(self.table.pits):
                cells[pit] = side[pit]
            return self.table.rank(cells)

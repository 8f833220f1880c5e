# cython: language_level=3, cdivision=True
"""Boards of Kalah whose sides are packed into a word of 64 bits each, a byte for each pit.

The byte of a pit is the lower, the farther the pit is from its side's kalah.  A sowing is one
addition to each word then, and counts of all pits at once are a few instructions.  The stones in
the kalahs are not part of it.
"""

from typing import Any

import cython

from kalahloa.models.native.checked import Int, whole

if not cython.compiled:
    from kalahloa.models.native.bits import M64, popcount, reversed_bytes, zeros
    from kalahloa.models.native.creation import create

    PACKED_PITS = 8
    PACKED_STONES = 255
    PACKED_ROWS = 136

    def stones_in(side):
        return (side * 0x0101010101010101 & M64) >> 56

    def stones_up_to(side):
        return side * 0x0101010101010101 & M64

    def filled_pits(side):
        low = 0x7F7F7F7F7F7F7F7F
        return popcount((((side & low) + low) | side) & ~low & M64)

    def stones_at(side, pit):
        return (side >> (8 * pit)) & 0xFF

    def exposed_stones(side, other, pits):
        low = 0x7F7F7F7F7F7F7F7F
        facing = reversed_bytes(other) >> (8 * (8 - pits))
        facing = (((facing & low) + low) | facing) & ~low & M64
        return stones_in(side & ~((facing >> 7) * 0xFF))

    def at_pit(stones, pit):
        return stones << (8 * pit)

    def packed_key(mine, theirs):
        key = mine * 0xD6E8FEB86659FD93 & M64
        key = ((key ^ (key >> 32)) + theirs) * 0xA0761D6478BD642F & M64
        return key ^ (key >> 29)


class Packing:
    """The sowings on packed boards of *pits* (1 to `PACKED_PITS`) a side.

    Their rows are at pit * `around` + stones, for less stones than a full round.
    """

    if not cython.compiled:
        own: Any = None
        other: Any = None
        landing: Any = None

    def __cinit__(self, pits: Int):
        self.pits = whole(pits, 1, PACKED_PITS, "number of pits a side")
        self.around = 2 * self.pits + 1
        if not cython.compiled:
            self.own, self.other = zeros(PACKED_ROWS), zeros(PACKED_ROWS)
            self.landing = zeros(PACKED_ROWS)
        self.fill()

    if not cython.compiled:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def fill(self):
        pits = self.pits
        own: cython.ulonglong
        other: cython.ulonglong
        pit: cython.int
        cell: cython.int
        row: cython.int
        stones: cython.int
        self.ones = self.ready = 0
        for pit in range(pits):
            self.ones |= at_pit(1, pit)
            self.ready |= at_pit(pits - pit, pit)
            own = other = 0
            cell = pit
            for stones in range(self.around):
                if stones:
                    cell = (cell + 1) % self.around
                    if cell < pits:
                        own += at_pit(1, cell)
                    elif cell > pits:
                        other += at_pit(1, cell - pits - 1)
                row = pit * self.around + stones
                self.own[row] = own
                self.other[row] = other
                self.landing[row] = cell
        return 0

    def pack(self, cells):
        """Return the word of the side whose pits are *cells*."""
        pit: cython.int
        word: cython.ulonglong = 0
        stones: cython.ulonglong
        for pit in range(self.pits):
            stones = cells[pit]
            word |= stones << (8 * pit)
        return word


_packings: dict[int, Packing] = {}


def packing(pits: Int) -> Packing:
    """Return the sowings on boards of *pits* a side, which are worked out once."""
    if pits not in _packings:
        _packings[pits] = Packing(pits)
    return _packings[pits]

# cython: language_level=3, cdivision=True
"""What sowing does on a board of Kalah, worked out beforehand for each pit and number of stones.

A sowing that does not come round changes the board by the same numbers whenever it is made; so it
is an addition of two vectors, and the processor adds eight cells at a time.  Likewise it
changes a hash that is a sum of one word a stone by the same number.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.bits import zeros

    FRAME = 28
    SMALL_FRAME = 16

    def sowing_row(pits, side, pit, stones):
        return (side * pits + pit) * (2 * pits + 1) + stones


from kalahloa.models.bits import splitmix64

_M64 = (1 << 64) - 1


class SowingTable:
    """The sowings of up to `around` - 1 stones on a board of *pits* (1 to 12) a side.

    What belongs to the sowing of a number of stones from a side's pit stands in one row:
    `lanes` has what each cell gets (the pit itself what empties it, modulo 2^16), `last` the cell
    of the last stone (with no stones the pit itself), and `own_keys` and `other_keys` what the
    cells that get one add to the hash of the pits as the mover and as the other side sees them.
    A sowing that goes all round adds one stone to every cell but the opponent's kalah, and
    `own_around` and `other_around` to these hashes.
    """

    if not cython.compiled:
        own_around = 0
        other_around = 0

    def __init__(self, pits: int):
        self.pits = pits
        self.around = 2 * pits + 1
        rows: cython.int = 2 * self.pits * self.around
        if cython.compiled:
            self.release()
            word: cython.size_t = cython.sizeof(cython.ulonglong)
            self.lanes = cython.cast(
                cython.pointer(cython.ushort), calloc(rows * FRAME, cython.sizeof(cython.ushort))
            )
            self.last = cython.cast(cython.pointer(cython.uchar), calloc(rows, 1))
            self.own_keys = cython.cast(cython.pointer(cython.ulonglong), calloc(rows, word))
            self.other_keys = cython.cast(cython.pointer(cython.ulonglong), calloc(rows, word))
            if not (self.lanes and self.last and self.own_keys and self.other_keys):
                raise MemoryError
        else:
            self.lanes = zeros(rows * FRAME)
            self.last = zeros(rows)
            self.own_keys = zeros(rows)
            self.other_keys = zeros(rows)
            self.own_key = zeros(12)
            self.other_key = zeros(12)
        self._fill()

    if cython.compiled:

        def __dealloc__(self):
            self.release()

        def release(self):
            """Give the memory back."""
            free(self.lanes)
            free(self.last)
            free(self.own_keys)
            free(self.other_keys)

    def _fill(self) -> None:
        pits = self.pits
        words = splitmix64(20010217, 24)
        own_key, other_key = words[:12], words[12:]
        for pit in range(12):
            self.own_key[pit] = own_key[pit]
            self.other_key[pit] = other_key[pit]
        # In sowing order, from the mover's far pit on; nothing is added for the kalah.
        as_own = [*own_key[:pits], 0, *other_key[:pits]]
        as_other = [*other_key[:pits], 0, *own_key[:pits]]
        self.own_around = sum(as_own) & _M64
        self.other_around = sum(as_other) & _M64
        for side in range(2):
            first = side * (pits + 1)
            for pit in range(pits):
                own = other = 0
                way = [(pit + step) % self.around for step in range(1, self.around)]
                self.last[self.row(side, pit, 0)] = first + pit
                for stones, place in enumerate(way, 1):
                    row = self.row(side, pit, stones)
                    self.lanes[row * FRAME + first + pit] = 0x10000 - stones
                    for passed in way[:stones]:
                        self.lanes[row * FRAME + (first + passed) % (2 * pits + 2)] = 1
                    self.last[row] = (first + place) % (2 * pits + 2)
                    own += as_own[place]
                    other += as_other[place]
                    self.own_keys[row] = own & _M64
                    self.other_keys[row] = other & _M64

    def row(self, side, pit, stones):
        """Return the row for the sowing of *stones* (< `around`) from *side*'s *pit* (from 0)."""
        return sowing_row(self.pits, side, pit, stones)


_tables: dict[int, SowingTable] = {}


def sowing_table(pits: int) -> SowingTable:
    """Return the one table for boards of *pits* a side."""
    if pits not in _tables:
        _tables[pits] = SowingTable(pits)
    return _tables[pits]

# cython: language_level=3, cdivision=True
"""Precomputed sowings of Kalah for each pit and number of stones, and the rules of a move.

A sowing of less than a full round changes the board and the hash by fixed amounts, so it is one
vector addition.

The rules of a move are functions that are inlined where they are called: the path of a sowing,
whether the last stone captures, whether the game is over, and who gets the remaining stones.
"""

import cython

from kalahloa.models.native.checked import Int, whole

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.creation import create

    FRAME = 28
    SMALL_FRAME = 16

    def sowing_row(pits, side, pit, stones):
        return (side * pits + pit) * (2 * pits + 1) + stones

    def next_cell(pits, side, cell):
        cell += 1
        if cell == (2 - side) * (pits + 1) - 1:
            cell += 1
        return cell if cell < 2 * pits + 2 else 0

    def captures(landed, facing, empty_capture):
        return landed == 1 and bool(facing or empty_capture)

    def is_end(mover_has, other_has, ends_for_either):
        return not mover_has or (ends_for_either and not other_has)

    def receiver(owner, last_mover, last_mover_takes):
        return last_mover if last_mover_takes else owner

    def final_margin(own, other, last_mover, last_mover_takes):
        own = -own if receiver(0, last_mover, last_mover_takes) else own
        return own - other if receiver(1, last_mover, last_mover_takes) else own + other


from kalahloa.models.native.bits import M64, splitmix64


def sowing_path(pits: Int, side: Int, pit: Int, stones: Int) -> list[int]:
    """Return the cells that get a stone when *side* sows *stones* from its *pit* (from 0)."""
    pits, side = whole(pits, 1, 12, "number of pits a side"), whole(side, 0, 1, "side")
    pit, stones = whole(pit, 0, pits - 1, "pit"), whole(stones, 0, 9999, "number of stones")
    cell = side * (pits + 1) + pit
    path = []
    for _ in range(stones):
        cell = next_cell(pits, side, cell)
        path.append(cell)
    return path


def find_capture(cells: list[int], side: Int, last: Int, empty_capture: bool) -> int:
    """Return the pit opposite *last* if the last stone of a sowing of *side* captures, else -1.

    *cells* is the board after the sowing, and *last* the cell of the last stone.
    """
    pits = len(cells) // 2 - 1
    opposite = 2 * pits - last
    if not side * (pits + 1) <= last < side * (pits + 1) + pits:
        return -1
    return opposite if captures(cells[last], cells[opposite], empty_capture) else -1


def receiving_kalah(pits: Int, cell: Int, last_mover: Int, last_mover_takes: bool) -> int:
    """Return the kalah that gets the stones left in the pit *cell* when the game is over."""
    side = receiver(cell // (pits + 1), last_mover, last_mover_takes)
    return side * (pits + 1) + pits


class SowingTable:
    """The sowings of up to `around` - 1 stones on a board of *pits* (1 to 12) a side.

    There is one row per side, pit and number of stones: `lanes` is added to the cells modulo 2^16
    (the origin becomes empty), `last` is the cell of the last stone (the pit itself for 0 stones),
    and `own_keys` and `other_keys` are what the sown stones add to the hash of the pits from the
    mover's and from the other side's point of view.  A full round adds one stone to every cell but
    the opponent's kalah, and `own_around` and `other_around` to these hashes.
    """

    if not cython.compiled:
        own_around = 0
        other_around = 0

    def __cinit__(self, pits: Int):
        self.pits = whole(pits, 1, 12, "number of pits a side")
        self.around = 2 * self.pits + 1
        rows: cython.int = 2 * self.pits * self.around
        if cython.compiled:
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
        self.fill()

    if cython.compiled:

        def __dealloc__(self):
            free(self.lanes)
            free(self.last)
            free(self.own_keys)
            free(self.other_keys)

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def fill(self):
        pits = self.pits
        words = splitmix64(20010217, 24)
        own_key, other_key = words[:12], words[12:]
        for pit in range(12):
            self.own_key[pit] = own_key[pit]
            self.other_key[pit] = other_key[pit]
        # In sowing order from the mover's far pit; stones in a kalah have no key here.
        as_own = [*own_key[:pits], 0, *other_key[:pits]]
        as_other = [*other_key[:pits], 0, *own_key[:pits]]
        self.own_around = sum(as_own) & M64
        self.other_around = sum(as_other) & M64
        for side in range(2):
            first = side * (pits + 1)
            for pit in range(pits):
                own = other = 0
                path = sowing_path(pits, side, pit, self.around - 1)
                self.last[self.row(side, pit, 0)] = first + pit
                for stones, cell in enumerate(path, 1):
                    row = self.row(side, pit, stones)
                    self.lanes[row * FRAME + first + pit] = 0x10000 - stones
                    for passed in path[:stones]:
                        self.lanes[row * FRAME + passed] = 1
                    self.last[row] = cell
                    own += as_own[(cell - first) % (2 * pits + 2)]
                    other += as_other[(cell - first) % (2 * pits + 2)]
                    self.own_keys[row] = own & M64
                    self.other_keys[row] = other & M64
        return 0

    def row(self, side, pit, stones):
        """Return the row for the sowing of *stones* (< `around`) from *side*'s *pit* (from 0)."""
        return sowing_row(self.pits, side, pit, stones)


_tables: dict[int, SowingTable] = {}


def sowing_table(pits: Int) -> SowingTable:
    """Return the table for boards of *pits* a side, which is built once."""
    if pits not in _tables:
        _tables[pits] = SowingTable(pits)
    return _tables[pits]

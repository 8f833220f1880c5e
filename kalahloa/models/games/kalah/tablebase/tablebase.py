# cython: language_level=3, cdivision=True
"""Kalah's tablebase: the exact margin of every position with few stones left in the pits.

A margin is one signed byte: the number of the stones in the pits that the side to move gets with
best play, including those that remain at the end, minus the number that the other side gets.  It
does not depend on the stones in the kalahs.

Positions are ordered by the stones in play, the stones on the mover's side, the rank of the mover's
pits, and the rank of the other side's pits.  Given the sum of the pits t(0) ... t(n - 1), their
rank is the sum over j < n - 1 of the binomial coefficients C(P(j) + j, j + 1), where P(j) = t(0) +
... + t(j) (the combinatorial number system); moving a stone forward lowers the rank.  The positions
with at most K stones are the first C(K + 2n, 2n) of any larger tablebase.
"""

from collections.abc import Sequence
from math import comb
from operator import index as as_index
from typing import Any

import cython

from kalahloa.models.games.kalah.rules import MAX_PITS, KalahRules
from kalahloa.models.native.checked import Int, whole, wholes

if cython.compiled:
    from cython.cimports.cpython.buffer import (
        PyBUF_SIMPLE,
        PyBuffer_Release,
        PyObject_GetBuffer,
    )
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.games.kalah.packing import stones_at, stones_up_to
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.creation import create

    ROW = 128

    def margin_place(table, mine, theirs, pits):
        mine = stones_up_to(mine)
        theirs = stones_up_to(theirs)
        own_rank = other_rank = 0
        for pit in range(pits - 1):
            own_rank += table.weights[ROW * pit + stones_at(mine, pit)]
            other_rank += table.weights[ROW * pit + stones_at(theirs, pit)]
        return (
            table.bases[stones_at(mine, 7) * (table.stones + 1) + stones_at(theirs, 7)]
            + own_rank * table.counts[stones_at(theirs, 7)]
            + other_rank
        )


MAX_STONES = 100
"""The maximum number of stones in play, such that margins fit into a byte."""

MAX_BYTES = 1 << 36


def size_of(pits: Int, stones: Int) -> int:
    """Return the number of positions with at most *stones* in the pits, one byte each."""
    return comb(stones + 2 * pits, 2 * pits)


def rules_key_of(rules: Any) -> tuple[int | str, ...]:
    """Return the part of *rules*, a `KalahRules`, that a tablebase depends on."""
    key: tuple[int | str, ...] = rules.tablebase_key()
    return key


def check_size(pits: Int, stones: Int) -> None:
    """Raise `ValueError` if a tablebase with *stones* stones is impossible or too large."""
    if not 0 <= stones <= MAX_STONES:
        raise ValueError(f"A tablebase has 0 to {MAX_STONES} stones, not {stones}.")
    if size_of(pits, stones) > MAX_BYTES:
        raise ValueError(
            f"A tablebase of {stones} stones on {pits} pits a side needs too much memory."
        )


class Tablebase:
    """The exact margins of all positions under *rules* with at most *stones* in the pits.

    *memory* is an object that supports the buffer protocol, with `size_of` margins in the order
    given above.  It may be read-only, and is kept alive.  Several threads may read it at once.

    Raises `ValueError` if *memory* has the wrong length, or *stones* is out of range.
    """

    if not cython.compiled:
        memory: Any = None
        view: Any = None

    def __cinit__(self, rules: Any, stones: Int, memory: Any):
        if not isinstance(rules, KalahRules):
            raise TypeError("The rules of Kalah are KalahRules.")
        stones = whole(stones, 0, MAX_STONES, "number of stones")
        self.pits = whole(rules.pits, 1, MAX_PITS, "number of pits a side")
        check_size(self.pits, stones)
        self.stones = stones
        self.size = size_of(self.pits, stones)
        self.rules = rules
        self.rules_key = rules_key_of(rules)
        if cython.compiled:
            self.bases = cython.cast(
                cython.pointer(cython.ulonglong),
                calloc((stones + 1) * (stones + 1), cython.sizeof(cython.ulonglong)),
            )
            if not self.bases:
                raise MemoryError
            PyObject_GetBuffer(memory, cython.address(self.view), PyBUF_SIMPLE)
            self.memory = memory
            self.data = cython.cast(cython.p_schar, self.view.buf)
            length = self.view.len
        else:
            self.weights = zeros(12 * ROW)
            self.counts = zeros(MAX_STONES + 1)
            self.bases = zeros((stones + 1) * (stones + 1))
            self.memory = memory
            self.data = memoryview(memory).cast("b")
            length = len(self.data)
        if length != self.size:
            raise ValueError(f"This tablebase has {self.size} bytes, not {length}.")
        self.lay_out()

    if cython.compiled:

        def __dealloc__(self):
            free(self.bases)
            if self.memory is not None:
                PyBuffer_Release(cython.address(self.view))

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def lay_out(self):
        pits, stones = self.pits, self.stones
        for total in range(stones + 1):
            self.counts[total] = comb(total + pits - 1, pits - 1)
            for pit in range(pits - 1):
                self.weights[ROW * pit + total] = comb(total + pit, pit + 1)
        base = 0
        for total in range(stones + 1):
            for own in range(total + 1):
                self.bases[own * (stones + 1) + total - own] = base
                base += comb(own + pits - 1, pits - 1) * comb(total - own + pits - 1, pits - 1)
        return 0

    # -- for compiled callers --------------------------------------------------------------------

    def rank(self, cells):
        """Return the rank of one side's pits *cells* among those with the same sum."""
        pit: cython.int
        total: cython.int = 0
        rank: cython.int = 0
        for pit in range(self.pits - 1):
            total += cells[pit]
            rank += self.weights[ROW * pit + total]
        return rank

    def advance(self, cells):
        """Change one side's pits *cells* to those of the next rank; return False at the last."""
        pits: cython.int = self.pits
        place: cython.int = 1
        moved: cython.int
        while place < pits and not cells[place]:
            place += 1
        if place >= pits:
            return False
        moved = cells[0] + 1
        cells[0] = 0
        cells[place] -= 1
        cells[place - 1] = moved
        return True

    def place(self, own, other):
        """Return the index of the position with pits *own* (the mover's) and *other*.

        Both are in the sowing order of their side, and hold at most `stones` stones in all.
        """
        pit: cython.int
        last: cython.int = self.pits - 1
        own_total: cython.int = 0
        other_total: cython.int = 0
        own_rank: cython.ulonglong = 0
        other_rank: cython.ulonglong = 0
        for pit in range(last):
            own_total += own[pit]
            other_total += other[pit]
            own_rank += self.weights[ROW * pit + own_total]
            other_rank += self.weights[ROW * pit + other_total]
        own_total += own[last]
        other_total += other[last]
        return (
            self.bases[own_total * (self.stones + 1) + other_total]
            + own_rank * self.counts[other_total]
            + other_rank
        )

    def at(self, place):
        """Return the margin at index *place*."""
        return self.data[place]

    def margin(self, own, other):
        """Return the mover's margin of the position with pits *own* and *other*; see `place`."""
        return self.data[self.place(own, other)]

    # -- for Python callers ----------------------------------------------------------------------

    def margin_of_pits(self, own: Sequence[int], other: Sequence[int]) -> int:
        """Return the mover's margin of the position with pits *own* (the mover's) and *other*.

        Both are in the sowing order of their side.  Raises `ValueError` if they do not have `pits`
        pits each, or hold more than `stones` stones in all.
        """
        own = wholes(own, 0, self.stones, "number of stones in a pit")
        other = wholes(other, 0, self.stones, "number of stones in a pit")
        if len(own) != self.pits or len(other) != self.pits or sum(own) + sum(other) > self.stones:
            raise ValueError(
                f"The tablebase has {self.pits} pits a side, and up to {self.stones} stones."
            )
        if not cython.compiled:
            return int(self.margin(own, other))
        mine = cython.declare(cython.ushort[12])
        theirs = cython.declare(cython.ushort[12])
        pit: cython.int
        for pit in range(self.pits):
            mine[pit] = own[pit]
            theirs[pit] = other[pit]
        return self.margin(mine, theirs)

    def pits_at(self, place: Int) -> tuple[list[int], list[int]]:
        """Return the pits of the mover and of the other side in the position at index *place*.

        Raises `IndexError` if *place* is not in the range 0 to `size` - 1.
        """
        place = as_index(place)
        if not 0 <= place < self.size:
            raise IndexError(f"There are {self.size} positions, from 0.")
        stones = next(k for k in range(self.stones + 1) if place < size_of(self.pits, k))
        rest = place - (size_of(self.pits, stones - 1) if stones else 0)
        for own in range(stones + 1):
            block: int = self.counts[own] * self.counts[stones - own]
            if rest < block:
                break
            rest -= block
        rank, other_rank = divmod(rest, int(self.counts[stones - own]))
        return self.unranked(own, rank), self.unranked(stones - own, other_rank)

    def unranked(self, stones, rank):
        """Return one side's pits with *stones* stones in all and the given *rank*."""
        pits = []
        before = stones
        for pit in range(self.pits - 2, -1, -1):
            total = max(k for k in range(before + 1) if self.weights[ROW * pit + k] <= rank)
            rank -= self.weights[ROW * pit + total]
            pits.append(before - total)
            before = total
        return [before, *pits[::-1]]

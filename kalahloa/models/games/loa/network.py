# cython: language_level=3, cdivision=True
"""A small neural network that evaluates Lines of Action on the usual board.

The first layer sees the board with the eyes of Black and with those of White, by the same weights:
one column for each square of an own piece, one for each square of the opponent's.  The sums of the
columns, the accumulator, are kept for each position of the line, so that a move changes at most
three columns of each view (Nasu, "Efficiently updatable neural-network-based evaluation functions
for computer shogi", 2018).  They are clipped to 0 to 1 and squared; the output is a weighted sum of
these, the view of the side to move first.  All of it is arithmetic with integers, so that the
compiled and the plain module agree.

The network is trained by ``python -m tests.benchmarks.train_loa`` on games of the engine.
"""

from array import array
from typing import Any

import cython

from kalahloa.models.native.checked import MAX_WORD, Int, whole

if cython.compiled:
    from cython.cimports.kalahloa.models.games.loa.network import sum_output, update_accumulator
    from cython.cimports.kalahloa.models.native.bits import lowest
else:
    from kalahloa.models.native.bits import lowest
    from kalahloa.models.native.creation import create

    UNITS, ACCUMULATOR, ONE, SHIFT = 128, 256, 255, 14

from kalahloa.models.games.loa.evaluation import MAX_VALUE

MAX_PIECES = 12
"""The most pieces of a side that the network is trained on."""
INPUTS, VIEW_UNITS = 128, 128
SECTIONS = (
    ("h", INPUTS * VIEW_UNITS),
    ("h", VIEW_UNITS),
    ("h", 2 * VIEW_UNITS),
    ("i", 1),
)
"""The type and the number of the columns of the first layer (own pieces by square, then the
opponent's), of its biases, of the weights of the output (the view of the side to move, then the
other), and its bias."""
_MAX_WEIGHT = 127
_LIMIT = cython.declare(cython.int, MAX_VALUE)


class LoaNetwork:
    """The network with *sections* (see `SECTIONS`).

    Raises `ValueError` if these have other lengths, or a sum might overflow.
    """

    if not cython.compiled:
        columns: Any = None
        bias: Any = None
        weights: Any = None

    def __cinit__(self, sections: Any):
        sections = list(sections)
        if not all(isinstance(section, array) for section in sections):
            raise TypeError("The weights are arrays.")
        # Copies: nobody may change them while they are read.
        sections = [section[:] for section in sections]
        for (kind, length), section in zip(SECTIONS, sections, strict=True):
            if len(section) != length or section.typecode != kind:
                raise ValueError("The weights are of another shape.")
        columns, bias, weights, last_bias = sections
        for unit in range(VIEW_UNITS):
            most = abs(bias[unit])
            for first in (0, 64):
                column = [
                    abs(columns[VIEW_UNITS * (first + square) + unit]) for square in range(64)
                ]
                # One more for the move in between.
                most += sum(sorted(column)[-MAX_PIECES - 1 :])
            if most > 0x7FFF:
                raise ValueError("A sum of weights would overflow.")
        largest = sum(map(abs, weights)) * 255**2 + abs(last_bias[0])
        if max(map(abs, weights)) > _MAX_WEIGHT or largest > 0x7FFFFFFF:
            raise ValueError("A sum of weights would overflow.")
        self.last_bias = last_bias[0]
        if not cython.compiled:
            self.columns = [
                list(columns[VIEW_UNITS * place : VIEW_UNITS * (place + 1)])
                for place in range(INPUTS)
            ]
            self.bias, self.weights = list(bias), list(weights)
        else:
            index: cython.int
            for index in range(len(columns)):
                self.columns[index] = columns[index]
            for index in range(VIEW_UNITS):
                self.bias[index] = bias[index]
            for index in range(2 * VIEW_UNITS):
                self.weights[index] = weights[index]

    if not cython.compiled:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def refresh(self, accumulator, black, white):
        """Compute the *accumulator* of a board, Black's view first."""
        view: cython.int
        square: cython.int
        unit: cython.int
        mine: cython.ulonglong
        theirs: cython.ulonglong
        for view in range(2):
            mine = white if view else black
            theirs = black if view else white
            for unit in range(UNITS):
                accumulator[UNITS * view + unit] = self.bias[unit]
            while mine:
                square = lowest(mine)
                mine &= mine - 1
                self.add(accumulator, view, square)
            while theirs:
                square = 64 + lowest(theirs)
                theirs &= theirs - 1
                self.add(accumulator, view, square)

    def add(self, accumulator, view, place):
        """Add the column at *place* to *view*."""
        unit: cython.int
        for unit in range(UNITS):
            if cython.compiled:
                accumulator[UNITS * view + unit] += self.columns[UNITS * place + unit]
            else:
                accumulator[UNITS * view + unit] += self.columns[place][unit]

    def update(self, before, after, side, origin, target, captures):
        """Compute the accumulator *after* a move of *side* from that *before* it."""
        view: cython.int
        mine: cython.int
        theirs: cython.int
        for view in range(2):
            mine = 64 if view != side else 0
            theirs = 64 - mine
            if cython.compiled:
                update_accumulator(
                    before + UNITS * view,
                    after + UNITS * view,
                    self.columns + UNITS * (mine + origin),
                    self.columns + UNITS * (mine + target),
                    self.columns + UNITS * (theirs + target) if captures else cython.NULL,
                )
            else:
                seen = before[UNITS * view : UNITS * (view + 1)]
                gone, come = self.columns[mine + origin], self.columns[mine + target]
                seen = [one - off + new for one, off, new in zip(seen, gone, come, strict=True)]
                if captures:
                    taken = self.columns[theirs + target]
                    seen = [one - off for one, off in zip(seen, taken, strict=True)]
                after[UNITS * view : UNITS * (view + 1)] = seen

    def value(self, accumulator, side):
        """Return the value for *side*, which is to move, in hundredths."""
        total: cython.int
        first: cython.int = UNITS * side
        if cython.compiled:
            total = sum_output(accumulator + first, accumulator + UNITS - first, self.weights)
        else:
            views = [
                *accumulator[first : first + UNITS],
                *accumulator[UNITS - first : ACCUMULATOR - first],
            ]
            total = 0
            for seen, weight in zip(views, self.weights, strict=True):
                clipped = min(max(seen, 0), ONE)
                total += clipped * weight * clipped
        value: cython.int = (total + self.last_bias) >> SHIFT
        return _LIMIT if value > _LIMIT else -_LIMIT if value < -_LIMIT else value

    def value_of(self, own: Int, other: Int) -> int:
        """Return the value of a board for the side to move, whose pieces are *own*.

        Raises `ValueError` or `TypeError` if these are no bitboards, or share a square.
        """
        own, other = whole(own, 0, MAX_WORD, "bitboard"), whole(other, 0, MAX_WORD, "bitboard")
        if own & other or max(own.bit_count(), other.bit_count()) > MAX_PIECES:
            raise ValueError(f"A side has up to {MAX_PIECES} pieces, none on the same square.")
        if not cython.compiled:
            kept = [0] * ACCUMULATOR
            self.refresh(kept, own, other)
            return int(self.value(kept, 0))
        accumulator = cython.declare(cython.short[256])
        self.refresh(accumulator, own, other)
        return self.value(accumulator, 0)

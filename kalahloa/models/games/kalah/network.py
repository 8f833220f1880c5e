# cython: language_level=3, cdivision=True
"""A small neural network that evaluates the pits of a Kalah board with six pits a side.

Each pit has a column of weights for each number of stones in it.  The columns of the twelve pits
are added up and clipped to 0 to 1; two more layers make a number of that, to which each pit adds
directly what its stones are worth.  All of it is arithmetic with integers, as in the networks of
chess engines (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
shogi", 2018), so that the compiled and the plain module agree.  Twelve columns are added as fast as
the changes of a sowing would be, so nothing is kept from one position to the next.

The network is trained by ``python -m tests.benchmarks.train_kalah`` on exact values.
"""

from array import array
from operator import add, mul
from typing import Any

import cython

from kalahloa.models.native.checked import wholes

if not cython.compiled:
    from kalahloa.models.native.creation import create

    PITS, COUNTS, FIRST, SECOND, ONE, SHIFT = 6, 16, 64, 16, 255, 8

    def evaluate(
        columns,
        first_bias,
        second_weights,
        second_bias,
        third_weights,
        direct,
        third_bias,
        own,
        other,
    ):
        value = third_bias
        hidden = first_bias
        for pit in range(2 * PITS):
            stones = own[pit] if pit < PITS else other[pit - PITS]
            place = COUNTS * pit + min(stones, COUNTS - 1)
            value += direct[place]
            hidden = map(add, hidden, columns[FIRST * place : FIRST * (place + 1)])
        clipped = [min(max(unit, 0), ONE) for unit in hidden]
        for unit in range(SECOND):
            weights = second_weights[FIRST * unit : FIRST * (unit + 1)]
            total = (sum(map(mul, clipped, weights)) + second_bias[unit]) >> SHIFT
            value += min(max(total, 0), ONE) * third_weights[unit]
        return value >> SHIFT


MAX_STONES = 48
"""The network is trained on boards with up to this many stones, kalahs included."""

FIRST_UNITS, SECOND_UNITS = 64, 16
SECTIONS = (
    ("h", 2 * 6 * 16 * FIRST_UNITS),
    ("h", FIRST_UNITS),
    ("h", SECOND_UNITS * FIRST_UNITS),
    ("i", SECOND_UNITS),
    ("h", SECOND_UNITS),
    ("i", 2 * 6 * 16),
    ("i", 1),
)
"""The type and the number of the columns of the first layer, by pit (own first, each side's in its
sowing order) and stones; its biases; the weights of the second layer, by unit, and its biases; the
weights of the third layer; the direct worth, as the columns; the bias of the whole."""


class KalahNetwork:
    """The network with *sections* (see `SECTIONS`), for the rules with *rules_key*.

    Raises `ValueError` if these have other lengths, or a sum might overflow.
    """

    if not cython.compiled:
        columns: Any = None
        first_bias: Any = None
        second_weights: Any = None
        second_bias: Any = None
        third_weights: Any = None
        direct: Any = None

    def __cinit__(self, rules_key: Any, sections: Any):
        sections = list(sections)
        if not all(isinstance(section, array) for section in sections):
            raise TypeError("The weights are arrays.")
        # Copies: nobody may change them while they are read.
        sections = [section[:] for section in sections]
        for (kind, length), section in zip(SECTIONS, sections, strict=True):
            if len(section) != length or section.typecode != kind:
                raise ValueError("The weights are of another shape.")
        self.rules_key = rules_key
        columns, first_bias, second_weights, second_bias, third_weights, direct, bias = sections
        for unit in range(64):
            most = abs(first_bias[unit])
            for pit in range(12):
                most += max(abs(columns[(16 * pit + count) * 64 + unit]) for count in range(16))
            if most > 0x7FFF:
                raise ValueError("A sum of weights would overflow.")
        if max(map(abs, [*direct, *bias, *second_bias])) >= 1 << 26:
            raise ValueError("A sum of weights would overflow.")
        self.third_bias = bias[0]
        if not cython.compiled:
            self.columns, self.first_bias, self.second_weights = columns, first_bias, second_weights
            self.second_bias, self.third_weights, self.direct = second_bias, third_weights, direct
        else:
            index: cython.int
            for index in range(len(columns)):
                self.columns[index] = columns[index]
            for index in range(64):
                self.first_bias[index] = first_bias[index]
            for index in range(len(second_weights)):
                self.second_weights[index] = second_weights[index]
            for index in range(16):
                self.second_bias[index] = second_bias[index]
                self.third_weights[index] = third_weights[index]
            for index in range(len(direct)):
                self.direct[index] = direct[index]

    if not cython.compiled:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def value(self, own, other):
        """Return the value of the pits for the side to move, in hundredths.

        *own* are the pits of the side to move, *other* those of the opponent, each in their side's
        sowing order.
        """
        return evaluate(
            self.columns,
            self.first_bias,
            self.second_weights,
            self.second_bias,
            self.third_weights,
            self.direct,
            self.third_bias,
            own,
            other,
        )

    def value_of(self, own: list[int], other: list[int]) -> int:
        """Return what `value` returns, of lists.

        Raises `ValueError` or `TypeError` if these are not the pits of two sides.
        """
        own, other = wholes(own, 0, 9999, "stones"), wholes(other, 0, 9999, "stones")
        if len(own) != PITS or len(other) != PITS:
            raise ValueError(f"A side has {PITS} pits.")
        if not cython.compiled:
            return int(self.value(own, other))
        pits = cython.declare(cython.ushort[12])
        place: cython.int
        for place in range(2 * PITS):
            pits[place] = own[place] if place < PITS else other[place - PITS]
        return self.value(pits, pits + PITS)

# cython: language_level=3, cdivision=True
"""The line of positions that a proof-number search is looking at, by their keys."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import M64
else:
    from kalahloa.models.native.bits import M64, zeros

    MAX_LINE = 300
    NOWHERE = -1

# Makes the sum of some keys depend on their order.
_FACTOR = cython.declare(cython.ulonglong, 0xD1342543DE82EF95)


class ProofPath:
    """The keys of the positions from the root, which has level 0, downwards."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.keys = zeros(MAX_LINE + 2)
            self.sums = zeros(MAX_LINE + 2)
            self.powers = zeros(MAX_LINE + 2)
        index: cython.int
        self.sums[0] = 0
        self.powers[0] = 1
        for index in range(MAX_LINE + 1):
            self.powers[index + 1] = (self.powers[index] * _FACTOR) & M64

    def enter(self, key, depth):
        """Put *key* on the line at level *depth* (0 to `MAX_LINE`); what lay below is left."""
        self.keys[depth] = key
        self.sums[depth + 1] = (self.sums[depth] * _FACTOR + key) & M64

    def level_of(self, key, depth):
        """Return at which level above *depth* the position *key* stands, or `NOWHERE`."""
        index: cython.int
        for index in range(depth):
            if self.keys[index] == key:
                return index
        return NOWHERE

    def signature(self, level, depth):
        """Return 33 bits that stand for the positions at *level* to *depth* - 1, in order.

        They do not depend on what lies above *level*.
        """
        above: cython.ulonglong = (self.sums[level] * self.powers[depth - level]) & M64
        return ((self.sums[depth] - above) & M64) >> 31

# cython: language_level=3, cdivision=True
"""The current path of a proof-number search: the keys of its positions."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import M64
else:
    from kalahloa.models.native.bits import M64, zeros
    from kalahloa.models.native.creation import create

    MAX_LINE = 300
    NOWHERE = -1

# The factor of a polynomial hash, which makes the sum of keys depend on their order.
_FACTOR = cython.declare(cython.ulonglong, 0xD1342543DE82EF95)


class ProofPath:
    """The keys of the positions from the root (level 0) to the current one."""

    if not cython.compiled:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def __cinit__(self):
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
        """Set the key at level *depth* (0 to `MAX_LINE`), which becomes the end of the path."""
        self.keys[depth] = key
        self.sums[depth + 1] = (self.sums[depth] * _FACTOR + key) & M64

    def level_of(self, key, depth):
        """Return the level above *depth* at which *key* is on the path, or `NOWHERE`."""
        index: cython.int
        for index in range(depth):
            if self.keys[index] == key:
                return index
        return NOWHERE

    def signature(self, level, depth):
        """Return a 33-bit hash of the keys at *level* to *depth* - 1, in their order.

        It does not depend on the keys above *level*.
        """
        above: cython.ulonglong = (self.sums[level] * self.powers[depth - level]) & M64
        return ((self.sums[depth] - above) & M64) >> 31

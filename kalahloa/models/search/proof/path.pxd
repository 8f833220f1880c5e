cimport cython

cdef enum:
    # The maximal length of a path, in moves below the root.
    MAX_LINE = 300
    # The level of a key that is not on the path.
    NOWHERE = -1

@cython.final
cdef class ProofPath:
    cdef unsigned long long keys[302]
    cdef unsigned long long sums[302]
    cdef unsigned long long powers[302]

    cdef void enter(self, unsigned long long key, int depth) noexcept nogil
    cdef int level_of(self, unsigned long long key, int depth) noexcept nogil
    cdef unsigned long long signature(self, int level, int depth) noexcept nogil

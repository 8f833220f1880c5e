cimport cython

from kalahloa.models.search.transposition_table cimport TranspositionTable

cdef enum:
    # The kinds of entries.
    OPEN = 1
    WIN = 2
    NO_WIN = 3
    # Disproven, on paths through certain positions.
    DISPROVEN_ON_PATH = 4
    # More than any proof or disproof number of an unsolved position.
    PROOF_INFINITY = 2097151
    LONGEST = 1023

@cython.final
cdef class ProofTable:
    cdef readonly TranspositionTable slots
    # Whether a marked entry was replaced.
    cdef bint lost_mark

    cdef unsigned long long probe(self, unsigned long long key) noexcept nogil
    cdef void store(
        self, unsigned long long key, int kind, unsigned long long payload, long long nodes
    ) noexcept nogil
    cdef void mark(self, unsigned long long key) noexcept nogil

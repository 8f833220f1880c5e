cimport cython

from kalahloa.models.game.position cimport Position
from kalahloa.models.search.proof.proof_search cimport ProofSearch
from kalahloa.models.search.proof.proof_table cimport ProofTable

@cython.final
cdef class ProofExtraction:
    cdef readonly ProofSearch search
    cdef readonly Position position
    cdef readonly ProofTable table
    # The answers found so far: an open hash table of keys and moves.
    cdef unsigned long long *keys
    cdef int *answers
    cdef long long room
    cdef readonly long long count
    cdef int repairs

    cdef int walk(self, unsigned long long key, int depth) except -1 nogil
    cdef int walk_moves(self, unsigned long long key, int answer, int depth) except -1 nogil
    cdef int walk_child(self, unsigned long long key, int depth) except -1 nogil
    cdef long long place_of(self, unsigned long long key) noexcept nogil
    cdef int keep(self, unsigned long long key, int answer) except -1 nogil
    cdef int grow(self) except -1

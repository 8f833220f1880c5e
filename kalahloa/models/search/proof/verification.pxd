cimport cython

from kalahloa.models.game.position cimport Position
from kalahloa.models.search.proof.proof_search cimport ProofSearch
from kalahloa.models.search.proof.proof_table cimport ProofTable

@cython.final
cdef class ProofVerification:
    cdef readonly ProofSearch search
    cdef readonly Position position
    cdef readonly ProofTable table
    cdef bint all_lines
    cdef bint both_sides_met
    cdef int repairs

    cdef int walk(self, unsigned long long key, int depth) except -1 nogil
    cdef int walk_on(self, unsigned long long key, int answer, int depth) except -1 nogil
    cdef int walk_child(self, unsigned long long key, int depth) except -1 nogil

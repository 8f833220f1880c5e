from kalahloa.models.game.searchable cimport SearchPosition
from kalahloa.models.game.successors cimport Successors

cdef class SolvablePosition(SearchPosition):
    # What `score_bounds` found.
    cdef readonly int lower
    cdef readonly int upper

    cdef int score_bounds(self) except -1 nogil
    cdef int fixed_score(self) noexcept nogil
    cdef unsigned long long residual_key(self) noexcept nogil
    cdef int fill_entry(self, Successors successors, int place, int side) except -1 nogil
    cdef int expand_successors(self, Successors successors, int here, int beta) except -1 nogil

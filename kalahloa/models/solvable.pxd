from kalahloa.models.searchable cimport SearchPosition
from kalahloa.models.successors cimport Successors

cdef class SolvablePosition(SearchPosition):
    # What `score_bounds` found.
    cdef readonly int lower
    cdef readonly int upper

    cdef int score_bounds(self) except -1 nogil
    cdef int fixed_score(self) noexcept nogil
    cdef unsigned long long residual_key(self) noexcept nogil
    cdef int expand_successors(self, Successors successors) except -1 nogil
    cdef int complete_successors(self, Successors successors, int base) except -1 nogil

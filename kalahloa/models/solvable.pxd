from kalahloa.models.searchable cimport SearchPosition
from kalahloa.models.successors cimport Survey

cdef class SolvablePosition(SearchPosition):
    # What `find_bounds` found.
    cdef readonly int least
    cdef readonly int most

    cdef int find_bounds(self) except -1 nogil
    cdef int banked(self) noexcept nogil
    cdef unsigned long long essence(self) noexcept nogil
    cdef int survey(self, Survey survey) except -1 nogil
    cdef int settle_survey(self, Survey survey, int base) except -1 nogil

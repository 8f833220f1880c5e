cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE

cdef enum:
    # The order score of a move after which the same side moves again.
    SAME_SIDE_SCORE = 1 << 19

@cython.final
cdef class Successors:
    cdef readonly int room
    # Where the moves of the position expanded last end.
    cdef int end
    cdef int *block
    cdef int *moves
    cdef int *order_scores
    cdef int *lower
    cdef int *upper
    cdef int *fixed_score
    cdef int *same_side
    cdef int *estimates
    cdef bint estimating
    cdef unsigned long long *keys
    cdef char apart[CACHE_LINE]

    cdef int add(self, int move) noexcept nogil
    cdef int pick(self, int place, int above) noexcept nogil
    cdef void swap(self, int one, int other) noexcept nogil

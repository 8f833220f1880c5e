cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE

cdef enum:
    # The merit of a move after which the same side moves again, as long as nobody looks ahead.
    AGAIN_MERIT = 1 << 19

@cython.final
cdef class Survey:
    cdef readonly int room
    # Where the moves of the position that was surveyed last end.
    cdef int end
    cdef int *block
    cdef int *moves
    cdef int *merits
    cdef int *least
    cdef int *most
    cdef int *banked
    cdef int *again
    cdef int *estimates
    cdef bint estimating
    cdef unsigned long long *keys
    cdef char apart[CACHE_LINE]

    cdef int add(self, int move) noexcept nogil
    cdef int pick(self, int place, int above) noexcept nogil
    cdef void swap(self, int one, int other) noexcept nogil

cimport cython

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
    cdef unsigned long long *keys

    cdef int add(self, int move) noexcept nogil
    cdef int pick(self, int place, int above) noexcept nogil
    cdef void swap(self, int one, int other) noexcept nogil

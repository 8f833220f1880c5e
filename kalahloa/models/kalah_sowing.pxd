cimport cython

cdef enum:
    # The cells of a board as it lies in memory, filled up to whole vectors.
    FRAME = 28
    # As many of them hold every board of up to 7 pits.
    SMALL_FRAME = 16

@cython.final
cdef class SowingTable:
    cdef readonly int pits
    # The stones that a sowing gives to all other cells before it comes round.
    cdef readonly int around
    cdef unsigned short *lanes
    cdef unsigned char *last
    cdef unsigned long long *own_keys
    cdef unsigned long long *other_keys
    cdef unsigned long long own_around
    cdef unsigned long long other_around
    # One word for each pit, as the mover's and as the other side's.
    cdef unsigned long long own_key[12]
    cdef unsigned long long other_key[12]

    cdef void release(self) noexcept
    cdef int row(self, int side, int pit, int stones) noexcept nogil

cimport cython

from kalahloa.models.bits cimport CACHE_LINE

cdef enum:
    # The cells of a board as it lies in memory, filled up to whole vectors.
    FRAME = 28
    # As many of them hold every board of up to 7 pits.
    SMALL_FRAME = 16

# What is copied first cannot overlap what is written, so the compiler adds whole vectors.
cdef extern from * nogil:
    """
    #include <string.h>
    static inline void kalahloa_add_small(
        unsigned short *to, const unsigned short *cells, const unsigned short *lanes
    ) {
        unsigned short sum[16];
        for (int lane = 0; lane < 16; lane++) sum[lane] = cells[lane] + lanes[lane];
        memcpy(to, sum, sizeof sum);
    }
    static inline void kalahloa_add_frame(
        unsigned short *to, const unsigned short *cells, const unsigned short *lanes
    ) {
        unsigned short sum[28];
        for (int lane = 0; lane < 28; lane++) sum[lane] = cells[lane] + lanes[lane];
        memcpy(to, sum, sizeof sum);
    }
    """
    void add_small "kalahloa_add_small" (
        unsigned short *to, unsigned short *cells, unsigned short *lanes
    ) noexcept
    void add_frame "kalahloa_add_frame" (
        unsigned short *to, unsigned short *cells, unsigned short *lanes
    ) noexcept

# The row for the sowing of *stones* from *side*'s *pit*; here so that it is compiled in place.
cdef inline int sowing_row(int pits, int side, int pit, int stones) noexcept nogil:
    return (side * pits + pit) * (2 * pits + 1) + stones

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
    cdef char apart[CACHE_LINE]

    cdef void release(self) noexcept
    cdef int row(self, int side, int pit, int stones) noexcept nogil

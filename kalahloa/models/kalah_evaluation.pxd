cdef int pits_worth(unsigned short *cells, int pits) noexcept nogil
cdef int ready_worth(unsigned short *cells, int pits) noexcept nogil
cdef int largest_capture(unsigned short *cells, unsigned short *others, int pits) noexcept nogil
cdef int evaluate_pits(unsigned short *own, unsigned short *other, int pits) noexcept nogil

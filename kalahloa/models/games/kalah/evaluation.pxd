cdef enum:
    # The length of a row of the tables: the numbers of stones that are told apart.
    ROW = 32

cdef int evaluate_pits(unsigned short *own, unsigned short *other, int pits) noexcept nogil
cdef int _evaluate(unsigned short *own, unsigned short *other, int pits) noexcept nogil

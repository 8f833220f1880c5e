cdef enum:
    # The contents told apart: the distance between the rows of a table.
    ROW = 32

cdef int evaluate_pits(unsigned short *own, unsigned short *other, int pits) noexcept nogil
cdef int _evaluate(unsigned short *own, unsigned short *other, int pits) noexcept nogil

cimport cython

cdef enum:
    # The length of a row of `weights`.
    ROW = 128

@cython.final
cdef class Tablebase:
    cdef readonly int pits
    cdef readonly int stones
    cdef readonly unsigned long long size
    cdef readonly object memory
    # The rules of the tablebase; only their key matters.
    cdef readonly object rules
    cdef readonly tuple rules_key
    cdef Py_buffer view
    cdef signed char *data
    # The contribution to the rank of each prefix sum of the pits, at ROW * pit + sum.
    cdef int weights[12 * 128]
    # The number of arrangements of each number of stones in one side's pits.
    cdef int counts[101]
    # The index of the first position with a stones on the mover's side and b on the other is at
    # a * (stones + 1) + b.
    cdef unsigned long long *bases

    cdef int rank(self, unsigned short *cells) noexcept nogil
    cdef bint advance(self, unsigned short *cells) noexcept nogil
    cdef unsigned long long place(
        self, unsigned short *own, unsigned short *other
    ) noexcept nogil
    cdef void fetch(self, unsigned long long place) noexcept nogil
    cdef int at(self, unsigned long long place) noexcept nogil
    cdef int margin(self, unsigned short *own, unsigned short *other) noexcept nogil

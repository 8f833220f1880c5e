cimport cython

cdef enum:
    # The distance between the rows of `weights`.
    ROW = 128

@cython.final
cdef class Tablebase:
    cdef readonly int pits
    cdef readonly int stones
    cdef readonly unsigned long long size
    cdef readonly object memory
    # Those it was made for; only what is in their key matters.
    cdef readonly object rules
    cdef readonly tuple rules_key
    cdef Py_buffer view
    cdef signed char *data
    # Of the pits' prefix sums, to be added up to a rank.
    cdef int weights[12 * 128]
    # How many contents one side's pits have with so many stones.
    cdef int counts[101]
    # Where the positions with a stones before the mover and b before the other side begin, at
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

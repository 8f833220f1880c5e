cimport cython

from kalahloa.models.position cimport Position

@cython.final
cdef class Kalah(Position):
    cdef int pits
    cdef int cells
    cdef int total
    cdef bint empty_capture
    cdef bint ends_for_either
    cdef unsigned short board[28]
    cdef unsigned short *boards

    cdef bint has_stones(self, int side) noexcept nogil
    cdef void put(self, int cell, int stones) noexcept nogil
    cdef void sweep(self, int side) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef int landing(self, int move) noexcept nogil
    cdef int standing(self, int side) noexcept nogil

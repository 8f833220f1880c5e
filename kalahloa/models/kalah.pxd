cimport cython

from kalahloa.models.kalah_sowing cimport SowingTable
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
    # The hash of the pits, as South and as North sees them; and those before each move.
    cdef unsigned long long views[2]
    cdef unsigned long long *views_before
    cdef SowingTable sowings

    cdef bint has_stones(self, int side) noexcept nogil
    cdef void take(self, int side, int pit) noexcept nogil
    cdef void sow_around(self, int rounds) noexcept nogil
    cdef void capture(self, int pit) noexcept nogil
    cdef void rehash(self) noexcept nogil
    cdef unsigned long long view_from_scratch(self, int view) noexcept nogil
    cdef void sweep(self, int side) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef int landing(self, int move) noexcept nogil
    cdef int standing(self, int side) noexcept nogil

cimport cython

from kalahloa.models.games.kalah.tablebase.links cimport Links
from kalahloa.models.games.kalah.tablebase.tablebase cimport Tablebase

@cython.final
cdef class SplitSolver:
    cdef Tablebase table
    cdef Links links
    cdef bint empty_capture
    cdef bint ends_for_either
    cdef bint last_mover_takes
    cdef bint checking
    cdef int larger
    cdef int smaller
    cdef int rows
    cdef int columns
    cdef int row
    cdef readonly unsigned long long wrong
    # The pits of the larger side in the current row, and three buffers.
    cdef unsigned short pits[12]
    cdef unsigned short own[12]
    cdef unsigned short other[12]
    cdef unsigned short added[12]
    # The best margin so far against each rank of the smaller side.
    cdef signed char *best
    # Where the sides differ: the margins with the smaller side to move, at row * columns + rank.
    cdef signed char *held
    cdef bint holds
    # Whether a thread is in `solve`.
    cdef bint working

    cdef void solve_rows(self, int count) noexcept nogil
    cdef void note_held(self, int first) noexcept nogil
    cdef void larger_moves(self, int low, int high) noexcept nogil
    cdef int sow_larger(self, int pit, int low, int high) noexcept nogil
    cdef void smaller_moves(self, int low, int high) noexcept nogil
    cdef void sow_smaller(self, int low, int high) noexcept nogil
    cdef void note(
        self, unsigned long long place, signed char *margins, int stride, int count
    ) noexcept nogil
    cdef void forget(self, int low, int high) noexcept nogil
    cdef signed char *best_from(self, int rank) noexcept nogil
    cdef int again_sign(self, int own, int other) noexcept nogil
    cdef unsigned long long base(self, int mover, int other) noexcept nogil
    cdef signed char *margins_at(self, unsigned long long place) noexcept nogil
    cdef signed char *held_at(self, unsigned long long place) noexcept nogil
    cdef int follow(
        self, int kind, int low, int high, signed char *margins, int stride, int gain, int sign
    ) noexcept nogil
    cdef int seek(self, int kind, int rank) noexcept nogil
    cdef void take_smaller(self, unsigned short *cells, int rank) noexcept nogil
    cdef int sow_round(self, int pit, int low, int high) noexcept nogil
    cdef int value_round(self, int pit) noexcept nogil

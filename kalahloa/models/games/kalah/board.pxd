from kalahloa.models.games.kalah.sowing cimport SowingTable
from kalahloa.models.solvable cimport SolvablePosition

cdef enum:
    # Where the side to move stands behind the cells of a board that a move is made on, and where
    # the state of the pie rule stands on every board: a move that is taken back restores both.
    SIDE_CELL = 26
    PIE_CELL = 27

cpdef enum:
    # How far the pie rule has come: nothing to swap (any more), the first turn, the moment for it.
    NO_PIE = 0
    FIRST_TURN = 1
    MAY_SWAP = 2

cdef bint _any_stones(unsigned short *cells, int pits) noexcept nogil

cdef class KalahBoard(SolvablePosition):
    cdef int pits
    cdef int cells
    cdef int total
    cdef bint empty_capture
    cdef bint ends_for_either
    cdef bint last_mover_takes
    # The boards of the moves made and, as the last of them, the one that stands.
    cdef unsigned short *boards
    cdef unsigned short *board
    # Likewise the hash of the pits, as South and as North sees them.
    cdef unsigned long long *all_views
    cdef unsigned long long *views
    cdef SowingTable sowings

    cdef bint has_stones(self, int side) noexcept nogil
    cdef void take(self, int side, int pit) noexcept nogil
    cdef int sow_around(
        self, unsigned short *cells, unsigned long long *views, int pit
    ) noexcept nogil
    cdef void capture(self, int pit) noexcept nogil
    cdef void rehash(self) noexcept nogil
    cdef unsigned long long view_from_scratch(self, int view) noexcept nogil
    cdef void follow_pie(self, int mover) noexcept nogil
    cdef void turn_round(self, unsigned short *cells, unsigned long long *views) noexcept nogil
    cdef void sweep(self, int side, int to) noexcept nogil
    cdef bint has_ended(self) noexcept nogil
    cdef void finish(self, int mover) noexcept nogil

from kalahloa.models.games.kalah.sowing cimport SowingTable
from kalahloa.models.game.solvable cimport SolvablePosition

cdef enum:
    # Entries behind the cells of a board: the side to move, stored when a move is made, and the state
    # of the pie rule. Unmaking a move restores both.
    SIDE_CELL = 26
    PIE_CELL = 27

cpdef enum:
    # The state of the pie rule: no swap possible (any more), first turn in progress, swap possible.
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
    # The stack of boards, the current one last.
    cdef unsigned short *boards
    cdef unsigned short *board
    # Likewise the hashes of the pits from South's and from North's point of view.
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

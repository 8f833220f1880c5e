cimport cython

from kalahloa.models.bits cimport CACHE_LINE
from kalahloa.models.kalah_endgames cimport Endgames
from kalahloa.models.kalah_sowing cimport SowingTable
from kalahloa.models.position cimport Position
from kalahloa.models.survey cimport Survey

cdef enum:
    # Where the side to move stands behind the cells of a board that a move is made on, and where
    # the state of the pie rule stands on every board: a move that is taken back restores both.
    _SIDE = 26
    _PIE = 27

cdef bint _any_stones(unsigned short *cells, int pits) noexcept nogil
cdef int _landing(
    unsigned short *board, unsigned char *last, int pits, int side, int move
) noexcept nogil
cdef int _promise(
    unsigned short *board, unsigned char *last, int pits, int side, bint empty_capture, int move
) noexcept nogil

@cython.final
cdef class Kalah(Position):
    cdef int pits
    cdef int cells
    cdef int total
    cdef bint empty_capture
    cdef bint ends_for_either
    # The boards of the moves made and, as the last of them, the one that stands.
    cdef unsigned short *boards
    cdef unsigned short *board
    # The board after a move that is only looked at.
    cdef unsigned short scratch[28]
    # Likewise the hash of the pits, as South and as North sees them.
    cdef unsigned long long *all_views
    cdef unsigned long long *views
    cdef SowingTable sowings
    cdef readonly Endgames endgames
    cdef int most_known
    cdef char apart[CACHE_LINE]

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
    cdef void sweep(self, int side) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef int landing(self, int move) noexcept nogil
    cdef int look_ahead(self, Survey survey, int pit) except -1 nogil
    cdef int put_down(
        self, Survey survey, int place, unsigned short *child, int side, bint again
    ) except -1 nogil
    cdef int judge_pits(self, unsigned short *cells, int mover) noexcept nogil
    cdef unsigned long long endgame_place(self, unsigned short *cells, int mover) noexcept nogil

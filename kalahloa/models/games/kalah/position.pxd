cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.games.kalah.board cimport KalahBoard
from kalahloa.models.games.kalah.tablebase.tablebase cimport Tablebase
from kalahloa.models.successors cimport Successors

cdef int _landing(
    unsigned short *board, unsigned char *last, int pits, int side, int move
) noexcept nogil
cdef int _order_score(
    unsigned short *board, unsigned char *last, int pits, int side, bint empty_capture, int move
) noexcept nogil

@cython.final
cdef class Kalah(KalahBoard):
    # The board after a move that `look_ahead` examines.
    cdef unsigned short scratch[28]
    cdef readonly Tablebase tablebase
    cdef int most_known
    cdef char apart[CACHE_LINE]

    cdef int look_ahead(self, Successors successors, int pit) except -1 nogil
    cdef int check_successor(self, Successors successors, int place) except -1 nogil
    cdef int put_down(
        self, Successors successors, int place, unsigned short *child, int before, int side, bint same_side
    ) except -1 nogil
    cdef int evaluate_cells(self, unsigned short *cells, int mover) noexcept nogil
    cdef unsigned long long tablebase_index(self, unsigned short *cells, int mover) noexcept nogil

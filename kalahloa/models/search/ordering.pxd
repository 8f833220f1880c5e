cimport cython

from kalahloa.models.bits cimport CACHE_LINE
from kalahloa.models.searchable cimport SearchPosition

cdef enum:
    # Scores by which moves are searched early or late.
    TABLE_FIRST = 1 << 30
    KILLER = 1 << 18
    # Less than a killer's score and more than any other quiet move's.
    NEARLY_KILLER = 1 << 17
    # The score of a move that was left for later is at most the negative of this.
    DEFERRED = 1 << 29
    HISTORY_MOVES = 4096
    HISTORY_TOP = 1 << 13

@cython.final
cdef class MoveOrder:
    cdef SearchPosition position
    # One block of memory, and what lies in it.
    cdef int *block
    cdef int *moves
    cdef int *scores
    cdef int *killers
    cdef int *history
    # Where the moves of the node that was listed last end.
    cdef int end
    cdef char apart[CACHE_LINE]

    cdef int list_moves(self, int ply) except -1 nogil
    cdef void rank_moves(self, int base, int ply) noexcept nogil
    cdef void begin(self, int base, int move) noexcept nogil
    cdef int pick(self, int place, int end) noexcept nogil
    cdef void reward(self, int move, int side, int depth, int ply) noexcept nogil

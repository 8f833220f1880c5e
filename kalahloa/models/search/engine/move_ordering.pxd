cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.searchable cimport SearchPosition

cdef enum:
    # Scores by which moves are searched early or late.
    TABLE_FIRST = 1 << 30
    KILLER = 1 << 18
    # What a game promises of a move counts as no more than this, or less than its negative.
    MAX_PROMISE = 1 << 22
    # What a point of it weighs beside the history of the move.
    PROMISE_WEIGHT = 64
    # A move with at least this score may not be searched less deep because it comes late: that is
    # one with a promise of 2^11, or a killer.
    FULL_DEPTH_SCORE = 1 << 17
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

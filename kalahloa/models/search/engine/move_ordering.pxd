cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.game.searchable cimport SearchPosition

cdef enum:
    # Added to the order scores of moves; the table move's score is replaced.
    TABLE_MOVE = 1 << 30
    KILLER = 1 << 18
    # A game's order score is clamped to this, and to its negative.
    MAX_ORDER_SCORE = 1 << 22
    # The weight of a game's order score; the history has weight 1.
    ORDER_SCORE_WEIGHT = 64
    # Moves with at least this score are not reduced: those with an order score of 2^11, and
    # killer moves.
    FULL_DEPTH_SCORE = 1 << 17
    # Moves deferred because another thread searches them have at most the negative of this.
    DEFERRED = 1 << 29
    HISTORY_MOVES = 4096
    MAX_HISTORY = 1 << 13

@cython.final
cdef class MoveOrder:
    cdef SearchPosition position
    # One allocation, and the arrays in it.
    cdef int *block
    cdef int *moves
    cdef int *scores
    cdef int *killers
    cdef int *history
    # The end of the stack.
    cdef int end
    cdef int plies
    cdef char apart[CACHE_LINE]

    cdef int list_moves(self, int ply) except -1 nogil
    cdef void score_moves(self, int base, int ply) noexcept nogil
    cdef void begin(self, int base, int move) noexcept nogil
    cdef int pick(self, int place, int end) noexcept nogil
    cdef void record_cutoff(self, int move, int side, int depth, int ply) noexcept nogil

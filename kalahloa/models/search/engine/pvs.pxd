cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.search.engine.move_ordering cimport MoveOrder
from kalahloa.models.search.transposition_table cimport TranspositionTable
from kalahloa.models.search.search_control cimport SearchControl
from kalahloa.models.game.searchable cimport SearchPosition
from kalahloa.models.game.value cimport FAILED

cdef enum:
    MAX_PLY = 120
    # Up to this depth a search uses neither the null move nor reductions.
    FULL_WIDTH_DEPTH = 4
    MIN_SHARED_DEPTH = 4

@cython.final
cdef class Search(SearchControl):
    cdef readonly SearchPosition position
    cdef readonly TranspositionTable table
    cdef MoveOrder order
    cdef readonly object evaluator
    cdef int root
    cdef int null_move
    cdef bint allows_reductions
    cdef bint may_repeat
    cdef bint shares
    cdef bint lists_early
    cdef bint full_width
    cdef unsigned long long salt
    # One allocation, and the arrays in it.
    cdef int *block
    cdef int *line
    cdef int *line_length
    cdef int *excluded
    cdef int excluded_count
    cdef int first_move
    cdef long long heuristic_leaves
    cdef int null_moves
    cdef int root_value
    cdef char apart[CACHE_LINE]

    cdef int estimate(self) except? FAILED nogil
    cdef int leaf(self, int alpha, int beta) except? FAILED nogil
    cdef int search(
        self, int depth, int alpha, int beta, int ply, bint null_allowed
    ) except? FAILED nogil
    cdef int search_moves(
        self, unsigned long long key, int depth, int alpha, int beta, int ply, int base,
        int table_move
    ) except? FAILED nogil
    cdef int search_child(
        self, bint same, int depth, int alpha, int beta, int ply, bint null_allowed
    ) except? FAILED nogil
    cdef int tt_cutoff(
        self, unsigned long long word, int depth, int alpha, int beta, int ply
    ) noexcept nogil
    cdef bint tt_win_holds(self, int value, int ply) noexcept nogil
    cdef void extend_line(self, int move, int ply) noexcept nogil
    cdef bint is_excluded(self, int move) noexcept nogil
    cdef int check_node(self, int depth, int alpha, int beta, int ply) except -1 nogil
    cdef int check_child(
        self, unsigned long long key, int value, int ply, int end
    ) except -1 nogil

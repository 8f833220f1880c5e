cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.search.engine.move_ordering cimport MoveOrder
from kalahloa.models.search.transposition_table cimport Table
from kalahloa.models.search.search_control cimport Watch
from kalahloa.models.searchable cimport SearchPosition
from kalahloa.models.value cimport FAILED

cdef enum:
    MAX_PLY = 120
    # Up to this depth no move is left out or searched less deep than the others.
    FULL_WIDTH_DEPTH = 4
    LEAST_SHARED_DEPTH = 4

@cython.final
cdef class Search(Watch):
    cdef readonly SearchPosition position
    cdef readonly Table table
    cdef MoveOrder order
    cdef readonly object judge
    cdef int root
    cdef int null_move
    cdef bint reduces
    cdef bint recurs
    cdef bint shares
    cdef bint lists_early
    cdef bint full_width
    cdef unsigned long long salt
    # One block of memory, and what lies in it.
    cdef int *block
    cdef int *line
    cdef int *line_length
    cdef int *excluded
    cdef int excluded_count
    cdef int first_move
    cdef long long estimates
    cdef int null_moves
    cdef int root_value
    cdef char apart[CACHE_LINE]

    cdef int estimate(self) except? FAILED nogil
    cdef int leaf(self, int alpha, int beta) except? FAILED nogil
    cdef int visit(
        self, int depth, int alpha, int beta, int ply, bint null_allowed
    ) except? FAILED nogil
    cdef int expand(
        self, unsigned long long key, int depth, int alpha, int beta, int ply, int base,
        int table_move
    ) except? FAILED nogil
    cdef int below(
        self, bint same, int depth, int alpha, int beta, int ply, bint null_allowed
    ) except? FAILED nogil
    cdef int known(
        self, unsigned long long word, int depth, int alpha, int beta, int ply
    ) noexcept nogil
    cdef bint holds_here(self, int value, int ply) noexcept nogil
    cdef int no_moves(self) except? FAILED nogil
    cdef int beyond_all(self, int value) except? FAILED nogil
    cdef void extend_line(self, int move, int ply) noexcept nogil
    cdef bint is_excluded(self, int move) noexcept nogil

cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.search.transposition_table cimport TranspositionTable
from kalahloa.models.search.search_control cimport SearchControl
from kalahloa.models.game.solvable cimport SolvablePosition
from kalahloa.models.game.successors cimport SAME_SIDE_SCORE, SEARCHED_SCORE, Successors, best_place
from kalahloa.models.game.value cimport FAILED

cdef enum:
    # More than any score.
    SCORE_INFINITY = 20000
    # More than any estimate of one, in hundredths.
    ESTIMATE_INFINITY = 2000000
    # The maximal length of a line.
    MAX_PLIES = 1000
    # The moves of all positions of a line; a search with more gives up.
    MAX_SUCCESSORS = 16000
    # The least span between the bounds of a position whose moves threads share.
    MIN_SHARED_SPAN = 44
    # The least span of a position whose moves are ordered by the scout.
    MIN_SCOUT_SPAN = 64
    # The scout's least depth; the span that makes it two plies deeper; its greatest depth; and the
    # number of moves from which on it stays at the least depth.
    SCOUT_PLIES = 2
    SPAN_OF_TWO_PLIES = 8
    MAX_SCOUT_PLIES = 6
    MANY_MOVES = 7
    # The bonus, after the scout, for a move after which the same side moves again, in hundredths.
    SCOUT_SAME_SIDE_BONUS = 1600
    # The order score of a deferred move, less than any other.
    DEFERRED = -(1 << 29)

@cython.final
cdef class ExactSearch(SearchControl):
    cdef readonly SolvablePosition position
    cdef readonly TranspositionTable table
    cdef Successors successors
    cdef bint shares
    cdef int plies
    cdef char apart[CACHE_LINE]

    cdef int search_root(self, int alpha, int beta) except? FAILED nogil
    cdef int search(self, int here, int alpha, int beta) except? FAILED nogil
    cdef int search_moves(
        self, unsigned long long key, int fixed_score, int alpha, int beta, int low, int high,
        int base, int best, int best_move, long long nodes_before
    ) except? FAILED nogil
    cdef int scout_moves(self, int base, int span) except? FAILED nogil
    cdef int scout(self, int here, int plies, int alpha, int beta) except? FAILED nogil
    cdef int search_child(self, int place, int alpha, int beta) except? FAILED nogil
    cdef int look_up(self, int base, int end) noexcept nogil
    cdef int enter(self, int place) except -1 nogil
    cdef int leave(self, int place) except -1 nogil
    cdef int effort_of(self, long long nodes_before) noexcept nogil
    cdef int check_node(
        self, unsigned long long key, int alpha, int beta, int low, int high
    ) except -1 nogil
    cdef int check_successors(self, int base, int end) except -1 nogil
    cdef int check_child(self, unsigned long long key, int place, int end) except -1 nogil

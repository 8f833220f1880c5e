cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.search.transposition_table cimport TranspositionTable
from kalahloa.models.search.search_control cimport SearchControl
from kalahloa.models.solvable cimport SolvablePosition
from kalahloa.models.successors cimport SAME_SIDE_SCORE, Successors
from kalahloa.models.value cimport FAILED

cdef enum:
    # More than any score.
    ENDLESS = 20000
    # More than any estimate of one, in hundredths.
    FARTHEST = 2000000
    # The most moves a line may have.
    MAX_PLIES = 1000
    # Where less is still open about a position, threads do not share its moves.
    MIN_SHARED_SPAN = 44
    # Where less is still open about a position, its moves are not worth a look ahead.
    MIN_SCOUTED_SPAN = 64
    # How many moves such a look goes ahead at least, behind the one that is judged; by how much
    # more it goes two more; how many it goes at most; and with how many moves it goes no further.
    SCOUTED_PLIES = 2
    SPAN_OF_TWO_PLIES = 16
    MAX_SCOUTED_PLIES = 6
    MANY_MOVES = 7
    # What it is worth then that the same side moves again, in hundredths of the score's unit.
    SCOUTED_AGAIN = 1600
    # Less than the merit of any move.
    LAST = -(1 << 29)

@cython.final
cdef class ExactSearch(SearchControl):
    cdef readonly SolvablePosition position
    cdef readonly TranspositionTable table
    cdef Successors successors
    cdef bint shares
    cdef int deepest
    cdef char apart[CACHE_LINE]

    cdef int expand(self, int alpha, int beta, int least, int most) except? FAILED nogil
    cdef int search_moves(
        self, unsigned long long key, int alpha, int beta, int least, int most, int base,
        int best, int best_move, long long before
    ) except? FAILED nogil
    cdef int scout_moves(self, int base, int span) except? FAILED nogil
    cdef int scout(self, int plies, int alpha, int beta) except? FAILED nogil
    cdef int follow(self, int place, int alpha, int beta) except? FAILED nogil
    cdef int no_moves(self) except? FAILED nogil
    cdef int rank_of(self, long long before) noexcept nogil

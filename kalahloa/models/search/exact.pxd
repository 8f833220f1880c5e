cimport cython

from kalahloa.models.position cimport FAILED, Position
from kalahloa.models.search.table cimport Table
from kalahloa.models.search.watch cimport Watch
from kalahloa.models.survey cimport Survey

cdef enum:
    # More than any score.
    ENDLESS = 20000
    # The most moves a line may have.
    MOST_PLIES = 1000
    # Where less is still open about a position, threads do not share its moves.
    LEAST_SHARED_SPAN = 44
    # Less than the merit of any move.
    LAST = -(1 << 29)

@cython.final
cdef class ExactSearch(Watch):
    cdef readonly Position position
    cdef readonly Table table
    cdef Survey survey
    cdef bint shares
    cdef int deepest

    cdef int expand(self, int alpha, int beta, int least, int most) except? FAILED nogil
    cdef int search_moves(
        self, unsigned long long key, int alpha, int beta, int least, int most, int base,
        int best, int best_move, long long before
    ) except? FAILED nogil
    cdef int follow(self, int place, int alpha, int beta) except? FAILED nogil
    cdef int no_moves(self) except? FAILED nogil
    cdef int rank_of(self, long long before) noexcept nogil

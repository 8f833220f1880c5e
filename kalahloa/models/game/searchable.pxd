from kalahloa.models.game.position cimport Position
from kalahloa.models.game.value cimport FAILED

cdef enum:
    # The most words that `evaluation_words` writes.
    MAX_WORDS = 32

cdef class SearchPosition(Position):
    cdef int terminal_value(self, int score, int ply) noexcept nogil
    cdef int evaluate(self) except? FAILED nogil
    cdef int evaluation_words(self, long long *words) noexcept nogil
    cdef int static_bound(self, int alpha, int beta) noexcept nogil
    cdef int order_score(self, int move) noexcept nogil
    cdef void score_moves(self, int *moves, int *scores, int base, int end) noexcept nogil
    cdef int null_move(self) noexcept nogil
    cdef bint allows_reductions(self) noexcept nogil

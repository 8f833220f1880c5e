from kalahloa.models.position cimport Position
from kalahloa.models.value cimport FAILED

cdef class SearchPosition(Position):
    cdef int worth(self, int score, int ply) noexcept nogil
    cdef int evaluate(self) except? FAILED nogil
    cdef int settled(self, int alpha, int beta) noexcept nogil
    cdef int promise(self, int move) noexcept nogil
    cdef void rank(self, int *moves, int *scores, int base, int end) noexcept nogil
    cdef int null_move(self) noexcept nogil
    cdef bint reduces(self) noexcept nogil

cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE

cdef enum:
    # The order score of a move after which the same side moves again.
    SAME_SIDE_SCORE = 1 << 19
    # The order score of a move that is not to be picked again, less than any other.
    SEARCHED_SCORE = -(1 << 30)

@cython.final
cdef class Successors:
    cdef readonly int room
    # Where the moves of the position expanded last end.
    cdef int end
    cdef int *block
    cdef int *moves
    cdef int *order_scores
    cdef int *lower
    cdef int *upper
    cdef int *fixed_score
    cdef int *same_side
    cdef int *estimates
    cdef bint estimating
    cdef unsigned long long *keys
    cdef unsigned long long *mine
    cdef unsigned long long *theirs
    cdef char apart[CACHE_LINE]

    cdef int add(self, int move) noexcept nogil

# The index of the best move, by its order score, from *base* to before *end* whose upper bound
# exceeds *above*, or -1; here so that it is inlined.
cdef inline int best_place(Successors successors, int base, int end, int above) noexcept nogil:
    cdef int *upper = successors.upper
    cdef int *scores = successors.order_scores
    cdef int top = -1
    cdef int score = SEARCHED_SCORE
    cdef int place
    for place in range(base, end):
        if upper[place] > above and scores[place] > score:
            score = scores[place]
            top = place
    return top

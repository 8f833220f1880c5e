from kalahloa.models.game.searchable cimport SearchPosition

# What features ask of bitboards.
cpdef unsigned long long first_group(unsigned long long pieces) noexcept nogil
cpdef int count_captures(
    unsigned long long own, unsigned long long other, long long size
) noexcept nogil
cpdef unsigned long long movable_pieces(
    unsigned long long own, unsigned long long other, long long size
) noexcept nogil
cpdef int count_on_line(
    unsigned long long pieces, long long origin, long long target
) noexcept nogil

# What a search of one side's moves asks of bitboards.
cdef int list_moves(
    unsigned long long own, unsigned long long other, unsigned long long outside, int *moves
) noexcept nogil
cdef unsigned long long flood_fill(
    unsigned long long start, unsigned long long pieces
) noexcept nogil

cdef class LoaBoard(SearchPosition):
    cdef unsigned long long own
    cdef unsigned long long other
    # The number of ranks, and the squares that are not on the board.
    cdef readonly int size
    cdef unsigned long long outside
    cdef bint both_connected_draws
    cdef bint blocked_loses
    cdef unsigned long long *boards
    cdef int *reversible_stack

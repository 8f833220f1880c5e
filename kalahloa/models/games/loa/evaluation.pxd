cpdef int evaluate_pieces(
    unsigned long long own, unsigned long long other, int size
) noexcept nogil

# What features ask of bitboards.
cpdef int file_sum(unsigned long long pieces) noexcept nogil
cpdef int rank_sum(unsigned long long pieces) noexcept nogil
cpdef int distance_surplus(unsigned long long pieces) noexcept nogil
cpdef int off_centre_halves(unsigned long long pieces, long long size) noexcept nogil
cpdef int quad_count(unsigned long long pieces, long long size) noexcept nogil
cpdef int wall_value(
    unsigned long long pieces, unsigned long long against, long long size
) noexcept nogil
cpdef int neighbour_eighths(unsigned long long pieces) noexcept nogil
cpdef int squares_outside(unsigned long long pieces, long long size) noexcept nogil

cpdef int evaluate_pieces(unsigned long long own, unsigned long long other) noexcept nogil

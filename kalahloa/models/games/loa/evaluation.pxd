cpdef int evaluate_pieces(unsigned long long own, unsigned long long other) noexcept nogil
cpdef bint surely_split(unsigned long long pieces) noexcept nogil

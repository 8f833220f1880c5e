# The mobility of `own` and, times 65,536, of `other`.
cdef int mobility(unsigned long long own, unsigned long long other, int size) noexcept nogil
# The number of moves of `own`, for features.
cpdef int move_count(
    unsigned long long own, unsigned long long other, long long size
) noexcept nogil

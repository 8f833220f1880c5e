# The mobility of `own` and, times 65,536, of `other`.
cdef int mobility(unsigned long long own, unsigned long long other) noexcept nogil

cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE

cdef enum:
    UPPER = 1
    LOWER = 2
    EXACT = 3
    # The depth of entries that depend on no heuristic leaf.
    SOLVED = 255
    BUCKET_BYTES = 64
    SEARCHING_SLOTS = 4096
    BUCKET = 4
    AGES = 64

@cython.final
cdef class TranspositionTable:
    cdef unsigned long long *entries
    cdef unsigned long long buckets
    cdef unsigned long long *searching
    cdef unsigned long long age
    cdef readonly int mebibytes
    cdef char apart[CACHE_LINE]

    cdef void take_over(
        self, unsigned long long *old, unsigned long long buckets
    ) noexcept nogil
    cdef void forget_values(self) noexcept nogil
    cdef unsigned long long place(self, unsigned long long key) noexcept nogil
    cdef unsigned long long probe(self, unsigned long long key) noexcept nogil
    cdef void store(
        self, unsigned long long key, int move, int value, int depth, int bound
    ) noexcept nogil
    cdef void store_span(
        self, unsigned long long key, int move, int low, int high, int rank
    ) noexcept nogil
    cdef int low_of(self, unsigned long long word) noexcept nogil
    cdef int high_of(self, unsigned long long word) noexcept nogil
    cdef void write(self, unsigned long long key, unsigned long long packed) noexcept nogil
    cdef int check_word(self, unsigned long long word, int max_depth) except -1 nogil
    cdef void prefetch_bucket(self, unsigned long long key) noexcept nogil
    cdef bint is_searched_elsewhere(self, unsigned long long key) noexcept nogil
    cdef void mark_searching(self, unsigned long long key) noexcept nogil
    cdef void unmark_searching(self, unsigned long long key) noexcept nogil

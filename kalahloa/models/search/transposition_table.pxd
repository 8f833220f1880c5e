cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE, GOLDEN
from kalahloa.models.native.memory cimport prefetch

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
    # How many searches use the table just now; -1 while it is being changed.
    cdef int users
    cdef char apart[CACHE_LINE]

    cdef int acquire(self) except -1
    cdef void release(self) noexcept
    cdef int require_unused(self) except -1
    cdef int require_whole(self) except -1
    cdef void take_over(
        self, unsigned long long *old, unsigned long long first, unsigned long long end
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
    cdef void write(self, unsigned long long key, unsigned long long packed) noexcept nogil
    cdef int check_word(self, unsigned long long word, int max_depth) except -1 nogil
    cdef void prefetch_bucket(self, unsigned long long key) noexcept nogil
    cdef bint is_searched_elsewhere(self, unsigned long long key) noexcept nogil
    cdef void mark_searching(self, unsigned long long key) noexcept nogil
    cdef void unmark_searching(self, unsigned long long key) noexcept nogil

# What the searches with an entry for every node call most, here so that it is inlined; the .py has
# the same functions.

# The lower and the upper bound in *word*, an entry of `store_span`.
cdef inline int low_of(unsigned long long word) noexcept nogil:
    return <int>((word >> 16) & 0xFFFF) - 32768

cdef inline int high_of(unsigned long long word) noexcept nogil:
    return <int>(word >> 48) - 32768

# The index of the first word of the bucket of *key*.
cdef inline unsigned long long bucket_of(
    TranspositionTable table, unsigned long long key
) noexcept nogil:
    return (((key * GOLDEN) >> 32) * table.buckets >> 32) * 8

# What `TranspositionTable.probe` and `prefetch_bucket` do.
cdef inline unsigned long long find_word(
    TranspositionTable table, unsigned long long key
) noexcept nogil:
    cdef unsigned long long *bucket = table.entries + bucket_of(table, key)
    cdef unsigned long long word
    cdef int slot
    for slot in range(4):
        word = bucket[2 * slot + 1]
        if bucket[2 * slot] ^ word == key and (word >> 42) & 63 == table.age:
            return word
    return 0

cdef inline void prefetch_word(TranspositionTable table, unsigned long long key) noexcept nogil:
    prefetch(table.entries + bucket_of(table, key))

# Constants, which Cython would read from variables, and bit operations that the C compiler turns into one instruction each.
cdef extern from * nogil:
    """
    #include <stdint.h>
    #define KALAHLOA_M64 0xFFFFFFFFFFFFFFFFull
    #define KALAHLOA_GOLDEN 0x9E3779B97F4A7C15ull
    #if defined(_MSC_VER)
    #include <intrin.h>
    #include <stdlib.h>
    static __inline int kalahloa_popcount(uint64_t x) { return (int)__popcnt64(x); }
    static __inline uint64_t kalahloa_reversed(uint64_t x) { return _byteswap_uint64(x); }
    static __inline int kalahloa_lowest(uint64_t x) {
        unsigned long i; _BitScanForward64(&i, x); return (int)i;
    }
    #else
    static inline int kalahloa_popcount(uint64_t x) { return __builtin_popcountll(x); }
    static inline uint64_t kalahloa_reversed(uint64_t x) { return __builtin_bswap64(x); }
    static inline int kalahloa_lowest(uint64_t x) { return __builtin_ctzll(x); }
    #endif
    """
    unsigned long long M64 "KALAHLOA_M64"
    unsigned long long GOLDEN "KALAHLOA_GOLDEN"
    int popcount "kalahloa_popcount" (unsigned long long x) noexcept
    unsigned long long reversed_bytes "kalahloa_reversed" (unsigned long long x) noexcept
    int lowest "kalahloa_lowest" (unsigned long long x) noexcept

cdef enum:
    # The bytes that processors take from one another at once.  Objects that a search writes to at
    # every node, and those next to which they may lie, end with as many bytes that nobody uses:
    # else each write holds up the thread that reads what happens to lie beside it.
    CACHE_LINE = 64

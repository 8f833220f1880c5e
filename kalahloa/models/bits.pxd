# Constants, which Cython would read from variables, and bit operations that the C compiler turns into one instruction each.
cdef extern from * nogil:
    """
    #include <stdint.h>
    #define KALAHLOA_M64 0xFFFFFFFFFFFFFFFFull
    #define KALAHLOA_GOLDEN 0x9E3779B97F4A7C15ull
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int kalahloa_popcount(uint64_t x) { return (int)__popcnt64(x); }
    static __inline int kalahloa_lowest(uint64_t x) {
        unsigned long i; _BitScanForward64(&i, x); return (int)i;
    }
    #else
    static inline int kalahloa_popcount(uint64_t x) { return __builtin_popcountll(x); }
    static inline int kalahloa_lowest(uint64_t x) { return __builtin_ctzll(x); }
    #endif
    """
    unsigned long long M64 "KALAHLOA_M64"
    unsigned long long GOLDEN "KALAHLOA_GOLDEN"
    int popcount "kalahloa_popcount" (unsigned long long x) noexcept
    int lowest "kalahloa_lowest" (unsigned long long x) noexcept

# Large blocks of memory, zeroed or to be zeroed bit by bit, and hints to the processor about them.
cdef extern from * nogil:
    """
    #include <stdlib.h>
    #include <string.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    static void *kalahloa_block(size_t bytes) {
    #if defined(__linux__)
        void *block = NULL;
        if (posix_memalign(&block, 1 << 21, bytes)) return NULL;
        /* Huge pages spare most of the address translation that a random access costs. */
        madvise(block, bytes, MADV_HUGEPAGE);
        return block;
    #else
        return malloc(bytes);
    #endif
    }
    static void *kalahloa_zeroed_block(size_t bytes) {
        void *block = kalahloa_block(bytes);
        if (block) memset(block, 0, bytes);
        return block;
    }
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define kalahloa_prefetch(place) _mm_prefetch((const char *)(place), _MM_HINT_T0)
    #else
    #define kalahloa_prefetch(place) __builtin_prefetch(place)
    #endif
    """
    void *raw_block "kalahloa_block" (size_t bytes) noexcept
    void *zeroed_block "kalahloa_zeroed_block" (size_t bytes) noexcept
    void prefetch "kalahloa_prefetch" (void *place) noexcept

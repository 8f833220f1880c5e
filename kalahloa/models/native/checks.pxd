# Checks of invariants, which only a debug build makes; elsewhere they compile to nothing.  To be
# called under `if DEBUG:`, so that their arguments are not worked out either.
cdef extern from * nogil:
    """
    #ifndef KALAHLOA_DEBUG
    #define KALAHLOA_DEBUG 0
    #endif
    #if KALAHLOA_DEBUG
    #include <stdio.h>
    static void kalahloa_failed(const char *what, const char *function) {
        char message[512];
        PyOS_snprintf(message, sizeof message, "check failed in %s: %s", function, what);
        Py_FatalError(message);
    }
    static void kalahloa_out_of_range(
        long long value, long long low, long long high, const char *what, const char *function
    ) {
        char range[256];
        PyOS_snprintf(range, sizeof range, "%s is %lld, not %lld to %lld", what, value, low, high);
        kalahloa_failed(range, function);
    }
    #define kalahloa_check(condition, what) \
        do { if (!(condition)) kalahloa_failed(what, __func__); } while (0)
    #define kalahloa_check_range(value, low, high, what) \
        do { \
            long long kalahloa_value = (value), kalahloa_low = (low), kalahloa_high = (high); \
            if (kalahloa_value < kalahloa_low || kalahloa_value > kalahloa_high) \
                kalahloa_out_of_range(kalahloa_value, kalahloa_low, kalahloa_high, what, __func__); \
        } while (0)
    #else
    #define kalahloa_check(condition, what) ((void)0)
    #define kalahloa_check_range(value, low, high, what) ((void)0)
    #endif
    """
    bint DEBUG "KALAHLOA_DEBUG"
    void check "kalahloa_check" (bint condition, const char *what) noexcept
    void check_range "kalahloa_check_range" (
        long long value, long long low, long long high, const char *what
    ) noexcept

# A clock that runs without the GIL.
cdef extern from * nogil:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static double kalahloa_now(void) {
        LARGE_INTEGER count, frequency;
        QueryPerformanceCounter(&count);
        QueryPerformanceFrequency(&frequency);
        return (double)count.QuadPart / (double)frequency.QuadPart;
    }
    #else
    #include <time.h>
    static double kalahloa_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        return (double)moment.tv_sec + 1e-9 * (double)moment.tv_nsec;
    }
    #endif
    """
    double now "kalahloa_now" () noexcept

# Clocks that run without the GIL: the time, and the processor time of the process.
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
    static double kalahloa_processor_now(void) {
        FILETIME made, ended, kernel, user;
        ULARGE_INTEGER first, second;
        GetProcessTimes(GetCurrentProcess(), &made, &ended, &kernel, &user);
        first.LowPart = kernel.dwLowDateTime;
        first.HighPart = kernel.dwHighDateTime;
        second.LowPart = user.dwLowDateTime;
        second.HighPart = user.dwHighDateTime;
        return 1e-7 * (double)(first.QuadPart + second.QuadPart);
    }
    #else
    #include <time.h>
    static double kalahloa_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_MONOTONIC, &moment);
        return (double)moment.tv_sec + 1e-9 * (double)moment.tv_nsec;
    }
    static double kalahloa_processor_now(void) {
        struct timespec moment;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &moment);
        return (double)moment.tv_sec + 1e-9 * (double)moment.tv_nsec;
    }
    #endif
    """
    double now "kalahloa_now" () noexcept
    double processor_now "kalahloa_processor_now" () noexcept

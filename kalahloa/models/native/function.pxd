# Calls of functions that are made at run time, by their address.
cdef extern from * nogil:
    """
    #include <math.h>
    #include <stddef.h>
    typedef double (*kalahloa_evaluation)(const long long *words, long long count);
    #define kalahloa_call(address, words, count) \
        (((kalahloa_evaluation)(size_t)(address))((words), (count)))
    #define kalahloa_hundredths(number) ((int)rint(100.0 * (number)))
    """
    double call_evaluation "kalahloa_call" (
        size_t address, long long *words, long long count
    ) noexcept
    int hundredths "kalahloa_hundredths" (double number) noexcept

cimport cython

from kalahloa.models.position cimport Position

cdef class SearchControl:
    # Written by other threads while a search runs, and read at each poll.  The words are aligned
    # and independent of other memory, so that no memory barrier is needed.
    cdef volatile int *control
    cdef int task
    # Read by other threads, which may see a slightly older count.
    cdef long long nodes
    cdef long long node_limit
    cdef long long budget_end
    cdef long long next_poll
    cdef long long poll_interval
    cdef double deadline
    cdef bint run_aborted
    cdef bint stopped

    @cython.final
    cdef bint adapt_polling(self, Position position, object evaluator)
    @cython.final
    cdef void poll(self) noexcept nogil

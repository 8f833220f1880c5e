cimport cython

from kalahloa.models.position cimport Position

cdef class SearchControl:
    # Other threads write these words while a search runs: they are read anew at each poll.  They
    # are single, aligned and independent of other memory, so that no order need be kept.
    cdef volatile int *control
    cdef int task
    # Other threads read this count, which may be a little old.
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

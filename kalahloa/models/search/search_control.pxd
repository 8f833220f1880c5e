cimport cython

from kalahloa.models.position cimport Position
from kalahloa.models.searchable cimport SearchPosition

cdef enum:
    # Values of compiled heuristics of this size or more are asked of the heuristic itself.
    COMPILED_LIMIT = 90

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
    # The evaluator's C function, or 0, and what it is called with.
    cdef size_t address
    cdef long long words[32]

    @cython.final
    cdef bint adapt_polling(self, Position position, object evaluator)
    @cython.final
    cdef int call_function(self, SearchPosition position) noexcept nogil
    @cython.final
    cdef void poll(self) noexcept nogil

cimport cython

from kalahloa.models.game.position cimport Position
from kalahloa.models.search.transposition_table cimport TranspositionTable
from kalahloa.models.game.searchable cimport SearchPosition
from kalahloa.models.game.value cimport FAILED

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
    # Whether a thread is in a run.
    cdef bint running
    # The evaluator's C function, or 0, and what it is called with.
    cdef size_t address
    cdef long long words[32]

    @cython.final
    cdef int begin(self, Position position, TranspositionTable table) except -1
    @cython.final
    cdef int end(self, Position position, TranspositionTable table, int root) except -1
    @cython.final
    cdef int require_idle(self) except -1
    @cython.final
    cdef bint adapt_polling(self, Position position, object evaluator)
    @cython.final
    cdef int ask(self, object evaluator, SearchPosition position) except? FAILED
    @cython.final
    cdef int no_moves(self) except? FAILED nogil
    @cython.final
    cdef int value_out_of_range(self, Position position, int value) except? FAILED nogil
    @cython.final
    cdef int call_function(self, SearchPosition position) noexcept nogil
    @cython.final
    cdef void poll(self) noexcept nogil

cimport cython

from kalahloa.models.position cimport Position

cdef class Watch:
    cdef int *control
    cdef int task
    cdef long long nodes
    cdef long long node_limit
    cdef long long budget_end
    cdef long long checkpoint
    cdef long long poll_interval
    cdef double deadline
    cdef bint aborted
    cdef bint over

    @cython.final
    cdef bint adapt_polling(self, Position position, object judge)
    @cython.final
    cdef void poll(self) noexcept nogil

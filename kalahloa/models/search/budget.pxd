cimport cython

@cython.final
cdef class Budget:
    cdef readonly long long nodes
    cdef readonly bint spent
    cdef bint told_to_stop
    cdef long long node_limit
    cdef long long checkpoint
    cdef long long poll_interval
    cdef double deadline

    cdef bint take(self) noexcept nogil
    cdef void poll(self) noexcept nogil

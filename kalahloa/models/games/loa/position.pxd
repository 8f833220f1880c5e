cimport cython

from kalahloa.models.games.loa.board cimport LoaBoard
from kalahloa.models.games.loa.network cimport LoaNetwork
from kalahloa.models.native.bits cimport CACHE_LINE

@cython.final
cdef class Loa(LoaBoard):
    cdef readonly LoaNetwork network
    # Whether the network evaluates, and its accumulators by ply.
    cdef bint uses_network
    cdef short *accumulators
    cdef char apart[CACHE_LINE]

    cdef int refresh_accumulator(self) except -1
    cdef int reserve_accumulators(self) except -1
    cdef void update_accumulator(self, int mover, int move, bint captures) noexcept nogil

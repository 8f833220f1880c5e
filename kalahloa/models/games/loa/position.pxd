cimport cython

from kalahloa.models.games.loa.board cimport LoaBoard
from kalahloa.models.games.loa.network cimport LoaNetwork
from kalahloa.models.native.bits cimport CACHE_LINE

@cython.final
cdef class Loa(LoaBoard):
    cdef readonly LoaNetwork network
    # Whether the network evaluates, and the sums of its first layer by ply.
    cdef bint judges
    cdef short *sums
    cdef char apart[CACHE_LINE]

    cdef int begin_sums(self) except -1
    cdef int reserve_sums(self) except -1
    cdef void sum_after(self, int mover, int move, bint captures) noexcept nogil

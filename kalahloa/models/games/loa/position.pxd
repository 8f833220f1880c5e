cimport cython

from kalahloa.models.games.loa.board cimport LoaBoard
from kalahloa.models.native.bits cimport CACHE_LINE

@cython.final
cdef class Loa(LoaBoard):
    cdef char apart[CACHE_LINE]

cimport cython

from kalahloa.models.bits cimport CACHE_LINE
from kalahloa.models.position cimport Position

@cython.final
cdef class TicTacToe(Position):
    cdef int own
    cdef int other
    cdef char apart[CACHE_LINE]

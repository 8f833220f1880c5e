cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.game.solvable cimport SolvablePosition

@cython.final
cdef class TicTacToe(SolvablePosition):
    cdef int own
    cdef int other
    cdef char apart[CACHE_LINE]

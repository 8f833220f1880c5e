cimport cython

from kalahloa.models.position cimport Position

@cython.final
cdef class TicTacToe(Position):
    cdef int own
    cdef int other

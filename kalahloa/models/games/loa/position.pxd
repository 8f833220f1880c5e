cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.searchable cimport SearchPosition

@cython.final
cdef class Loa(SearchPosition):
    cdef unsigned long long own
    cdef unsigned long long other
    cdef bint both_connected_draws
    cdef bint blocked_loses
    cdef unsigned long long *boards
    cdef int *reversible_stack
    cdef char apart[CACHE_LINE]

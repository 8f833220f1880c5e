cimport cython

from kalahloa.models.kalah_endgames cimport Endgames

# The lists of links. Moves of the side: from pit to pit, into the kalah, round the board; for each
# number of stones, those that bring so many across; for each pit of its own, those that end there
# when it was empty, with the capture and without. Moves of the other side: those that bring so
# many stones, and those that take so many from a pit.
cdef enum:
    WITHIN = 0
    AGAIN = 1
    ROUND = 2
    ACROSS = 3
    CAPTURE = 16
    FALL = 28
    GET = 40
    LOSE = 53

@cython.final
cdef class Links:
    cdef Endgames table
    # No side that the lists are about has more stones.
    cdef int half
    # How many lists there are for one number of stones.
    cdef int kinds
    # All links, and where each list begins, by stones * kinds + kind, counted in links.
    cdef int *links
    cdef int *starts
    # The pits of every side by stones and rank, and where those of each number of stones begin.
    cdef int *cells
    cdef int *first_cells

cimport cython

from kalahloa.models.games.kalah.tablebase.tablebase cimport Tablebase

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
    cdef Tablebase table
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
    # What the lists are made with: where each ends so far, the side in question, and what a move
    # makes of it; and whether links are written down, and not counted.
    cdef int *ends
    cdef unsigned short side[12]
    cdef unsigned short changed[12]
    cdef bint filling

    cdef void link_all(self) noexcept nogil
    cdef void link(self, int stones, int kind, int rank, int target) noexcept nogil
    cdef void link_moves(self, int stones, int rank) noexcept nogil
    cdef void link_answers(self, int stones, int rank) noexcept nogil

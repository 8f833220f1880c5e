cimport cython

from kalahloa.models.games.kalah.tablebase.tablebase cimport Tablebase

# The kinds of lists. Moves of the side: within its pits, into its kalah (an extra turn), round the
# board; across, by the number of stones that cross; ending in an empty pit of its own, by pit, with
# and without the capture. Moves of the other side: by the number of stones they bring, and by the
# pit and the number of stones they capture.
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
    # For building: where each list ends so far, the side's pits before and after a move, and
    # whether links are written (or only counted).
    cdef int *ends
    cdef unsigned short side[12]
    cdef unsigned short changed[12]
    cdef bint filling

    cdef void link_all(self) noexcept nogil
    cdef void link(self, int stones, int kind, int rank, int target) noexcept nogil
    cdef void link_moves(self, int stones, int rank) noexcept nogil
    cdef void link_answers(self, int stones, int rank) noexcept nogil

cimport cython

from kalahloa.models.games.kalah.tablebase.tablebase cimport Tablebase

# The kinds of lists, some of which are ranges of kinds.
# Moves of the side: ending in a pit of its own that holds stones, in its kalah (an extra turn), or
# past the opponent's last pit (round the board); across, indexed by the stones that cross; ending
# in an empty pit of its own, indexed by pit, with (CAPTURE) and without a capture (FALL).
# Moves of the opponent: indexed by the number of stones that they bring (GET), and by the pit and
# the number of stones that they capture (LOSE).
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
    # The maximum number of stones of a side with lists.
    cdef int half
    # The number of lists for each number of stones.
    cdef int kinds
    # All links, and the start of each list at stones * kinds + kind, in links.
    cdef int *links
    cdef int *starts
    # The pits of every arrangement by stones and rank, and the start of each number of stones.
    cdef int *cells
    cdef int *first_cells
    # While building: the current end of each list, the side's pits before and after a move, and
    # whether links are written or only counted.
    cdef int *ends
    cdef unsigned short side[12]
    cdef unsigned short changed[12]
    cdef bint filling

    cdef int make_room(self) except -1
    cdef int lay_out(self) except -1
    cdef void link_all(self) noexcept nogil
    cdef void link(self, int stones, int kind, int rank, int target) noexcept nogil
    cdef void link_moves(self, int stones, int rank) noexcept nogil
    cdef void link_answers(self, int stones, int rank) noexcept nogil

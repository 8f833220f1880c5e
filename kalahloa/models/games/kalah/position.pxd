cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE
from kalahloa.models.games.kalah.board cimport KalahBoard
from kalahloa.models.games.kalah.network cimport KalahNetwork
from kalahloa.models.games.kalah.packing cimport Packing
from kalahloa.models.games.kalah.tablebase.tablebase cimport Tablebase
from kalahloa.models.game.successors cimport Successors

cdef enum:
    # Order scores for the exact search.  Extra turns come first, then moves by stones gained, by
    # how few extra turns and moves they leave the opponent, by how many they leave the mover, by
    # the stones of the opponent that then face an empty pit, and by the pit, the nearest first.
    # Tuned on the node counts of 36 positions of the middle game: estimates of the final score
    # order worse by far.
    GAIN_SCORE = 800
    READY_SCORE = 200
    FULL_SCORE = 400
    OWN_FULL_SCORE = 100
    OWN_READY_SCORE = 150
    EXPOSED_SCORE = 30
    PIT_SCORE = 40
    # That of a move whose value is known.
    DECIDED_SCORE = 1 << 27

cdef int _landing(
    unsigned short *board, unsigned char *last, int pits, int side, int move
) noexcept nogil
cdef int _order_score(
    unsigned short *board, unsigned char *last, int pits, int side, bint empty_capture, int move
) noexcept nogil

@cython.final
cdef class Kalah(KalahBoard):
    # The pits that `evaluate_packed` has unpacked.
    cdef unsigned short scratch[16]
    cdef readonly Tablebase tablebase
    cdef int most_known
    cdef readonly KalahNetwork network
    # Whether the network evaluates the pits.
    cdef bint uses_network
    # Whether the board is small enough to be packed.
    cdef bint packs
    cdef Packing packing
    cdef char apart[CACHE_LINE]

    cdef unsigned long long packed_side(self, int side) noexcept nogil
    cdef bint expand_packed(self, Successors successors, int here, int beta, int pits) noexcept nogil
    cdef int estimate_successors(self, Successors successors, int base) noexcept nogil
    cdef int check_expansion(self, Successors successors, int here, int base) except -1 nogil
    cdef int evaluate_packed(
        self, unsigned long long mine, unsigned long long theirs
    ) noexcept nogil
    cdef int evaluate_cells(self, unsigned short *cells, int mover) noexcept nogil
    cdef unsigned long long tablebase_index(self, unsigned short *cells, int mover) noexcept nogil

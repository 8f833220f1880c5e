cimport cython

from kalahloa.models.games.loa.board cimport LoaBoard

cdef enum:
    # The most moves of a sequence.
    MAX_SEQUENCE = 24
    # With more moves left, positions are not tested for a tree.
    MAX_TREE_MOVES = 7
    # How many groups a tree has to connect besides the largest; more cost more than they cut off.
    MAX_TERMINALS = 4
    # How many positions the beam keeps for each number of moves.
    BEAM_WIDTH = 64
    # The length of the hash table.
    SLOTS = 16384

@cython.final
cdef class ConnectionSearch:
    cdef unsigned long long own
    cdef unsigned long long other
    cdef unsigned long long outside
    # Whether a capture that connects the other side ends the game.
    cdef bint captures_may_end
    cdef long long max_nodes
    cdef readonly long long nodes
    cdef bint aborted
    # The moves of the sequence found.
    cdef int line[24]
    # The groups of the position that is tested, the largest first.
    cdef unsigned long long groups[64]
    cdef int sizes[64]
    # The squares in which a tree can end, by its terminals, times 8, plus its number of free
    # squares; and the least number for which there is a tree, by its terminals.
    cdef unsigned long long trees[128]
    cdef int least[16]
    # A hash table of positions: so many moves do not connect them; -1 for a position of the beam.
    cdef unsigned long long seen_own[16384]
    cdef unsigned long long seen_other[16384]
    cdef int seen_moves[16384]
    # The positions of the beam, `BEAM_WIDTH` for each number of moves, the best first.
    cdef unsigned long long beam_own[1600]
    cdef unsigned long long beam_other[1600]
    cdef int beam_parent[1600]
    cdef int beam_move[1600]
    cdef int beam_score[1600]

    cdef bint search(
        self, unsigned long long own, unsigned long long other, int remaining, int ply
    ) noexcept nogil
    cdef bint last_two_moves(
        self, unsigned long long own, unsigned long long other, int ply
    ) noexcept nogil
    cdef int last_move(self, unsigned long long own, unsigned long long other) noexcept nogil
    cdef bint ends(self, unsigned long long before, unsigned long long after) noexcept nogil
    cdef bint allows(self, unsigned long long own, int budget) noexcept nogil
    cdef bint allows_tree(self, unsigned long long own, int count, int budget) noexcept nogil
    cdef void merge_trees(
        self, unsigned long long own, int mask, int budget
    ) noexcept nogil
    cdef bint is_seen(
        self, unsigned long long own, unsigned long long other, int least, int most
    ) noexcept nogil
    cdef void mark_seen(
        self, unsigned long long own, unsigned long long other, int remaining
    ) noexcept nogil
    cdef int beam(self, int max_moves) noexcept nogil
    cdef void keep(
        self, unsigned long long own, unsigned long long other, int parent, int move, int level
    ) noexcept nogil
    cdef void trace(self, int level, int parent, int move) noexcept nogil

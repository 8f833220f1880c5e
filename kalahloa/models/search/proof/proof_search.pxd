cimport cython

from kalahloa.models.game.position cimport Position
from kalahloa.models.search.proof.path cimport ProofPath
from kalahloa.models.search.proof.proof_table cimport ProofTable
from kalahloa.models.search.search_control cimport SearchControl

cdef enum:
    # Room for the moves of all positions on the path.
    MAX_CHILDREN = 40000
    # The level of a disproof that depends on no position of the path.
    NO_LEVEL = 10000
    # The level of a disproof that may depend on any position of the path.
    ANY_LEVEL = -1

@cython.final
cdef class ProofSearch(SearchControl):
    cdef readonly Position position
    cdef readonly ProofTable table
    cdef readonly int side
    cdef ProofPath line
    cdef bint uses_history
    # Whether numbers are added up as if all lines but the hardest led to the same positions.
    cdef bint weak
    # Whether the evaluation gives the first numbers.
    cdef bint estimates
    # How many children are not solved.
    cdef int open_count
    # The moves of the root that are searched; all if there is none.
    cdef int root_moves[512]
    cdef int root_count
    # One allocation, and the arrays in it: the children of all positions on the path.
    cdef int *moves
    cdef int *proofs
    cdef int *disproofs
    cdef int *levels
    cdef int *lengths
    cdef int *scratch
    cdef unsigned long long *keys
    cdef int children_end
    # The results of the last call of search_node.
    cdef int proof
    cdef int disproof
    cdef int level
    cdef int length
    # The child to search next, and the second best number.
    cdef int best
    cdef int second
    cdef int root_proof
    cdef int root_disproof

    cdef int start(self) except -1
    cdef int finish(self, int root) except -1
    cdef int search_node(
        self, unsigned long long key, int proof_limit, int disproof_limit, int depth
    ) except -1 nogil
    cdef bint count_node(self) noexcept nogil
    cdef int expand(self, unsigned long long key, bint proves, int depth) except -1 nogil
    cdef int rest(self, int total, int own) noexcept nogil
    cdef int generate(self) except -1 nogil
    cdef int set_child_numbers(self, int place, unsigned long long key, int depth) except -1 nogil
    cdef int scale_numbers(self, int place) except -1 nogil
    cdef bint is_full(self, int depth) noexcept nogil
    cdef bint wins(self, int value) noexcept nogil
    cdef bint probe_child(self, int place, int depth) noexcept nogil
    cdef bint update_child(self, int place, int depth) noexcept nogil
    cdef void update_numbers(self, int base, int end, bint proves) noexcept nogil
    cdef void store_result(
        self, unsigned long long key, int base, int end, bint proves, int depth, long long nodes
    ) noexcept nogil
    cdef void set_child(self, int place, int proof, int disproof, int level) noexcept nogil
    cdef unsigned long long key_after(self, unsigned long long key, int move) noexcept nogil
    cdef int check_node(
        self, unsigned long long key, int proof_limit, int disproof_limit, int depth
    ) except -1 nogil
    cdef int check_numbers(self, int proof, int disproof) except -1 nogil

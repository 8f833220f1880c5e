cimport cython

from kalahloa.models.game.value cimport FAILED, ONGOING

cdef enum:
    MAX_MOVES = 512
    NO_MOVE = -1

cdef class Position:
    cdef readonly int side
    cdef readonly unsigned long long hash
    cdef readonly object rules
    cdef readonly int ply
    cdef int capacity
    cdef unsigned long long *hashes
    cdef int *played
    # The repetition rule: the occurrence that is a draw (0: no rule), whether the side to move is
    # ignored, and the part of the hash that tells the sides to move apart.
    cdef int repeat_times
    cdef bint repeat_any_side
    cdef unsigned long long side_key
    # The fewest plies in which a position can recur, and the step with which to look for it.
    cdef int shortest_cycle
    cdef int cycle_step
    # The number of plies since the last irreversible move; updated by the game.
    cdef int reversible_plies
    # Whether the rules are plain Python, so that nodes are slow.
    cdef readonly bint in_python
    # Whether a search runs on it, and the ply above which moves are its own, not the search's.
    cdef bint searched
    cdef int search_floor

    # The rules as a search calls them: no GIL, no Python objects.
    cdef int generate(self, int *moves) except -1 nogil
    cdef int push(self, int move) except -1 nogil
    cdef int pop(self) except -1 nogil
    cdef int result(self) except? FAILED nogil
    cdef bint obeys_rules(self, int move) except -1 nogil

    # Repetition.
    cdef bint always_ends(self) noexcept
    cdef bint repeated(self) noexcept nogil
    cdef bint is_repetition(self, int since) noexcept nogil
    cdef int repeatable_plies(self) noexcept nogil
    cdef bint depends_on_history(self) noexcept nogil
    cdef unsigned long long other_side_hash(self) noexcept nogil

    cdef int lacks_rules(self) except -1 nogil
    @cython.final
    cdef int require_free(self) except -1
    @cython.final
    cdef bint allows(self, object move) except -1
    cdef int raise_pending(self) except -1
    cdef int check_invariants(self) except -1 nogil

    cdef int reserve(self, int plies) except -1
    cdef void note(self, int move) noexcept nogil
    cdef unsigned long long count_leaves(self, int depth, int *moves) except? 0 nogil

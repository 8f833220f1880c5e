cdef enum:
    ONGOING = -32768
    MAX_MOVES = 512
    # Values as the engine compares them, from the point of view of the side to move.
    WON = 30000
    DECIDED = 20000
    NO_MOVE = -1
    # What a function returns when Python code raised; no value is ever the same by chance.
    FAILED = -32767

cdef enum:
    # The numbers of what a game in plain Python may say besides its rules.
    EVALUATE = 0
    SETTLED = 1
    PROMISE = 2
    WORTH = 3
    RECURS = 4
    RECALLS = 5
    NULL_MOVE = 6
    REDUCES = 7

cdef class Position:
    cdef public int side
    cdef public unsigned long long hash
    cdef public object rules
    cdef readonly int ply
    cdef int capacity
    cdef unsigned long long *hashes
    cdef int *played
    # Which of those it says, a bit each, and what one of them has raised.
    cdef int overrides
    cdef object fault

    # The rules as a search calls them: no GIL, no Python objects.
    cdef int generate(self, int *moves) except -1 nogil
    cdef int push(self, int move) except -1 nogil
    cdef int pop(self) except -1 nogil
    cdef int result(self) except? FAILED nogil

    # Repetition.
    cdef bint finite(self) noexcept
    cdef bint recurs(self, int since) noexcept nogil
    cdef int recalls(self) noexcept nogil
    cdef bint rests_on_past(self) noexcept nogil
    cdef unsigned long long twin(self) noexcept nogil

    cdef int ask(self, int number, tuple arguments, int otherwise) noexcept
    cdef int hand_on(self) except -1

    cdef int reserve(self, int plies) except -1
    cdef void note(self, int move) noexcept nogil
    cdef unsigned long long count_leaves(self, int depth, int *moves) except? 0 nogil

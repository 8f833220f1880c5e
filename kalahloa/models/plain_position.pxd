from kalahloa.models.solvable cimport SolvablePosition

cdef enum:
    # The bits of the optional methods that a class has; the same order as in `plain.py`.
    EVALUATE = 1
    STATIC_BOUND = 2
    ORDER_SCORE = 4
    TERMINAL_VALUE = 8
    NULL_MOVE = 16
    ALLOWS_REDUCTIONS = 32
    ALWAYS_ENDS = 64
    # Moves are kept in 16 bits, and are told from no move.
    MAX_MOVE = 65534
    # The final score of a game is not more than this in size, and a move's promise.
    MAX_SCORE = 9999
    MAX_ORDER_SCORE = 1000000

cdef class PlainPosition(SolvablePosition):
    # Which of the optional methods the class has.
    cdef int hooks
    # Whether `__init__` has begun the history.
    cdef bint begun
    cdef bint ends
    # Whether the class does not say what its ends depend on.
    cdef bint past_matters
    # The side to move and `reversible_plies` before each move.
    cdef list past
    # What an optional method has raised where that could not be handed on.
    cdef object fault

    cdef int ask(self, str name, tuple arguments, int otherwise) noexcept
    cdef int refuse_promise(self, int score) noexcept nogil

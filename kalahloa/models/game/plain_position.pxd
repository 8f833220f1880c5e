from kalahloa.models.game.solvable cimport SolvablePosition
from kalahloa.models.game.value cimport FAILED

cdef enum:
    # Bits of the optional methods, in the same order as in `plain_position.py`.
    EVALUATE = 1
    STATIC_BOUND = 2
    ORDER_SCORE = 4
    TERMINAL_VALUE = 8
    NULL_MOVE = 16
    ALLOWS_REDUCTIONS = 32
    ALWAYS_ENDS = 64
    # Moves are stored in 16 bits, and one value is reserved for "no move".
    MAX_MOVE = 65534
    # The largest absolute values of a game's score and of a move's order score.
    MAX_SCORE = 9999
    MAX_ORDER_SCORE = 1000000

cdef class PlainPosition(SolvablePosition):
    # Bit mask of the optional methods that the class defines.
    cdef int hooks
    # Whether `PlainPosition.__init__` has been called.
    cdef bint begun
    # Whether a method of the game that sets the side to move is at work.
    cdef bint moving
    cdef bint ends
    # Whether the result may depend on the history in any way.
    cdef bint past_matters
    # The side to move and `reversible_plies` before each move.
    cdef list past
    # A pending exception of an optional method called without a way to propagate it.
    cdef object fault

    cdef list listed_moves(self)
    cdef int advance(self, int move) except -1
    cdef int retreat(self) except -1
    cdef int checked_score(self, object outcome) except? FAILED
    cdef int check_begun(self) except -1
    cdef int ask(self, str name, tuple arguments, int otherwise) noexcept
    cdef int refuse_order_score(self, int score) noexcept nogil

# cython: language_level=3, cdivision=True
"""Lines of Action on two bitboards.

Squares are numbered 0 to 63, a1 = 0, b1 = 1, ..., h8 = 63.  A move is ``origin | target << 6``;
0, which no piece can make, is the pass.  Bitboards are kept from the point of view of the side
to move.
"""

from typing import Any

import cython

from kalahloa.models.errors import BadPosition
from kalahloa.models.games.loa import notation as notation
from kalahloa.models.games.loa.evaluation import terms
from kalahloa.models.games.loa.squares import line_through
from kalahloa.models.outcome import FIRST, SECOND, Outcome
from kalahloa.models.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.term import Term
from kalahloa.models.transition import Step

if cython.compiled:
    from cython.cimports.kalahloa.models.games.loa.evaluation import evaluate_pieces
    from cython.cimports.kalahloa.models.native.bits import M64, lowest, popcount
    from cython.cimports.kalahloa.models.native.checks import check, check_range
    from cython.cimports.kalahloa.models.position import MAX_MOVES, Position
    from cython.cimports.kalahloa.models.searchable import SearchPosition
    from cython.cimports.kalahloa.models.value import ONGOING
    from cython.cimports.libc.stdlib import free, realloc

    _LINE = cython.declare(cython.ulonglong[256])
    _BETWEEN = cython.declare(cython.ulonglong[4096])
    _REACH = cython.declare(cython.int[512])
    _PIECE_KEY = cython.declare(cython.ulonglong[128])
    _CENTRE = cython.declare(cython.int[64])
else:
    from kalahloa.models.games.loa.evaluation import evaluate_pieces
    from kalahloa.models.native.bits import M64, lowest, popcount, zeros
    from kalahloa.models.native.checks import check, check_range
    from kalahloa.models.position import MAX_MOVES, Position
    from kalahloa.models.searchable import SearchPosition
    from kalahloa.models.value import ONGOING

    _LINE = zeros(256)
    _BETWEEN = zeros(4096)
    _REACH = zeros(512)
    _PIECE_KEY = zeros(128)
    _CENTRE = zeros(64)

from kalahloa.models.native.bits import splitmix64
from kalahloa.models.position import checked_side

# The null move: b1-b1, which is not a move of the game.
_NULL = cython.declare(cython.int, 1 | 1 << 6)

_ONE = cython.declare(cython.ulonglong, 1)
_NOT_A = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
_NOT_H = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
_SIDE_KEY = cython.declare(cython.ulonglong, 0)

# Each two opposite directions form a line: rank, file, and the two diagonals.
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))


def _fill_tables():
    global _SIDE_KEY
    keys = splitmix64(12345, 129)
    for index in range(128):
        _PIECE_KEY[index] = keys[index]
    _SIDE_KEY = keys[128]
    for square in range(64):
        # 0 in the corners to 9 in the middle.
        file, rank = square % 8, square // 8
        near = min(file, 7 - file), min(rank, 7 - rank)
        _CENTRE[square] = near[0] + near[1] + min(near)
        for direction, (right, up) in enumerate(_DIRECTIONS):
            line: object = 1 << square
            between: object = 0
            file, rank, reach = square % 8 + right, square // 8 + up, 0
            while 0 <= file < 8 and 0 <= rank < 8:
                target = file + 8 * rank
                reach += 1
                _BETWEEN[square * 64 + target] = between
                between |= 1 << target
                file += right
                rank += up
            line |= between
            _REACH[square * 8 + direction] = reach
            if direction % 2 == 0:
                _LINE[square * 4 + direction // 2] = line
            else:
                _LINE[square * 4 + direction // 2] |= line


_fill_tables()


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _moves_of(own: cython.ulonglong, other: cython.ulonglong, moves: cython.p_int) -> cython.int:
    """Write all moves of the pieces *own* into *moves* and return their number."""
    occupied: cython.ulonglong = own | other
    left: cython.ulonglong = own
    count: cython.int = 0
    origin: cython.int
    line: cython.int
    distance: cython.int
    target: cython.int
    step: cython.int
    while left:
        origin = lowest(left)
        left &= left - 1
        for line in range(4):
            distance = popcount(occupied & _LINE[origin * 4 + line])
            step = 1 if line == 0 else 8 if line == 1 else 9 if line == 2 else 7
            if distance <= _REACH[origin * 8 + 2 * line]:
                target = origin + distance * step
                if not ((own >> target) & 1) and not (_BETWEEN[origin * 64 + target] & other):
                    moves[count] = origin | (target << 6)
                    count += 1
            if distance <= _REACH[origin * 8 + 2 * line + 1]:
                target = origin - distance * step
                if not ((own >> target) & 1) and not (_BETWEEN[origin * 64 + target] & other):
                    moves[count] = origin | (target << 6)
                    count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _group_of(start: cython.ulonglong, pieces: cython.ulonglong) -> cython.ulonglong:
    """Return the *pieces* that are connected with *start*, by flood fill."""
    group: cython.ulonglong = start
    grown: cython.ulonglong
    while True:
        grown = group | ((group << 1) & _NOT_A) | ((group >> 1) & _NOT_H)
        grown |= ((grown << 8) & M64) | (grown >> 8)
        grown &= pieces
        if grown == group:
            return group
        group = grown


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _connected(pieces: cython.ulonglong) -> cython.bint:
    """Return whether all *pieces* (at least one) are one group."""
    return _group_of(pieces & ((~pieces + 1) & M64), pieces) == pieces


@cython.cfunc
def _keys(pieces: cython.ulonglong, side: cython.int) -> cython.ulonglong:
    key: cython.ulonglong = 0
    while pieces:
        key ^= _PIECE_KEY[64 * side + lowest(pieces)]
        pieces &= pieces - 1
    return key


class Loa(SearchPosition):
    """A position of Lines of Action.

    *black* and *white* are bitboards, *side* is 0 for Black, 1 for White; *rules* is a
    `LoaRules`.  Raises `BadPosition` if a side has no piece, two pieces share a square, a piece is
    off the board, or *side* is neither 0 nor 1.
    """

    if not cython.compiled:
        boards = ()
        reversible_stack = ()

    def __init__(self, black: int, white: int, side: int, rules: Any):
        if not black or not white:
            raise BadPosition(
                QT_TRANSLATE_NOOP("Models", "{side} has no piece on the board.").format(
                    side=notation.SIDES[0 if not black else 1]
                )
            )
        if black & white:
            raise BadPosition(QT_TRANSLATE_NOOP("Models", "Two pieces stand on the same square."))
        if not 0 < (black | white) < 1 << 64:
            raise BadPosition(
                QT_TRANSLATE_NOOP("Models", "A piece stands on none of the 64 squares.")
            )
        self.side = checked_side(side)
        self.own = white if side else black
        self.other = black if side else white
        self.rules = rules
        self.both_connected_draws = rules.simultaneous == "draw"
        self.blocked_loses = rules.no_move == "loses"
        self.repeat_any_side = rules.repetition == "second"
        self.repeat_times = 2 if self.repeat_any_side else 3
        self.side_key = _SIDE_KEY
        # A cycle takes two moves of each side; the same side is to move every second ply.
        self.shortest_cycle = 4
        self.cycle_step = 1 if self.repeat_any_side else 2
        self.hash = self.hash_from_scratch()

    if cython.compiled:

        def __dealloc__(self):
            free(self.boards)
            free(self.reversible_stack)

    # -- rules ---------------------------------------------------------------------------------

    def generate(self, moves):
        count: cython.int = _moves_of(self.own, self.other, moves)
        if count == 0:
            moves[0] = 0
            return 1
        return count

    def push(self, move):
        origin: cython.int = move & 63
        target: cython.int = move >> 6
        enemy: cython.int = 64 * (self.side ^ 1)
        friend: cython.int = 64 * self.side
        landing: cython.ulonglong = _ONE << target
        own: cython.ulonglong = self.own
        other: cython.ulonglong = self.other
        self.boards[2 * self.ply] = own
        self.boards[2 * self.ply + 1] = other
        self.reversible_stack[self.ply] = self.reversible_plies
        self.note(move)
        self.hash ^= _SIDE_KEY
        self.reversible_plies += 1
        if move == _NULL:
            # No position before a null move can recur.
            self.reversible_plies = 0
        elif move:
            own = (own ^ (_ONE << origin)) | landing
            self.hash ^= _PIECE_KEY[friend + origin] ^ _PIECE_KEY[friend + target]
            if other & landing:
                other ^= landing
                self.hash ^= _PIECE_KEY[enemy + target]
                self.reversible_plies = 0
        self.own = other
        self.other = own
        self.side ^= 1
        return 0

    def pop(self):
        self.ply -= 1
        self.side ^= 1
        self.hash = self.hashes[self.ply]
        self.own = self.boards[2 * self.ply]
        self.other = self.boards[2 * self.ply + 1]
        self.reversible_plies = self.reversible_stack[self.ply]
        return 0

    def result(self):
        own_connected: cython.bint = _connected(self.own)
        moves: cython.int[512]
        if _connected(self.other):
            # The side not to move made the last move.
            return 0 if own_connected and self.both_connected_draws else -1
        if own_connected:
            return 1
        if self.repeated():
            return 0
        if self.blocked_loses:
            if not cython.compiled:
                moves = zeros(MAX_MOVES)
            if _moves_of(self.own, self.other, moves) == 0:
                return -1
        return ONGOING

    def order_score(self, move):
        """Prefer moves towards the centre, captures among them."""
        target: cython.int = move >> 6
        gain: cython.int = _CENTRE[target] - _CENTRE[move & 63]
        return gain + 2 if self.other >> target & 1 else gain

    def score_moves(self, moves, scores, base, end):
        # As in the base class, but `order_score` is inlined.
        index: cython.int
        for index in range(base, end):
            scores[index] = self.order_score(moves[index])

    def evaluate(self):
        return evaluate_pieces(self.own, self.other)

    def check_invariants(self):
        pieces: cython.int = popcount(self.own | self.other)
        before: cython.int
        check(self.own != 0 and self.other != 0, b"both sides have pieces")
        check(self.own & self.other == 0, b"no square holds two pieces")
        if self.ply:
            before = popcount(self.boards[2 * self.ply - 2] | self.boards[2 * self.ply - 1])
            check_range(pieces, before - 1, before, b"the number of pieces")
            check(
                pieces == before or self.reversible_plies == 0,
                b"nothing before a capture can come again",
            )
            check(
                self.reversible_plies == 0
                or self.reversible_plies == self.reversible_stack[self.ply - 1] + 1,
                b"reversible_plies counts the moves",
            )
        return SearchPosition.check_invariants(self)

    def null_move(self):
        """Return the null move; zugzwang is very rare in Lines of Action."""
        return _NULL

    def allows_reductions(self):
        return True

    def reserve(self, plies):
        if plies <= self.capacity:
            return 0
        before: cython.int = self.capacity
        Position.reserve(self, plies)
        if cython.compiled:
            boards = cython.cast(
                cython.pointer(cython.ulonglong),
                realloc(self.boards, 2 * self.capacity * cython.sizeof(cython.ulonglong)),
            )
            reversible_stack = cython.cast(
                cython.p_int,
                realloc(self.reversible_stack, self.capacity * cython.sizeof(cython.int)),
            )
            if boards:
                self.boards = boards
            if reversible_stack:
                self.reversible_stack = reversible_stack
            if not boards or not reversible_stack:
                self.capacity = before
                raise MemoryError
        else:
            self.boards = [*self.boards, *zeros(2 * (self.capacity - before))]
            self.reversible_stack = [*self.reversible_stack, *zeros(self.capacity - before)]
        return 0

    def copy_without_stack(self):
        return Loa(self.pieces(FIRST), self.pieces(SECOND), self.side, self.rules)

    def has_evaluation(self) -> bool:
        return True

    def evaluation_terms(self) -> list[Term]:
        return terms(self.own, self.other)

    def hash_from_scratch(self) -> int:
        own: cython.ulonglong = _keys(self.own, self.side)
        other: cython.ulonglong = _keys(self.other, self.side ^ 1)
        return own ^ other ^ (_SIDE_KEY if self.side else 0)

    # -- queries --------------------------------------------------------

    def pieces(self, side: int) -> int:
        """Return the bitboard of *side*'s pieces (0 Black, 1 White)."""
        return self.own if side == self.side else self.other

    def squares(self, side: int) -> list[int]:
        """Return the squares of *side*'s pieces, in ascending order."""
        pieces = self.pieces(side)
        return [square for square in range(64) if pieces >> square & 1]

    def groups(self, side: int) -> list[int]:
        """Return the sizes of *side*'s connected groups, the largest first."""
        left: cython.ulonglong = self.pieces(side)
        group: cython.ulonglong
        sizes = []
        while left:
            group = _group_of(left & ((~left + 1) & M64), left)
            sizes.append(popcount(group))
            left ^= group
        return sorted(sizes, reverse=True)

    def group_of(self, square: int) -> int:
        """Return the bitboard of the group of the piece on *square*, 0 where none stands there."""
        here: cython.ulonglong = _ONE << square
        if here & self.own:
            return _group_of(here, self.own)
        return _group_of(here, self.other) if here & self.other else 0

    def piece_moves(self, side: int) -> list[int]:
        """Return the moves of *side*'s pieces as if it were to move and the game went on."""
        moves: cython.int[512]
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
        count: cython.int = _moves_of(self.pieces(side), self.pieces(1 - side), moves)
        index: cython.int
        return [moves[index] for index in range(count)]

    def line_count(self, origin: int, target: int) -> int:
        """Return how many pieces stand on the line through *origin* and *target*; 0 if no line."""
        line = line_through(origin, target)
        occupied: cython.ulonglong = self.own | self.other
        return popcount(occupied & _LINE[origin * 4 + line]) if line >= 0 else 0

    # -- notation ------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        score = self.result()
        return None if score == ONGOING else notation.outcome(self, score)

    def position_string(self) -> str:
        return notation.position_string(self)

    def format_move(self, move: int) -> str:
        return notation.format_move(self, move)

    def parse_move(self, text: str) -> int:
        return notation.parse_move(text)

    def why_illegal(self, move: int) -> str | Sentence:
        return notation.why_illegal(self, move)

    def transition(self, move: int) -> tuple[Step, ...]:
        return notation.transition(self, move)

    def describe(self, move: int) -> str | Sentence:
        return notation.describe(self, move)

    def status(self, side: int) -> str | Sentence:
        return notation.status(self, side)

    def diagram(self, flipped: bool = False) -> str:
        return notation.diagram(self, flipped)

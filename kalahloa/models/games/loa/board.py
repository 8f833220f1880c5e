# cython: language_level=3, cdivision=True
"""The board of Lines of Action: two bitboards, and the rules.

Squares are numbered 0 to 63, a1 = 0, b1 = 1, ..., h8 = 63; a smaller board is the corner of a1, and
nothing stands on the other squares.  A move is ``origin | target << 6``; 0, which no piece can
make, is the pass.  Bitboards are kept from the point of view of the side to move.
"""

from operator import index as as_index
from typing import Any

import cython

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.transition import Step
from kalahloa.models.games.loa import notation as notation
from kalahloa.models.games.loa.rules import MAX_SIZE, MIN_SIZE, LoaRules
from kalahloa.models.games.loa.squares import board_squares, line_through
from kalahloa.models.native.checked import Int, whole
from kalahloa.models.text.errors import BadPosition
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import MAX_MOVES, Position
    from cython.cimports.kalahloa.models.game.searchable import SearchPosition
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.native.bits import M64, lowest, popcount
    from cython.cimports.kalahloa.models.native.checks import check, check_range
    from cython.cimports.libc.stdlib import free, realloc

    _LINE = cython.declare(cython.ulonglong[256])
    _BETWEEN = cython.declare(cython.ulonglong[4096])
    _REACH = cython.declare(cython.int[512])
    _PIECE_KEY = cython.declare(cython.ulonglong[128])
    _OUTSIDE = cython.declare(cython.ulonglong[9])
else:
    from kalahloa.models.game.position import MAX_MOVES, Position
    from kalahloa.models.game.searchable import SearchPosition
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import M64, lowest, popcount, zeros
    from kalahloa.models.native.checks import check, check_range

    _LINE = zeros(256)
    _BETWEEN = zeros(4096)
    _REACH = zeros(512)
    _PIECE_KEY = zeros(128)
    _OUTSIDE = zeros(9)

from kalahloa.models.game.position import checked_side, either_side
from kalahloa.models.native.bits import splitmix64

# The null move: b1-b1, which is not a move of the game.
_NULL = cython.declare(cython.int, 1 | 1 << 6)

_ONE = cython.declare(cython.ulonglong, 1)
_MIN_SIZE = cython.declare(cython.int, MIN_SIZE)
_MAX_SIZE = cython.declare(cython.int, MAX_SIZE)
_NOT_A = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
_NOT_H = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
_SIDE_KEY = cython.declare(cython.ulonglong, 0)
# The part of the key that tells boards of different sizes apart, by size; none for the usual one.
_SIZE_KEYS: dict[int, int] = {MAX_SIZE: 0}

# Each two opposite directions form a line: rank, file, and the two diagonals.
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))


def _fill_tables():
    global _SIDE_KEY
    sizes = range(MIN_SIZE, MAX_SIZE)
    keys = splitmix64(12345, 129 + len(sizes))
    for index in range(128):
        _PIECE_KEY[index] = keys[index]
    _SIDE_KEY = keys[128]
    _SIZE_KEYS.update(zip(sizes, keys[129:], strict=True))
    for size in range(MIN_SIZE, MAX_SIZE + 1):
        _fill_squares(size)
    for square in range(64):
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


def _fill_squares(size: Int) -> None:
    """Fill the tables of the squares of a board of *size* ranks."""
    outside: int = (1 << 64) - 1
    for square in board_squares(size):
        outside ^= 1 << square
    _OUTSIDE[size] = outside


_fill_tables()


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _moves_of(
    own: cython.ulonglong,
    other: cython.ulonglong,
    outside: cython.ulonglong,
    moves: cython.p_int,
) -> cython.int:
    """Write all moves of the pieces *own* into *moves* and return their number.

    *outside* are the squares that are not on the board.
    """
    return _moves_of_one(own, own, other, outside, moves)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _moves_of_one(
    left: cython.ulonglong,
    own: cython.ulonglong,
    other: cython.ulonglong,
    outside: cython.ulonglong,
    moves: cython.p_int,
) -> cython.int:
    """Do what `_moves_of` does, for those pieces only that are in *left*."""
    occupied: cython.ulonglong = own | other
    barred: cython.ulonglong = own | outside
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
                if not ((barred >> target) & 1) and not (_BETWEEN[origin * 64 + target] & other):
                    moves[count] = origin | (target << 6)
                    count += 1
            if distance <= _REACH[origin * 8 + 2 * line + 1]:
                target = origin - distance * step
                if not ((barred >> target) & 1) and not (_BETWEEN[origin * 64 + target] & other):
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
@cython.nogil
@cython.exceptval(check=False)
def list_moves(
    own: cython.ulonglong,
    other: cython.ulonglong,
    outside: cython.ulonglong,
    moves: cython.p_int,
) -> cython.int:
    """Write all moves of the pieces *own* into *moves* and return their number: for other modules.

    *outside* are the squares that are not on the board.
    """
    return _moves_of(own, other, outside, moves)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def flood_fill(start: cython.ulonglong, pieces: cython.ulonglong) -> cython.ulonglong:
    """Return the *pieces* that are connected with *start*: for other modules."""
    return _group_of(start, pieces)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def first_group(pieces: cython.ulonglong) -> cython.ulonglong:
    """Return the group of the lowest of *pieces* (at least one)."""
    return _group_of(pieces & ((~pieces + 1) & M64), pieces)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def count_captures(
    own: cython.ulonglong, other: cython.ulonglong, size: cython.longlong
) -> cython.int:
    """Return the number of moves of the pieces *own* that capture one of *other*.

    The board has *size* ranks.
    """
    moves: cython.int[512]
    index: cython.int
    taken: cython.int = 0
    if not cython.compiled:
        moves = zeros(MAX_MOVES)
    if not _MIN_SIZE <= size <= _MAX_SIZE:
        return 0
    for index in range(_moves_of(own, other, _OUTSIDE[size], moves)):
        taken += (other >> (moves[index] >> 6)) & 1
    return taken


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def movable_pieces(
    own: cython.ulonglong, other: cython.ulonglong, size: cython.longlong
) -> cython.ulonglong:
    """Return those of the pieces *own* that can move on a board of *size* ranks."""
    moves: cython.int[512]
    index: cython.int
    movable: cython.ulonglong = 0
    if not cython.compiled:
        moves = zeros(MAX_MOVES)
    if not _MIN_SIZE <= size <= _MAX_SIZE:
        return 0
    for index in range(_moves_of(own, other, _OUTSIDE[size], moves)):
        movable |= _ONE << (moves[index] & 63)
    return movable


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def count_on_line(
    pieces: cython.ulonglong, origin: cython.longlong, target: cython.longlong
) -> cython.int:
    """Return how many *pieces* stand on the line through the two squares; 0 if no line does."""
    if not (0 <= origin < 64 and 0 <= target < 64) or origin == target:
        return 0
    right: cython.int = target % 8 - origin % 8
    up: cython.int = target // 8 - origin // 8
    line: cython.int
    if up == 0:
        line = 0
    elif right == 0:
        line = 1
    elif right == up:
        line = 2
    elif right == -up:
        line = 3
    else:
        return 0
    return popcount(pieces & _LINE[origin * 4 + line])


@cython.cfunc
def _keys(pieces: cython.ulonglong, side: cython.int) -> cython.ulonglong:
    key: cython.ulonglong = 0
    while pieces:
        key ^= _PIECE_KEY[64 * side + lowest(pieces)]
        pieces &= pieces - 1
    return key


class LoaBoard(SearchPosition):
    """A board of Lines of Action with a side to move; `Loa` evaluates it.

    *black* and *white* are bitboards, *side* is 0 for Black, 1 for White; *rules* is a
    `LoaRules`.  Raises `BadPosition` if a side has no piece, two pieces share a square, a piece is
    off the board, or *side* is neither 0 nor 1.
    """

    if not cython.compiled:
        boards = ()
        reversible_stack = ()

    def __cinit__(self, black: Int, white: Int, side: Int, rules: Any):
        if not isinstance(rules, LoaRules):
            raise TypeError("The rules of Lines of Action are LoaRules.")
        black, white = as_index(black), as_index(white)
        if not black or not white:
            raise BadPosition(
                QT_TRANSLATE_NOOP("Models", "{side} has no piece on the board.").format(
                    side=notation.SIDES[0 if not black else 1]
                )
            )
        if black & white:
            raise BadPosition(QT_TRANSLATE_NOOP("Models", "Two pieces stand on the same square."))
        self.size = whole(rules.size, MIN_SIZE, MAX_SIZE, "number of ranks")
        self.outside = _OUTSIDE[self.size]
        outside: int = self.outside
        if not 0 < (black | white) < 1 << 64 or (black | white) & outside:
            raise BadPosition(
                QT_TRANSLATE_NOOP("Models", "A piece is on none of the {squares} squares.").format(
                    squares=self.size * self.size
                )
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
        count: cython.int = _moves_of(self.own, self.other, self.outside, moves)
        if count == 0:
            moves[0] = 0
            return 1
        return count

    def obeys_rules(self, move):
        moves: cython.int[512]
        index: cython.int
        count: cython.int
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
        if not 0 < move < 4096:
            return move == 0 and not _moves_of(self.own, self.other, self.outside, moves)
        count = _moves_of_one(
            self.own & (_ONE << (move & 63)), self.own, self.other, self.outside, moves
        )
        for index in range(count):
            if moves[index] == move:
                return True
        return False

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
            if _moves_of(self.own, self.other, self.outside, moves) == 0:
                return -1
        return ONGOING

    def check_invariants(self):
        pieces: cython.int = popcount(self.own | self.other)
        before: cython.int
        check(self.own != 0 and self.other != 0, b"both sides have pieces")
        check(self.own & self.other == 0, b"no square holds two pieces")
        check((self.own | self.other) & self.outside == 0, b"no piece is off the board")
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

    def hash_from_scratch(self) -> int:
        own: cython.ulonglong = _keys(self.own, self.side)
        other: cython.ulonglong = _keys(self.other, self.side ^ 1)
        board: cython.ulonglong = _SIZE_KEYS[self.size]
        return own ^ other ^ board ^ (_SIDE_KEY if self.side else 0)

    # -- queries --------------------------------------------------------

    def pieces(self, side: Int) -> int:
        """Return the bitboard of *side*'s pieces (0 Black, 1 White)."""
        return self.own if either_side(side) == self.side else self.other

    def squares(self, side: Int) -> list[int]:
        """Return the squares of *side*'s pieces, in ascending order."""
        pieces = self.pieces(side)
        return [square for square in range(64) if pieces >> square & 1]

    def groups(self, side: Int) -> list[int]:
        """Return the sizes of *side*'s connected groups, the largest first."""
        left: cython.ulonglong = self.pieces(side)
        group: cython.ulonglong
        sizes = []
        while left:
            group = _group_of(left & ((~left + 1) & M64), left)
            sizes.append(popcount(group))
            left ^= group
        return sorted(sizes, reverse=True)

    def group_of(self, square: Int) -> int:
        """Return the bitboard of the group of the piece on *square*, 0 where none stands there."""
        here: cython.ulonglong = 1 << whole(square, 0, 63, "square")
        if here & self.own:
            return _group_of(here, self.own)
        return _group_of(here, self.other) if here & self.other else 0

    def __getnewargs__(self) -> tuple[int, int, int, Any]:
        return self.pieces(0), self.pieces(1), self.side, self.rules

    def piece_moves(self, side: Int) -> list[int]:
        """Return the moves of *side*'s pieces as if it were to move and the game went on."""
        moves: cython.int[512]
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
        count: cython.int = _moves_of(self.pieces(side), self.pieces(1 - side), self.outside, moves)
        index: cython.int
        return [moves[index] for index in range(count)]

    def line_count(self, origin: Int, target: Int) -> int:
        """Return how many pieces stand on the line through *origin* and *target*; 0 if no line."""
        line = line_through(whole(origin, 0, 63, "square"), whole(target, 0, 63, "square"))
        occupied: cython.ulonglong = self.own | self.other
        return popcount(occupied & _LINE[origin * 4 + line]) if line >= 0 else 0

    # -- notation ------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        score = self.result()
        return None if score == ONGOING else notation.outcome(self, score)

    def position_string(self) -> str:
        return notation.position_string(self)

    def format_move(self, move: Int) -> str:
        number: int = whole(move, 0, 4095, "move")
        return notation.format_move(number, self.other >> (number >> 6) & 1)

    def parse_move(self, text: str) -> int:
        return notation.parse_move(text, self.size)

    def why_illegal(self, move: Int) -> str | Sentence:
        if not 0 <= move < 4096 or self.is_playable(move):
            return SearchPosition.why_illegal(self, move)
        return notation.why_illegal(self, move)

    def transition(self, move: Int) -> tuple[Step, ...]:
        self.require_legal(move)
        return notation.transition(self, move)

    def describe(self, move: Int) -> str | Sentence:
        self.require_legal(move)
        return notation.describe(self, move)

    def status(self, side: Int) -> str | Sentence:
        return notation.status(self, side)

    def diagram(self, flipped: bool = False) -> str:
        return notation.diagram(self, flipped)

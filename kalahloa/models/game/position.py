# cython: language_level=3, cdivision=True
"""The position of any game: its rules, history, repetition and notation.

Compiled games override the four inner methods `generate`, `push`, `pop` and `result`, which run
without the GIL; `legal_moves`, `make`, `unmake` and `is_over` follow from them.  All games add the
notation: `outcome`, `position_string`, `format_move`, `read_move`, `transition`, `describe`,
`status` and `diagram`.

Two subclasses add what searches need: `SearchPosition` (see `searchable`) for alpha-beta, and
`SolvablePosition` (see `solvable`), derived from it, for exact searches.
"""

from operator import index as as_index
from typing import Any

import cython

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.repetition import Repetition
from kalahloa.models.game.term import Term
from kalahloa.models.game.transition import Step
from kalahloa.models.native.checked import Int, whole
from kalahloa.models.text.errors import BadGame, BadPosition, IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

if cython.compiled:
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.native.checks import check, check_range
    from cython.cimports.libc.stdlib import free, malloc, realloc
else:
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.checks import check, check_range
    from kalahloa.models.native.creation import create

    MAX_MOVES = 512
    NO_MOVE = -1


MAX_PERFT_DEPTH = 200


def checked_side(side: object) -> int:
    """Return *side*, the side to move, if it is 0 or 1; raise `BadPosition` otherwise."""
    if not isinstance(side, int) or side not in (0, 1):
        raise BadPosition(
            QT_TRANSLATE_NOOP("Models", "The side to move is 0 or 1, not {side!r}.").format(
                side=side
            )
        )
    return int(side)


def either_side(side: object) -> int:
    """Return *side*, of which something is asked, if it is 0 or 1.

    Raises `ValueError` or `TypeError` otherwise.
    """
    if type(side) is int and (side == 0 or side == 1):
        return side  # at once: searchers in Python ask often
    return whole(side, 0, 1, "side")


def replayed(kind: Any, arguments: tuple[Any, ...], moves: tuple[int, ...]) -> "Position":
    """Return the position of the class *kind* set up by *arguments*, after *moves*.

    This is how positions are unpickled.  Raises `IllegalMove` for a move that is not legal.
    """
    position: Position = kind(*arguments)
    for move in moves:
        position.make(move)
    return position


class Position:
    """One moment of a game: a board, the side to move, and the moves made since it was set up.

    Attributes: `side`, the side to move (0 first, 1 second); `hash`, a 64-bit key of the board
    and the side to move; `rules`, the rules in force (a frozen dataclass of the game); `ply`, how
    many moves can be unmade.  A move is an int whose meaning is the game's own.

    Positions are equal if nothing that follows in the game can differ: the game, the rules, the
    board and the side to move, and as much of the history as repetition counts, are the same.  The
    hash is that of the moment: a position on which moves are made must not be a key.  Copying and
    pickling keep the history; a pickled position leaves its tablebase and network behind.

    While a search runs on a position, methods that look at it or change it raise `ValueError`.
    """

    if not cython.compiled:
        side = 0
        hash = 0
        rules = None
        ply = 0
        capacity = 0
        hashes = ()
        played = ()
        repeat_times = 0
        repeat_any_side = False
        shortest_cycle = 1
        cycle_step = 1
        side_key = 0
        reversible_plies = 0
        in_python = False
        searched = False
        search_floor = 0

    if not cython.compiled:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    else:

        def __cinit__(self):
            self.shortest_cycle = 1
            self.cycle_step = 1

        def __dealloc__(self):
            free(self.hashes)
            free(self.played)

    # -- the rules without the GIL -------------------------------------------------------------

    def generate(self, moves):
        """Write the legal moves into *moves* and return how many; the game must not be over."""
        return self.lacks_rules()

    def push(self, move):
        """Make *move*, which must be legal; `reserve` must have made room for it."""
        return self.lacks_rules()

    def pop(self):
        """Take back the last move that was pushed."""
        return self.lacks_rules()

    def result(self):
        """Return the score of a finished game for the side to move, or `ONGOING`."""
        return self.lacks_rules()

    def lacks_rules(self):
        with cython.gil:
            raise BadGame(
                f"{type(self).__name__} lacks generate, push, pop or result; a game in plain "
                "Python derives from PlainPosition."
            )

    def obeys_rules(self, move):
        """Return whether *move*, any number, is legal; the game must not be over."""
        moves: cython.int[512]
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
        count: cython.int = self.generate(moves)
        index: cython.int
        for index in range(count):
            if moves[index] == move:
                return True
        return False

    def require_free(self):
        """Raise `ValueError` if a search runs on the position, and moves are being made on it."""
        if self.searched and not self.in_python:
            raise ValueError("A search is running on this position; a copy of it was free.")
        return 0

    def raise_pending(self):
        """Raise an exception of Python code that compiled code could not propagate."""
        return 0

    def check_invariants(self):
        """Check what must always be true of a position; called at every node of a debug build.

        Games add what is true of their boards.  The hash of a game in plain Python is its author's
        affair, and is not checked.
        """
        check_range(self.side, 0, 1, b"side")
        check_range(self.ply, 0, self.capacity, b"ply")
        check_range(self.reversible_plies, 0, self.ply, b"reversible_plies")
        if not self.in_python:
            with cython.gil:
                check(self.hash == self.hash_from_scratch(), b"hash is that from scratch")
        return 0

    # -- repetition ----------------------------------------------------------------------------

    def always_ends(self):
        """Return whether every game ends; exact search is possible only then."""
        return False

    # Games with a repetition rule set `repeat_times`, `repeat_any_side` and `side_key` (the part of
    # the hash that tells the sides to move apart), and update `reversible_plies` with each move.

    @property
    def repetition(self) -> Repetition | None:
        """The repetition rule, or None if the game has none."""
        if not self.repeat_times:
            return None
        return Repetition(self.repeat_times, bool(self.repeat_any_side))

    def repeated(self):
        """Return whether the position is a draw by repetition.

        Only positions since the last irreversible move are compared.
        """
        seen: cython.int = 1
        back: cython.int = self.ply - self.cycle_step
        end: cython.int = self.ply - self.reversible_plies
        while back >= end:
            if self.hashes[back] == self.hash or (
                self.repeat_any_side and self.hashes[back] == self.hash ^ self.side_key
            ):
                seen += 1
                if seen == self.repeat_times:
                    return True
            back -= self.cycle_step
        return False

    def is_repetition(self, since):
        """Return whether this position occurred on the stack at ply *since* or later.

        The side to move counts only if it counts in the repetition rule.
        """
        back: cython.int = self.ply - self.shortest_cycle
        end: cython.int = max(since, self.ply - self.reversible_plies)
        while back >= end:
            if self.hashes[back] == self.hash:
                return True
            if self.repeat_any_side and self.hashes[back] == self.hash ^ self.side_key:
                return True
            back -= self.cycle_step
        return False

    def repeatable_plies(self):
        """Return how many plies back a position can be whose repetition spoils a win.

        It is 0 if only positions with the same side to move are repetitions: the winner never needs
        to repeat one.
        """
        return self.reversible_plies if self.repeat_any_side else 0

    def depends_on_history(self):
        """Return whether the `result` of this finished game depends on earlier positions."""
        return self.repeat_times > 0 and self.repeated()

    def other_side_hash(self):
        """Return the hash of this board with the other side to move if both count as the same
        position for repetition, else 0.
        """
        return self.hash ^ self.side_key if self.repeat_any_side else 0

    # -- bookkeeping ---------------------------------------------------------------------------

    def reserve(self, plies):
        """Make room for a stack of *plies* moves.  Raises `MemoryError`."""
        if plies <= self.capacity:
            return 0
        wanted: cython.int = max(64, 2 * self.capacity, plies)
        if cython.compiled:
            hashes = cython.cast(
                cython.pointer(cython.ulonglong),
                realloc(self.hashes, wanted * cython.sizeof(cython.ulonglong)),
            )
            if not hashes:
                raise MemoryError
            self.hashes = hashes
            played = cython.cast(
                cython.p_int, realloc(self.played, wanted * cython.sizeof(cython.int))
            )
            if not played:
                raise MemoryError
            self.played = played
        else:
            self.hashes = [*self.hashes, *zeros(wanted - self.capacity)]
            self.played = [*self.played, *zeros(wanted - self.capacity)]
        self.capacity = wanted
        return 0

    def note(self, move):
        """Push *move* and the hash before it on the stack."""
        self.hashes[self.ply] = self.hash
        self.played[self.ply] = move
        self.ply += 1

    def count_leaves(self, depth, moves):
        """Return the perft count for *depth* > 0; *moves* has room for the moves of each ply."""
        if self.result() != ONGOING:
            return 0
        count: cython.int = self.generate(moves)
        leaves: cython.ulonglong = 0
        index: cython.int
        for index in range(count):
            self.push(moves[index])
            if depth == 1:
                leaves += 1
            elif cython.compiled:
                leaves += self.count_leaves(depth - 1, moves + MAX_MOVES)
            else:
                leaves += self.count_leaves(depth - 1, zeros(MAX_MOVES))
            self.pop()
        return leaves

    # -- for searchers and controllers ---------------------------------------------------

    def legal_moves(self) -> list[int]:
        """Return the legal moves in the game's own order; none if the game is over."""
        moves: cython.int[512]
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
        self.require_free()
        if self.result() != ONGOING:
            return []
        count: cython.int = self.generate(moves)
        index: cython.int
        return [moves[index] for index in range(count)]

    def lecture_moves(self) -> list[int]:
        """Return the legal moves in the order in which the lecture on the game tries them."""
        return self.legal_moves()

    def is_playable(self, move: Int) -> bool:
        """Return whether *move*, any int, is one of `legal_moves`, which takes longer to make."""
        return bool(self.allows(move))

    def allows(self, move):
        """Do what `is_playable` does."""
        self.require_free()
        wanted: cython.int
        if type(move) is not int:
            move = as_index(move)
        if not -0x80000000 <= move <= 0x7FFFFFFF:
            return False
        wanted = move
        return self.result() == ONGOING and self.obeys_rules(wanted)

    def make(self, move: Int) -> None:
        """Make *move*; raise `IllegalMove`, and change nothing, if it is not legal.

        Searches use `push`, which does not check.
        """
        if not self.allows(move):
            raise self.refusal(move)
        self.reserve(self.ply + 1)
        self.push(move)

    def require_legal(self, move: Int) -> None:
        """Raise `IllegalMove`, which says why, if *move* is not legal."""
        if not self.is_playable(move):
            raise self.refusal(move)

    def refusal(self, move: Int) -> IllegalMove:
        """Return the error that says why *move*, which is not legal, is not."""
        outcome = self.outcome()
        if outcome is not None:
            return IllegalMove(
                QT_TRANSLATE_NOOP("Models", "The game is over: {reason}").format(
                    reason=outcome.reason
                )
            )
        return IllegalMove(self.why_illegal(move))

    def unmake(self) -> None:
        """Take back the last move made; raise `IndexError` if there is none.

        An evaluator cannot take back moves of the search that has called it.
        """
        self.require_free()
        if self.ply <= self.search_floor:
            raise IndexError("There is no move to take back.")
        self.pop()

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        self.require_free()
        return self.result() != ONGOING

    def move_stack(self) -> list[int]:
        """Return the moves made since the position was set up, the oldest first."""
        self.require_free()
        index: cython.int
        return [self.played[index] for index in range(self.ply)]

    def copy_without_stack(self):
        """Return an independent position of the same board, side and rules, with no stack.

        Games extend this by what else the copy is to have; `copy` is what others call.
        """
        return type(self)(*self.__getnewargs__())

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return the arguments that set up this board anew; games in compiled code define it."""
        raise NotImplementedError

    def copy(self, stack: bool = True):
        """Return an independent position, with its stack of moves unless *stack* is False."""
        self.require_free()
        if not stack:
            return self.copy_without_stack()
        moves = self.move_stack()
        _index: cython.int
        move: cython.int
        twin: Position
        for _index in range(len(moves)):
            self.pop()
        try:
            twin = self.copy_without_stack()
            twin.reserve(len(moves))
        except BaseException:
            for move in moves:
                self.push(move)
            raise
        for move in moves:
            self.push(move)
            twin.push(move)
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, _memo: object):
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.copy()
        moves = start.move_stack()
        for _ in moves:
            start.unmake()
        return replayed, (type(self), start.__getnewargs__(), tuple(moves))

    def earlier_positions(self) -> tuple[int, ...]:
        """Return the hashes of the earlier positions on which what follows may depend."""
        self.require_free()
        index: cython.int
        begin: cython.int = self.ply
        key: cython.ulonglong
        found: list[int] = []
        if self.uses_history():
            begin = 0
        elif self.repeat_times:
            begin = self.ply - self.reversible_plies
        for index in range(begin, self.ply):
            key = self.hashes[index]
            if self.repeat_any_side:
                key = min(key, key ^ self.side_key)
            found.append(key)
        # How often each was there counts, not when, unless the game says no more of its history.
        return tuple(found if self.uses_history() else sorted(found))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if type(self) is not type(other) or self.hash != other.hash or self.rules != other.rules:
            return False
        return bool(
            self.position_string() == other.position_string()
            and self.earlier_positions() == other.earlier_positions()
        )

    def __hash__(self) -> int:
        return hash((type(self), self.hash))

    def perft(self, depth: Int) -> int:
        """Return the number of move sequences of length *depth* (0 to 200) from here.

        Games end by all rules in force, draws by repetition included.  Leaves are counted by making
        the moves, without bulk counting.
        """
        self.require_free()
        plies: cython.int = whole(depth, 0, MAX_PERFT_DEPTH, "depth")
        if plies == 0:
            return 1
        self.reserve(self.ply + plies)
        leaves: cython.ulonglong
        if cython.compiled:
            moves = cython.cast(cython.p_int, malloc(plies * MAX_MOVES * cython.sizeof(cython.int)))
            if not moves:
                raise MemoryError
            self.searched = True
            try:
                with cython.nogil:
                    leaves = self.count_leaves(plies, moves)
            finally:
                self.searched = False
                free(moves)
        else:
            leaves = self.count_leaves(plies, zeros(MAX_MOVES))
        return leaves

    def uses_history(self) -> bool:
        """Return whether results may depend on earlier positions other than by `repetition`.

        The repetition rule itself is covered by `depends_on_history`.
        """
        return False

    def has_evaluation(self) -> bool:
        """Return whether `evaluate` is implemented."""
        return False

    def evaluation_terms(self) -> list[Term]:
        """Return the terms that the static evaluation is the sum of; empty if there is none."""
        return []

    def network_value(self) -> int | None:
        """Return what the network in use makes of the position, None if there is none in use.

        In hundredths of the game's unit, for the side to move.
        """
        return None

    def use_shipped_network(self) -> None:
        """Have the network that is shipped for these rules evaluate, if there is one.

        What searches find then, and the terms of the evaluation, do not go together.
        """

    def hash_from_scratch(self) -> int:
        """Return the hash computed from the board alone; `hash` must always equal it."""
        return self.copy(stack=False).hash

    # -- notation ------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it has not."""
        raise NotImplementedError

    def position_string(self) -> str:
        """Return the board and the side to move in one line, which the game's `read` parses."""
        raise NotImplementedError

    def format_move(self, move: Int) -> str:
        """Return *move*, legal here, in the game's notation."""
        return str(move)

    def parse_move(self, text: str) -> int:
        """Parse *text* as a move, legal or not; raise `IllegalMove` if it is not a move."""
        try:
            return int(text)
        except ValueError:
            raise IllegalMove(
                QT_TRANSLATE_NOOP("Models", "'{text}' is not a move.").format(text=quote(text))
            ) from None

    def why_illegal(self, move: Int) -> str | Sentence:
        """Return a sentence that says why *move* is illegal."""
        return QT_TRANSLATE_NOOP("Models", "{move} is not a legal move here.").format(
            move=quote(move)
        )

    def read_move(self, text: str) -> int:
        """Parse *text* as a legal move.

        Raises `IllegalMove` with a sentence that says what is wrong and what would be right.
        """
        if self.is_over():
            raise self.refusal(0)
        move = self.parse_move(" ".join(text.split()))
        self.require_legal(move)
        return move

    def read_turn(self, text: str) -> list[int]:
        """Parse *text* as one or more legal moves of the side to move.

        Raises `IllegalMove`.  The position is unchanged afterwards.
        """
        return [self.read_move(text)]

    def transition(self, move: Int) -> tuple[Step, ...]:
        """Return the steps of *move*, which must be legal, in order."""
        raise NotImplementedError

    def describe(self, move: Int) -> str | Sentence:
        """Return a sentence that describes *move*, which must be legal."""
        return f"{self.format_move(move)}."

    def status(self, side: Int) -> str | Sentence:
        """Return in a few words how many pieces or stones *side* has."""
        return ""

    def diagram(self, flipped: bool = False) -> str:
        """Return the board as several lines of text, without a final line feed."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position_string()}>"

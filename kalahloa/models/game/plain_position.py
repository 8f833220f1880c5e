# cython: language_level=3, cdivision=True
# distutils: extra_compile_args=-O1
"""Base class for the positions of games written in plain Python, such as plug-ins.

A subclass implements the rules; `PlainPosition` maintains the history, the hash and repetition
detection, and implements the interface that searches use.  A game behaves the same whether the
program is compiled or not.  The manual, with an example, is the help page "Adding a game"
(`resources/help/plugins.html`).

What a search may treat as proven depends on what the class declares; the default is the safest:

* `repetition` is None: the result may depend on the history in any way.  Draws are never proven,
  and a win proven in one line is not reused in another.
* `repetition` is a `Repetition`: the result depends only on the board and on that rule.
* `always_ends` returns True: no position can occur twice in a game.
"""

from copy import deepcopy
from hashlib import blake2b
from typing import Any
from weakref import WeakKeyDictionary

import cython

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.position import checked_side
from kalahloa.models.game.repetition import Repetition
from kalahloa.models.native.checked import Int
from kalahloa.models.text.errors import BadGame
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

if cython.compiled:
    from cython.cimports.cpython.object import PyObject_GenericSetAttr
    from cython.cimports.kalahloa.models.game.position import MAX_MOVES, NO_MOVE
    from cython.cimports.kalahloa.models.game.searchable import SearchPosition
    from cython.cimports.kalahloa.models.game.solvable import SolvablePosition
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.native.bits import M64
else:
    from kalahloa.models.game.position import MAX_MOVES, NO_MOVE
    from kalahloa.models.game.searchable import SearchPosition
    from kalahloa.models.game.solvable import SolvablePosition
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import M64

    (
        EVALUATE,
        STATIC_BOUND,
        ORDER_SCORE,
        TERMINAL_VALUE,
        NULL_MOVE,
        ALLOWS_REDUCTIONS,
        ALWAYS_ENDS,
    ) = (1 << bit for bit in range(7))
    MAX_MOVE = 65534
    MAX_SCORE = 9999
    MAX_ORDER_SCORE = 1_000_000

_REQUIRED = ("list_moves", "do_move", "undo_move", "board_outcome", "position_string")
_OPTIONAL = (
    "evaluate",
    "static_bound",
    "order_score",
    "terminal_value",
    "null_move",
    "allows_reductions",
    "always_ends",
)
_KEPT = {
    "generate": "list_moves",
    "legal_moves": "list_moves",
    "is_playable": "list_moves",
    "push": "do_move",
    "make": "do_move",
    "pop": "undo_move",
    "unmake": "undo_move",
    "result": "board_outcome",
    "is_over": "board_outcome",
    "outcome": "board_outcome",
    "copy": "copy_board",
    "copy_without_stack": "copy_board",
    "ply": "nothing",
    "hash": "key",
    "hash_from_scratch": "key",
    "move_stack": "nothing",
    "is_repetition": "repetition",
    "repeatable_plies": "repetition",
    "repeated": "repetition",
    "earlier_positions": "repetition",
    "require_legal": "list_moves",
    "depends_on_history": "repetition",
    "uses_history": "repetition",
    "other_side_hash": "repetition",
    "score_moves": "order_score",
}
"""The methods that `PlainPosition` implements, and what a game defines instead of each."""

_OWN_ATTRIBUTES = frozenset(
    "side hash rules ply capacity hashes played repeat_times repeat_any_side reversible_plies "
    "side_key in_python searched search_floor lower upper hooks begun moving ends past_matters "
    "past fault".split()
)
"""Attributes of the base class in plain mode, where they share ``__dict__`` with the game's."""

_SIDE_KEY = cython.declare(cython.ulonglong, 0x9D39247E33776D41)
_MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
_known: Any = WeakKeyDictionary()


def _hooks_of(kind: Any) -> int:
    """Return a bit mask of the optional methods that the class *kind* defines.

    Raises `BadGame` if *kind* lacks a required method or overrides one of `_KEPT`.
    """
    hooks: Any = _known.get(kind)
    if hooks is None:
        defined: set[str] = set()
        for base in kind.__mro__[: kind.__mro__.index(PlainPosition)]:
            defined.update(vars(base))
        kept = [name for name in _KEPT if name in defined]
        if kept:
            instead = dict.fromkeys(_KEPT[name] for name in kept)
            raise BadGame(
                f"{kind.__name__} defines {_listed(kept)}, which PlainPosition keeps; "
                f"it is to define {_listed(list(instead))} instead."
            )
        lacking = [name for name in _REQUIRED if name not in defined]
        if lacking:
            raise BadGame(f"{kind.__name__} lacks {_listed(lacking)}.")
        hooks = sum(1 << bit for bit, name in enumerate(_OPTIONAL) if name in defined)
        _known[kind] = hooks
    return hooks


def restored(kind: Any, own: dict[str, Any], side: Int, rules: Any, moves: Any) -> Any:
    """Return a position of the class *kind* with the attributes *own*, after *moves*.

    This is how positions are unpickled.  Raises `TypeError` unless *kind* is a game's, and
    `IllegalMove` for a move that is not legal.
    """
    if not isinstance(kind, type) or not issubclass(kind, PlainPosition):
        raise TypeError("Only the position of a game can be restored.")
    twin = kind.__new__(kind)
    vars(twin).update(own)
    PlainPosition.__init__(twin, side, rules)
    for move in moves:
        twin.make(move)
    return twin


def _listed(names: list[str]) -> str:
    """Return *names* joined as in a sentence: ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _hash_of(key: Any) -> int:
    """Return a 64-bit hash of *key*; different ints from 0 to 2^64 - 1 never collide.

    Raises `BadGame` if *key* is not an int, a str, bytes or a tuple.
    """
    if type(key) is not int or not 0 <= key <= 0xFFFFFFFFFFFFFFFF:
        if not isinstance(key, (int, str, bytes, tuple)):
            raise BadGame(
                f"A key is a number, a text, or a tuple of these, not a {type(key).__name__}."
            )
        return int.from_bytes(blake2b(repr(key).encode(), digest_size=8).digest(), "little")
    # The finalizer of splitmix64, a bijection: see `bits`.
    word: cython.ulonglong = key
    word = ((word ^ (word >> 30)) * _MIX_1) & M64
    word = ((word ^ (word >> 27)) * _MIX_2) & M64
    return word ^ (word >> 31)


class PlainPosition(SolvablePosition):
    """Abstract base of positions written in plain Python.

    A subclass defines `list_moves`, `do_move`, `undo_move`, `board_outcome` and `position_string`.
    Its `__init__` sets up the board and then calls ``super().__init__(side, rules)``, which starts
    the history with *side* (0 first, 1 second) to move.  The help page lists the optional methods.

    Creating a position raises `BadGame` if the class is incomplete or contradicts itself; the other
    methods raise it when a method of the subclass breaks its contract.
    """

    if not cython.compiled:
        hooks = 0
        begun = moving = ends = past_matters = False
        past: Any = None
        fault: Any = None
        reversible_plies: int = 0
        repetition: Any

    repetition = None

    if cython.compiled:

        def __cinit__(self):
            self.hooks = _hooks_of(type(self))
            self.in_python = True
            self.side_key = _SIDE_KEY
            self.past = []

        def __setattr__(self, name, value):
            if name != "side":
                PyObject_GenericSetAttr(self, name, value)
                return
            if self.begun and not self.moving:
                raise AttributeError("Only do_move and undo_move set the side to move.")
            if not isinstance(value, int) or value not in (0, 1):
                raise BadGame(f"The side to move is 0 or 1, not {quote(value)}.")
            self.side = value

    else:

        def __new__(cls, *_arguments, **_options):
            self = object.__new__(cls)
            self.hooks = _hooks_of(cls)
            self.in_python = True
            self.side_key = _SIDE_KEY
            self.past = []
            return self

    def __init__(self, side: Int = 0, rules: Any = None):
        if self.begun:
            raise ValueError("The position is set up already.")
        self.side = checked_side(side)
        self.rules = rules
        declared: Any = self.repetition
        if not isinstance(declared, (Repetition, type(None))):
            raise BadGame(
                f"{type(self).__name__}.repetition is {declared!r}; it is a Repetition, or None."
            )
        if self.hooks & ALWAYS_ENDS:
            ends: Any = getattr(self, "always_ends")()  # noqa: B009
            self.ends = bool(ends)
        self.past_matters = declared is None and not self.ends
        if declared is not None and declared.times:
            self.repeat_times = declared.times
            self.repeat_any_side = declared.any_side
        if self.repeat_times and self.ends:
            raise BadGame(
                f"{type(self).__name__} says both that no position can come again (always_ends) "
                "and what happens then (repetition)."
            )
        if self.repeat_any_side and type(self).key is PlainPosition.key:
            raise BadGame(
                f"{type(self).__name__} lacks key: positions are the same whoever is to move, "
                "and position_string tells the side."
            )
        self.begun = True
        self.hash = self.hash_from_scratch()

    # -- required methods --------------------------------------------------------------------------

    def list_moves(self) -> list[int]:
        """Return the legal moves: 1 to 512 distinct ints from 0 to 65534.

        Only called while the game is not over.  A forced pass is a move of its own.
        """
        raise NotImplementedError

    def do_move(self, move: Int) -> None:
        """Make the legal *move* on the board and set `side` to the next side to move."""
        raise NotImplementedError

    def undo_move(self, move: Int) -> None:
        """Undo *move*, the last one made; `side` is already the side that made it."""
        raise NotImplementedError

    def board_outcome(self) -> Outcome | None:
        """Return the outcome if the game is over on this board, otherwise None.

        Draws by `repetition` are detected by the base class.
        """
        raise NotImplementedError

    # -- optional methods --------------------------------------------------------------------------

    def key(self) -> Any:
        """Return a key that identifies the board: an int, a str, bytes, or a tuple of these.

        Boards with equal keys must be interchangeable for the rest of the game.  The key need not
        include the side to move, and must not if `repetition` has `any_side`.  Ints from 0 to
        2^64 - 1 are fastest.  Defaults to `position_string`.
        """
        return self.position_string()

    def copy_board(self, twin: Any) -> None:
        """Copy the attributes of the subclass to *twin*, a new position that has none of them.

        By default all are deep-copied.  An override may share objects that never change.
        """
        own = {name: value for name, value in vars(self).items() if name not in _OWN_ATTRIBUTES}
        vars(twin).update(deepcopy(own))

    def diagram(self, flipped: bool = False) -> str:
        return self.position_string()

    def transition(self, move: Int) -> Any:
        return ()

    # -- the interface of searches -----------------------------------------------------------------

    def generate(self, moves):
        index: cython.int
        with cython.gil:
            self.raise_pending()
            found: list[int] = self.listed_moves()
            for index in range(len(found)):
                moves[index] = found[index]
            return len(found)

    def listed_moves(self):
        """Return `list_moves` after checking it; raise `BadGame` if a move is out of range.

        The game must not be over.
        """
        self.check_begun()
        moves = list(self.list_moves())
        if len(moves) > MAX_MOVES:
            raise BadGame(f"A position has at most {MAX_MOVES} legal moves, not {len(moves)}.")
        for move in moves:
            if not isinstance(move, int) or not 0 <= move <= MAX_MOVE:
                raise BadGame(f"A move is a number from 0 to {MAX_MOVE}, not {quote(move)}.")
        if self.hooks & NULL_MOVE and self.null_move() in moves:
            raise BadGame("A null move is none of the legal moves; it has a number of its own.")
        return moves

    def push(self, move):
        with cython.gil:
            self.raise_pending()
            # A game's methods may have made moves that they did not take back.
            self.reserve(self.ply + 1)
            self.advance(move)
        return 0

    def advance(self, move):
        """Make *move*; `reserve` must have allocated room for it.

        If the game's method raises, the history is restored and the exception propagates.
        """
        self.check_begun()
        side = self.side
        self.past.append((side, self.reversible_plies))
        self.note(move)
        moving = self.moving
        self.moving = True
        try:
            self.do_move(move)
            if self.side not in (0, 1):
                raise BadGame(f"The side to move is 0 or 1, not {quote(self.side)}.")
            self.hash = self.hash_from_scratch()
        except BaseException:
            self.ply -= 1
            self.past.pop()
            self.side = side
            raise
        finally:
            self.moving = moving
        self.reversible_plies += 1
        if self.hooks & NULL_MOVE and move == self.null_move():
            # No position before the null move can recur by moves of the game.
            self.reversible_plies = 0

    def pop(self):
        with cython.gil:
            self.retreat()
        return 0

    def retreat(self):
        """Take back the last move; raise `BadGame` if the game has taken back too many itself."""
        if self.ply == 0 or not self.past:
            raise BadGame(f"{type(self).__name__} takes back moves that it has not made.")
        self.ply -= 1
        side: int
        reversible_plies: int
        side, reversible_plies = self.past.pop()
        moving = self.moving
        self.moving = True
        try:
            self.side = side
            self.undo_move(self.played[self.ply])
        finally:
            self.moving = moving
        self.side = side
        self.reversible_plies = reversible_plies
        self.hash = self.hashes[self.ply]

    def result(self):
        with cython.gil:
            self.raise_pending()
            self.check_begun()
            outcome = self.board_outcome()
            if outcome is not None:
                return self.checked_score(outcome)
        return 0 if self.repeat_times and self.repeated() else ONGOING

    def checked_score(self, outcome):
        """Return the score of *outcome* from the point of view of the side to move.

        Raises `BadGame` if the score is out of range or contradicts the winner.
        """
        if not isinstance(outcome, Outcome):
            raise BadGame(f"board_outcome returns an Outcome or None, not {quote(outcome)}.")
        winner, score = outcome.winner, outcome.score
        if not -MAX_SCORE <= score <= MAX_SCORE:
            raise BadGame(f"The score of a game is at most {MAX_SCORE} in size, not {score}.")
        if winner not in (None, 0, 1) or (score > 0, score < 0) != (winner == 0, winner == 1):
            raise BadGame(
                f"An outcome's score is above 0 where side 0 wins, below 0 where side 1 does, and "
                f"0 for a draw; it is {score}, and the winner {winner!r}."
            )
        return outcome.score_for(self.side)

    def check_begun(self):
        """Raise `BadGame` if the subclass's `__init__` has not called `PlainPosition.__init__`."""
        if not self.begun:
            raise BadGame(
                f"{type(self).__name__}.__init__ does not end with super().__init__(side, rules)."
            )

    # -- repetition --------------------------------------------------------------------------------

    def repeatable_plies(self):
        if self.past_matters or self.repeat_any_side:
            return self.reversible_plies
        return 0

    def depends_on_history(self):
        with cython.gil:
            try:
                outcome = self.board_outcome()
            except BaseException as error:
                if not cython.compiled:
                    raise
                self.fault = error
                return True
            if outcome is not None:
                # A win is valid in the line in which it was found, and is stored for no other.
                return self.past_matters and outcome.winner is None
        return self.repeat_times > 0 and self.repeated()

    def uses_history(self) -> bool:
        return bool(self.past_matters)

    # -- calls from compiled code to the optional methods ------------------------------------------

    # C methods that run without the GIL are not Python attributes, so `getattr` finds the game's
    # methods.  In plain mode the game's methods simply override these.

    def ask(self, name, arguments, otherwise):
        """Call the game's method *name* with *arguments* and return its result.

        An exception is stored for `raise_pending`, and *otherwise* is returned; so it is while an
        earlier exception is still pending.
        """
        if self.fault is None:
            try:
                return getattr(self, name)(*arguments)
            except BaseException as error:
                self.fault = error
        return otherwise

    def raise_pending(self):
        if self.fault is not None:
            error, self.fault = self.fault, None
            raise error
        return 0

    def has_evaluation(self) -> bool:
        return bool(self.hooks & EVALUATE)

    def evaluate(self):
        if not self.hooks & EVALUATE:
            return 0
        with cython.gil:
            return self.ask("evaluate", (), 0)

    def static_bound(self, alpha, beta):
        if not self.hooks & STATIC_BOUND:
            return ONGOING
        with cython.gil:
            return self.ask("static_bound", (alpha, beta), ONGOING)

    def order_score(self, move):
        if not self.hooks & ORDER_SCORE:
            return 0
        with cython.gil:
            return self.ask("order_score", (move,), 0)

    def score_moves(self, moves, scores, base, end):
        index: cython.int
        score: cython.int
        for index in range(base, end):
            score = self.order_score(moves[index])
            if not -MAX_ORDER_SCORE <= score <= MAX_ORDER_SCORE:
                self.refuse_order_score(score)
                score = 0
            scores[index] = score

    def refuse_order_score(self, score):
        """Report that the order score *score* is out of range.

        Raises `BadGame` in plain mode; compiled, stores it for `raise_pending`.
        """
        with cython.gil:
            error = BadGame(f"An order score is at most {MAX_ORDER_SCORE} in size, not {score}.")
            if not cython.compiled:
                raise error
            self.fault = error

    def terminal_value(self, score, ply):
        if not self.hooks & TERMINAL_VALUE:
            return SearchPosition.terminal_value(self, score, ply)
        with cython.gil:
            return self.ask("terminal_value", (score, ply), 0)

    def null_move(self):
        if not self.hooks & NULL_MOVE:
            return NO_MOVE
        with cython.gil:
            return self.ask("null_move", (), NO_MOVE)

    def allows_reductions(self):
        if not self.hooks & ALLOWS_REDUCTIONS:
            return False
        with cython.gil:
            return self.ask("allows_reductions", (), 0)

    def always_ends(self):
        return self.ends

    # -- the interface of searchers and controllers ------------------------------------------------

    def legal_moves(self) -> list[int]:
        return [] if self.is_over() else self.listed_moves()

    def obeys_rules(self, move):
        with cython.gil:
            return move in self.listed_moves()

    def outcome(self) -> Outcome | None:
        outcome = self.board_outcome()
        if outcome is None and self.repeat_times and self.repeated():
            times = self.repeat_times
            reason = (
                QT_TRANSLATE_NOOP("Models", "Draw: the position occurs for the second time.")
                if times == 2
                else QT_TRANSLATE_NOOP("Models", "Draw: the position occurs for the third time.")
                if times == 3
                else QT_TRANSLATE_NOOP(
                    "Models", "Draw: the position occurs for the {times}th time."
                ).format(times=times)
            )
            return Outcome(None, 0, reason)
        return outcome

    def __reduce__(self) -> Any:
        start: PlainPosition = self.copy()
        moves = start.move_stack()
        for _ in moves:
            start.unmake()
        own = {name: value for name, value in vars(start).items() if name not in _OWN_ATTRIBUTES}
        return restored, (type(self), own, start.side, start.rules, tuple(moves))

    def copy(self, stack: bool = True) -> Any:
        self.check_begun()
        twin: PlainPosition = type(self).__new__(type(self))
        self.copy_board(twin)
        twin.side = self.side
        twin.rules = self.rules
        twin.hash = self.hash
        twin.begun = True
        twin.ends = self.ends
        twin.past_matters = self.past_matters
        twin.repeat_times = self.repeat_times
        twin.repeat_any_side = self.repeat_any_side
        twin.reversible_plies = self.reversible_plies
        if not stack:
            twin.reversible_plies = 0
            return twin
        twin.past = self.past.copy()
        twin.reserve(self.ply)
        index: cython.int
        for index in range(self.ply):
            twin.hashes[index] = self.hashes[index]
            twin.played[index] = self.played[index]
        twin.ply = self.ply
        return twin

    def hash_from_scratch(self) -> int:
        word: cython.ulonglong = _hash_of(self.key())
        return (word ^ _SIDE_KEY if self.side else word) or 1

"""What is proven of a position and of its moves, without a search: the one place to ask.

Whoever speaks of a position asks here first, so that no two of them disagree: hints, values and
lines, reviews, the book's page, proofs, players and the command line.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kalahloa.models.cancellation import never
from kalahloa.models.knowledge import BookExtent, Knowledge, Known, NothingKnown, ProofSource

MAX_REMEMBERED = 50_000
"""Maximum number of values that are remembered; the oldest are forgotten first."""


@dataclass(frozen=True, slots=True)
class KnownMoves:
    """What is known of a position: its `value` for the side to move, and those of its `moves`.

    `moves` are all legal moves in the game's order, each with its value for the side that makes it.
    What is not known is None.  There are no moves where the game is over.
    """

    value: Known | None
    moves: Mapping[int, Known | None]

    @property
    def is_whole(self) -> bool:
        """Whether the values of all moves are known."""
        return None not in self.moves.values()

    @property
    def best(self) -> tuple[int, ...]:
        """The moves that are known to keep the value of the position."""
        if self.value is None:
            return ()
        best = self.value.value
        return tuple(m for m, one in self.moves.items() if one is not None and one.value == best)


def known_value(knowledge: Knowledge, position: Any) -> Known | None:
    """Return what is known of *position* by the rules or by *knowledge*, for the side to move."""
    outcome = position.outcome()
    if outcome is not None:
        return Known(outcome.score_for(position.side), ProofSource.RULES)
    return knowledge.look_up(position)


def known_moves(knowledge: Knowledge, position: Any) -> KnownMoves:
    """Return what is known of *position*, and of each of its moves; it is left as it was."""
    here = known_value(knowledge, position)
    if here is not None and here.source is ProofSource.RULES:
        return KnownMoves(here, {})
    side = position.side
    moves: dict[int, Known | None] = {}
    for move in position.legal_moves():
        position.make(move)
        known = known_value(knowledge, position)
        moves[move] = known if position.side == side else _negated(known)
        position.unmake()
    return KnownMoves(here or best_of(moves), moves)


def best_of(moves: Mapping[int, Known | None]) -> Known | None:
    """Return the value of a position whose *moves* have these values; None if one is not known."""
    numbers = [known.value for known in moves.values() if known is not None]
    if len(numbers) < len(moves):
        return None
    return Known(max(numbers), ProofSource.MOVES)


def _negated(known: Known | None) -> Known | None:
    return None if known is None else Known(-known.value, known.source)


class SessionKnowledge:
    """A game's *knowledge*, and what searches have proven in this session; see `Knowledge`.

    *proven* are values for the side to move, by the position strings of positions under the same
    rules.  It is shared and grows; any thread may use it.
    """

    def __init__(self, knowledge: Knowledge, proven: dict[str, int]) -> None:
        self._knowledge = knowledge
        self._proven = proven

    @property
    def rules(self) -> Any:
        return self._knowledge.rules

    @property
    def notes(self) -> tuple[str, ...]:
        return self._knowledge.notes

    @property
    def has_book(self) -> bool:
        return self._knowledge.has_book

    def use_tablebase(self, position: Any) -> None:
        self._knowledge.use_tablebase(position)

    def probe(self, position: Any) -> int | None:
        """Return the value by the book, or by an earlier search."""
        value = self._knowledge.probe(position)
        return self._proven.get(position.position_string()) if value is None else value

    def covers_moves_of(self, position: Any) -> bool:
        return self._knowledge.covers_moves_of(position)

    def look_up(self, position: Any) -> Known | None:
        """Return what book, tablebase or an earlier search say of *position*."""
        known = self._knowledge.look_up(position)
        if known is not None:
            return known
        value = self._proven.get(position.position_string())
        return None if value is None else Known(value, ProofSource.SEARCH)

    def book_below(self, position: Any, stopped: Callable[[], bool] = never) -> BookExtent:
        return self._knowledge.book_below(position, stopped)

    @property
    def coverage(self) -> tuple[str, ...]:
        return self._knowledge.coverage

    @property
    def advice(self) -> str:
        return self._knowledge.advice

    def remember(self, position: Any, moves: Mapping[int, int]) -> None:
        """Keep the values of *moves*, made at *position*, which were proven for the mover.

        *position* is left as it was.
        """
        side = position.side
        for move, value in moves.items():
            position.make(move)
            if not position.is_over():
                text = position.position_string()
                self._proven[text] = value if position.side == side else -value
            position.unmake()
        if moves and set(moves) == set(position.legal_moves()):
            self.remember_value(position, max(moves.values()))
        self._forget_old()

    def remember_value(self, position: Any, value: int) -> None:
        """Keep the *value* of *position*, which was proven for the side to move."""
        self._proven[position.position_string()] = value
        self._forget_old()

    def _forget_old(self) -> None:
        while len(self._proven) > MAX_REMEMBERED:
            self._proven.pop(next(iter(self._proven)), None)


OnDemand = Callable[[], SessionKnowledge]
"""Returns what is known under some rules; may be called on any thread, and may read files."""


def nothing_known() -> SessionKnowledge:
    """Return that nothing is known."""
    return SessionKnowledge(NothingKnown(None), {})

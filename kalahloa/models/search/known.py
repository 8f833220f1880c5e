"""What is proven of a position and of its moves, without a search: the one place to ask.

Whoever speaks of a position asks here first, so that no two of them disagree: hints, values and
lines, reviews, the book's page, proofs, players and the command line.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from kalahloa.models.game.knowledge import (
    BookExtent,
    Knowledge,
    KnowledgeSource,
    Known,
    ProofSource,
)
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.work.cancellation import never

MAX_REMEMBERED = 50_000
"""Maximum number of values that are remembered; the oldest are forgotten first."""
MAX_TREES = 8
"""Maximum number of proofs that are remembered."""
MAX_LINE = 60
"""Maximum length of a line of best play, in plies."""


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
        """The moves that are known to keep the value of the position.

        Those that win soonest, or lose last, come first, where that is counted.
        """
        if self.value is None:
            return ()
        value = self.value.value
        steps = {
            move: _steps_of(one)
            for move, one in self.moves.items()
            if one is not None and one.value == value
        }
        sign = -1 if value < 0 else 1
        return tuple(sorted(steps, key=lambda move: sign * steps[move]))


def known_value(knowledge: Knowledge, position: Any) -> Known | None:
    """Return what is known of *position* by the rules or by *knowledge*, for the side to move."""
    outcome = position.outcome()
    if outcome is not None:
        return Known(outcome.score_for(position.side), ProofSource.RULES, 0)
    known = knowledge.look_up(position)
    return None if known is None or _may_repeat(position) else known


def _may_repeat(position: Any) -> bool:
    """Return whether the next visit of some position would end the game by repetition.

    A source knows positions, not how they were reached: what it says does not hold then.
    """
    rule = position.repetition
    if rule is None or not rule.times:
        return False
    visits = Counter(position.earlier_positions()).values()
    return max(visits, default=0) >= rule.times - 1


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
    only_winner_counts = not can_be_solved(position)
    here = here or best_of(moves, only_winner_counts)
    if only_winner_counts and here is not None and here.value < 0:
        moves = {move: one or here for move, one in moves.items()}
    return KnownMoves(here, moves)


def score_of_known(known: Known, side: int, kind: ScoreKind, plies: int = 0) -> Score:
    """Return what *known* says, for *side*, of a position or move *plies* plies before."""
    count = known.plies if known.plies is None else known.plies + plies
    return Score(float(known.value), side, kind, True, plies=count)


def known_line(knowledge: Knowledge, position: Any, *moves: int) -> tuple[int, ...]:
    """Return *moves*, legal from *position* on, and the best play after them as far as known."""
    walker = position.copy()
    line = list(moves)
    for move in moves:
        walker.make(move)
    while len(line) < MAX_LINE and walker.outcome() is None:
        best = known_moves(knowledge, walker).best
        if not best:
            break
        walker.make(best[0])
        line.append(best[0])
    return tuple(line)


def best_of(moves: Mapping[int, Known | None], only_winner_counts: bool = False) -> Known | None:
    """Return the value of a position whose *moves* have these values; None if one is not known.

    If *only_winner_counts*, one move that wins is sufficient.
    """
    found = [one for one in moves.values() if one is not None]
    value = max((one.value for one in found), default=0)
    if len(found) < len(moves) and not (only_winner_counts and value > 0):
        return None
    best = [one for one in found if one.value == value]
    nearest = (max if value < 0 else min)(best, key=_steps_of)
    steps = None if nearest.steps is None else nearest.steps + 1
    return Known(value, ProofSource.MOVES, steps, nearest.whole)


def _steps_of(known: Known) -> float:
    return inf if known.steps is None else known.steps


def _negated(known: Known | None) -> Known | None:
    return None if known is None else replace(known, value=-known.value)


Tree = Callable[[Any], Known | None]
"""Returns what a proof has of a position, None if nothing; may be called on any thread."""


class Proven:
    """What searches have proven under some rules; it grows, and any thread may use it."""

    def __init__(self) -> None:
        self._values: dict[str, Known] = {}
        self._trees: tuple[Tree, ...] = ()

    def look_up(self, position: Any) -> Known | None:
        """Return what is proven of *position*, for the side to move."""
        found = self._values.get(position.position_string())
        for tree in () if found is not None and found.steps is not None else self._trees:
            found = tree(position) or found
        return found

    def keep(self, position: Any, known: Known) -> None:
        """Keep what is *known* of *position*, for the side to move."""
        self._values[position.position_string()] = known
        while len(self._values) > MAX_REMEMBERED:
            self._values.pop(next(iter(self._values)), None)

    def keep_tree(self, tree: Tree) -> None:
        """Keep *tree*, and only the newest ones."""
        self._trees = (tree, *(one for one in self._trees if one != tree))[:MAX_TREES]


class SessionKnowledge(Knowledge):
    """A game's *knowledge*, and what is *proven* in this session."""

    def __init__(self, knowledge: Knowledge, proven: Proven | None = None) -> None:
        super().__init__(knowledge.rules, knowledge.notes)
        self._knowledge = knowledge
        self.proven = proven or Proven()

    @property
    def has_book(self) -> bool:
        return self._knowledge.has_book

    def use_tablebase(self, position: Any) -> None:
        self._knowledge.use_tablebase(position)

    def probe(self, position: Any) -> int | None:
        """Return the value by the book, or by an earlier search."""
        value = self._knowledge.probe(position)
        known = self.proven.look_up(position) if value is None else None
        return value if known is None else known.value

    def look_up(self, position: Any) -> Known | None:
        """Return what book, tablebase or an earlier search say of *position*."""
        known = self._knowledge.look_up(position)
        return self.proven.look_up(position) if known is None else known

    def book_below(self, position: Any, stopped: Callable[[], bool] = never) -> BookExtent:
        return self._knowledge.book_below(position, stopped)

    @property
    def coverage(self) -> tuple[str, ...]:
        return self._knowledge.coverage

    @property
    def advice(self) -> str:
        return self._knowledge.advice

    def with_base(self, knowledge: Knowledge) -> "SessionKnowledge":
        """Return *knowledge*, of the same rules, and what searches have proven in this session."""
        return SessionKnowledge(knowledge, self.proven)

    def remember(self, position: Any, moves: Mapping[int, int]) -> None:
        """Keep the values of *moves*, made at *position*, which were proven for the mover.

        *position* is left as it was.
        """
        side = position.side
        for move, value in moves.items():
            position.make(move)
            if not position.is_over():
                self.remember_value(position, value if position.side == side else -value)
            position.unmake()
        if moves and set(moves) == set(position.legal_moves()):
            self.remember_value(position, max(moves.values()))

    def remember_value(self, position: Any, value: int) -> None:
        """Keep the *value* of *position*, which was proven for the side to move."""
        self.proven.keep(position, Known(value, ProofSource.SEARCH))


OnDemand = Callable[[], SessionKnowledge]
"""Returns what is known under some rules; may be called on any thread, and may read files."""


class SessionSource(KnowledgeSource):
    """*source*, and what searches have proven in this session by *known*, for playing games."""

    def __init__(self, source: KnowledgeSource, known: OnDemand) -> None:
        super().__init__()
        self.available = source.available
        self._source = source
        self._known = known

    def book(self, rules: Any) -> Knowledge:
        """Return the book for *rules*, and what was proven."""
        return self._known().with_base(self._source.book(rules))

    def to_play(self, rules: Any, stopped: Callable[[], bool] = never) -> Knowledge:
        """Return what the source has for playing under *rules*, and what was proven."""
        return self._known().with_base(self._source.to_play(rules, stopped))


def nothing_known() -> SessionKnowledge:
    """Return that nothing is known."""
    return SessionKnowledge(Knowledge(None))

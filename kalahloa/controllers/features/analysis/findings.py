"""What is known of the moves at each node of a record, merged from all searches.

Proven values beat estimates.  Among estimates the deepest counts, and the latest among equals.
Each value has the line of play that it comes from, as far as that is known.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import inf
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from kalahloa.models.record.record import Node
from kalahloa.models.search.move_values import FoundValues, Line, Values
from kalahloa.models.search.score import Score, ScoreKind

if TYPE_CHECKING:
    from kalahloa.models.study.forced.proven import ProvenMoves, Range

MAX_NODES = 2000
"""Maximum number of nodes of which something is known; the oldest are forgotten first."""


ANYTHING: "Range" = (-inf, inf)


class Source(IntEnum):
    """Where an estimate comes from; those of a later one count more, whatever their depth."""

    PLAYER = 0
    """A computer player, which may be weak, or evaluate with another heuristic."""
    ANALYSIS = 1
    """A hint, or the values of all moves."""


class _Rank(NamedTuple):
    """How much an estimate counts: a greater one replaces a smaller one."""

    source: Source
    depth: int
    serial: int


class _Claim(NamedTuple):
    """A search's claim that no move is worth more than `number`, but for those that are `spared`.

    The best move is worth just that, or the worst of the best ones, which are spared.
    """

    rank: _Rank
    number: float
    spared: frozenset[int] = frozenset()


class _Estimate(NamedTuple):
    """An estimate of a move, and the moves that follow, itself first, or none."""

    rank: _Rank
    value: Score
    line: tuple[int, ...] = ()


class Effort(NamedTuple):
    """How far an analysis has gone: `depth` in plies, `nodes` visited, in `seconds`."""

    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


NO_EFFORT = Effort()
"""That of a node which was not analysed."""


@dataclass
class _Known:
    """What is known of one node; `moves` are all its legal moves once they have values."""

    moves: tuple[int, ...] = ()
    proven: Values = field(default_factory=dict)
    proven_lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    estimates: dict[int, _Estimate] = field(default_factory=dict)
    claim: _Claim | None = None
    rest: _Claim | None = None
    """That the moves which are not among the best lines are worth no more than these."""
    effort: Effort = NO_EFFORT
    done: Hashable = None
    """What an analysis that has ended was to do."""
    floor: float = -inf
    ceiling: float = inf
    """The best move is proven to be worth at least and at most so much."""
    bounds: dict[int, "Range"] = field(default_factory=dict)
    """What is proven of moves whose exact value need not be known."""
    lost: bool = False
    """Whether the best move is proven to lose, and so do all."""
    suggested: int | None = None
    finished: bool = False

    def add(self, move: int, value: Score, rank: _Rank, line: tuple[int, ...] = ()) -> None:
        """Merge the *value* of *move*, and the *line* that it comes from."""
        if value.proven:
            known = self.proven.get(move)
            if known is None or _is_sooner(value, known):
                self.proven[move] = value
                self.proven_lines[move] = line
                if value.kind is ScoreKind.WINNER and value.number > 0:
                    self.ceiling = min(self.ceiling, value.number)  # nothing is better than a win
            elif known == value and len(line) > len(self.proven_lines.get(move, ())):
                self.proven_lines[move] = line
            return
        old = self.estimates.get(move)
        if old is None or rank > old.rank:
            self.estimates[move] = _Estimate(rank, value, line)

    def add_found(self, found: FoundValues, serial: int) -> None:
        """Merge what an analysis has *found*."""
        if len(found.values) == len(found.moves):
            self.moves = found.moves
        for move, value in found.values.items():
            rank = _Rank(Source.ANALYSIS, value.depth, serial)
            self.add(move, value, rank, found.lines.get(move, ()))
        self.lost |= bool(found.best) and all(map(_is_loss, map(found.values.get, found.best)))
        rank = _Rank(Source.ANALYSIS, found.depth, serial)
        is_part = found.best and len(found.best) < len(found.moves)
        if is_part and (self.rest is None or rank > self.rest.rank):
            worst = min(found.values[move].number for move in found.best)
            self.rest = _Claim(rank, worst, frozenset(found.best))
        self.effort = Effort(found.depth, found.nodes, found.seconds)

    def add_best(self, move: int, value: Score, rank: _Rank, line: tuple[int, ...] = ()) -> None:
        """Merge the *value* of *move*, the best one of a search, and the *line* it comes from."""
        self.add(move, value, rank, line)
        if value.proven:
            self.ceiling = min(self.ceiling, value.number)
            self.lost |= _is_loss(value)
        elif self.claim is None or rank > self.claim.rank:
            self.claim = _Claim(rank, value.number)

    def add_bounds(self, best: "Range", moves: Mapping[int, "Range"]) -> None:
        """Merge that the *best* move, and each of *moves*, is proven to be worth so much."""
        self.floor, self.ceiling = _narrower((self.floor, self.ceiling), best)
        for move, bounds in moves.items():
            self.bounds[move] = _narrower(self.bounds.get(move, ANYTHING), bounds)

    def values(self) -> Values:
        """Return the value of each move that has one."""
        order = dict.fromkeys((*self.moves, *self.proven, *self.estimates))
        values = {move: self.proven.get(move) or self._estimate(move) for move in order}
        open_still = [
            move
            for move in order
            if not values[move].proven and self.bounds.get(move, ANYTHING)[1] >= self.floor
        ]
        if open_still and all(value.number < self.floor for value in values.values()):
            best = max(open_still, key=lambda move: values[move].order)
            if self.moves or best == self.suggested:  # not where only a player's choice is known
                values[best] = values[best].within(self.floor, inf)
        return values

    def _estimate(self, move: int) -> Score:
        rank, value, _ = self.estimates[move]
        limit = self.ceiling
        for claim in (self.claim, self.rest):
            # The estimate of the claim's own move is at least as deep as the claim.
            if claim is not None and claim.rank > rank and move not in claim.spared:
                limit = min(limit, claim.number)
        low, high = self.bounds.get(move, ANYTHING)
        within = value.within(low, max(low, min(limit, high)))
        return replace(within, is_lost=True) if self.lost else within

    def lines(self) -> list[Line]:
        """Return a line for each move that has a value, the best first."""

        def order(item: tuple[int, Score]) -> tuple[object, ...]:
            move, value = item
            rank = None if value.proven else self.estimates[move].rank
            return value.order, move == self.suggested, rank is None or rank.source, rank or ()

        ranked = sorted(self.values().items(), key=order, reverse=True)
        return [Line(move, value, self._line(move, value)) for move, value in ranked]

    def _line(self, move: int, value: Score) -> tuple[int, ...]:
        known = self.proven_lines.get(move) if value.proven else self.estimates[move].line
        return known or (move,)


def best_found(found: FoundValues) -> Line | None:
    """Return the best move in *found*, the result of one analysis, with its line, or None."""
    known = _Known()
    known.add_found(found, 1)
    return next(iter(known.lines()), None)


class Findings:
    """The values of the moves at the nodes of records, as far as they are known.

    Nodes are told apart by identity, and forgotten with their record.  All values are for the side
    that makes the move, in the game's unit.
    """

    def __init__(self, max_nodes: int = MAX_NODES) -> None:
        self._max_nodes = max_nodes
        self._nodes: WeakKeyDictionary[Node, _Known] = WeakKeyDictionary()
        self._serial = 0

    # -- adding --------------------------------------------------------------------------------

    def add_values(self, node: Node, values: Mapping[int, Score], finished: bool = False) -> None:
        """Add the *values* of all legal moves at *node*; with *finished*, no better ones follow."""
        known = self._known(node)
        serial = self._next_serial()
        if values:
            known.moves = tuple(values)
        for move, value in values.items():
            known.add(move, value, _Rank(Source.ANALYSIS, value.depth, serial))
        known.finished = known.finished or finished

    def add_found(self, node: Node, found: FoundValues, done: Hashable = None) -> None:
        """Add what an analysis of *node* has *found*; it has ended if *done* says what it did."""
        known = self._known(node)
        known.add_found(found, self._next_serial())
        if done is not None:
            known.done = done

    def add_proof(self, node: Node, moves: Sequence[int], proven: "ProvenMoves") -> None:
        """Add what is *proven* of *node*, which has these legal *moves*."""
        lines = [
            Line(move, value, proven.line if proven.line[:1] == (move,) else ())
            for move, value in proven.values.items()
        ]
        self.add_exact(node, moves, lines, proven.best, proven.ranges)

    def add_exact(
        self,
        node: Node,
        moves: Sequence[int],
        lines: Sequence[Line],
        best: "Range" = ANYTHING,
        ranges: "Mapping[int, Range] | None" = None,
    ) -> bool:
        """Add *lines* of exact values at *node*, which has these legal *moves*.

        The value of the best move lies within *best*, and those of moves within their *ranges*.
        Returns whether this adds a value or a bound of the best move.
        """
        known = self._known(node)
        before = (dict(known.proven), known.floor, known.ceiling)
        known.add_bounds(best, ranges or {})
        for line in lines:
            known.add(line.move, line.value, _Rank(Source.ANALYSIS, 0, 0), line.moves)
        if len(known.proven) == len(moves):
            known.moves = tuple(moves)
        return before != (known.proven, known.floor, known.ceiling)

    def add_hint(self, node: Node, move: int, value: Score, line: tuple[int, ...] = ()) -> None:
        """Add *move*, which a hint's search found to be the best at *node*, and its *value*.

        *line* are the moves that it comes from, *move* first, as far as they are known.
        """
        known = self._known(node)
        rank = _Rank(Source.ANALYSIS, value.depth, self._next_serial())
        known.add_best(move, value, rank, line)
        known.suggested = move

    def add_choice(self, node: Node, move: int, value: Score) -> None:
        """Add the *value* of *move*, which a computer player chose at *node*; it may be bad."""
        rank = _Rank(Source.PLAYER, value.depth, self._next_serial())
        self._known(node).add(move, value, rank)

    def reopen(self) -> None:
        """Note that better values may be found everywhere, since more or less is known now.

        What is known stays until it is replaced.
        """
        for known in self._nodes.values():
            known.finished = False
            known.done = None

    def _known(self, node: Node) -> _Known:
        """Return what is known of *node*, which becomes the newest."""
        known = self._nodes.pop(node, None) or _Known()
        self._nodes[node] = known
        while len(self._nodes) > self._max_nodes:
            del self._nodes[next(iter(self._nodes))]
        return known

    def _next_serial(self) -> int:
        self._serial += 1
        return self._serial

    # -- asking --------------------------------------------------------------------------------

    def values(self, node: Node) -> Values:
        """Return the values of the moves at *node* that have one; the caller may modify them."""
        known = self._nodes.get(node)
        return known.values() if known is not None else {}

    def hint(self, node: Node) -> tuple[int, Score] | None:
        """Return the best move and its value, as `values` has it; None if there are none.

        Of equally good ones (see `Score.order`), that of the latest hint's search is returned.
        """
        best = self.lines(node, 1)
        return (best[0].move, best[0].value) if best else None

    def lines(self, node: Node, count: int = 0) -> tuple[Line, ...]:
        """Return the best *count* moves at *node* (0 for all) as lines, the best first."""
        known = self._nodes.get(node)
        if known is None:
            return ()
        return tuple(known.lines()[: count or None])

    def effort(self, node: Node) -> Effort:
        """Return how far the last analysis of *node* has gone."""
        known = self._nodes.get(node)
        return NO_EFFORT if known is None else known.effort

    def is_done(self, node: Node, task: Hashable) -> bool:
        """Return whether an analysis of *node* that was to do *task* has ended."""
        known = self._nodes.get(node)
        return known is not None and known.done == task

    def has_values(self, node: Node) -> bool:
        """Return whether all legal moves at *node* have values."""
        known = self._nodes.get(node)
        return known is not None and bool(known.moves)

    def is_proven(self, node: Node) -> bool:
        """Return whether the values of all moves at *node* are proven."""
        known = self._nodes.get(node)
        return (
            known is not None
            and bool(known.moves)
            and all(move in known.proven for move in known.moves)
        )

    def is_final(self, node: Node) -> bool:
        """Return whether the values of *node* cannot be improved: proven, or all time is spent."""
        known = self._nodes.get(node)
        return known is not None and (known.finished or self.is_proven(node))


def _narrower(one: "Range", other: "Range") -> "Range":
    return max(one[0], other[0]), min(one[1], other[1])


def _is_loss(value: Score | None) -> bool:
    """Return whether *value* is a proven loss in a game in which the winner counts."""
    return (
        value is not None and value.kind is ScoreKind.WINNER and value.proven and value.number < 0
    )


def _is_sooner(value: Score, known: Score) -> bool:
    """Return whether *value* is the same as *known*, but proven in fewer plies, or counted."""
    return (
        value.kind is ScoreKind.WINNER
        and value.number == known.number
        and value.plies is not None
        and 0 < value.plies < (known.plies or inf)
    )

"""What is known of the moves at each node of a record, merged from all searches.

Proven values beat estimates.  Among estimates the deepest counts, and the latest among equals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple
from weakref import WeakKeyDictionary

from kalahloa.models.record import Node
from kalahloa.models.search.move_values import MoveValue, Values

MAX_NODES = 2000
"""Maximum number of nodes of which something is known; the oldest are forgotten first."""


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
    """A search's claim that the best move is worth `number`, hence no move is worth more."""

    rank: _Rank
    number: float


@dataclass
class _Known:
    """What is known of one node; `moves` are all its legal moves once they have values."""

    moves: tuple[int, ...] = ()
    proven: Values = field(default_factory=dict)
    estimates: dict[int, tuple[_Rank, MoveValue]] = field(default_factory=dict)
    claim: _Claim | None = None
    ceiling: float = float("inf")
    """The proven value of the best move."""
    suggested: int | None = None
    finished: bool = False

    def add(self, move: int, value: MoveValue, rank: _Rank) -> None:
        """Merge the *value* of *move*."""
        if value.proven:
            known = self.proven.get(move)
            if known is None or _is_sooner(value, known):
                self.proven[move] = value
            return
        old = self.estimates.get(move)
        if old is None or rank > old[0]:
            self.estimates[move] = (rank, value)

    def add_best(self, move: int, value: MoveValue, rank: _Rank) -> None:
        """Merge the *value* of *move*, the best one of a search."""
        self.add(move, value, rank)
        if value.proven:
            self.ceiling = min(self.ceiling, value.number)
        elif self.claim is None or rank > self.claim.rank:
            self.claim = _Claim(rank, value.number)

    def values(self) -> Values:
        """Return the value of each move that has one."""
        order = dict.fromkeys((*self.moves, *self.proven, *self.estimates))
        return {move: self.proven.get(move) or self._estimate(move) for move in order}

    def _estimate(self, move: int) -> MoveValue:
        rank, value = self.estimates[move]
        limit = self.ceiling
        # The estimate of the claim's own move is at least as deep as the claim.
        if self.claim is not None and self.claim.rank > rank:
            limit = min(limit, self.claim.number)
        return value.within(float("-inf"), limit)


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

    def add_values(
        self, node: Node, values: Mapping[int, MoveValue], finished: bool = False
    ) -> None:
        """Add the *values* of all legal moves at *node*; with *finished*, no better ones follow."""
        known = self._known(node)
        serial = self._next_serial()
        if values:
            known.moves = tuple(values)
        for move, value in values.items():
            known.add(move, value, _Rank(Source.ANALYSIS, value.depth, serial))
        known.finished = known.finished or finished

    def add_hint(self, node: Node, move: int, value: MoveValue) -> None:
        """Add *move*, which a hint's search found to be the best at *node*, and its *value*."""
        known = self._known(node)
        known.add_best(move, value, _Rank(Source.ANALYSIS, value.depth, self._next_serial()))
        known.suggested = move

    def add_choice(self, node: Node, move: int, value: MoveValue) -> None:
        """Add the *value* of *move*, which a computer player chose at *node*; it may be bad."""
        rank = _Rank(Source.PLAYER, value.depth, self._next_serial())
        self._known(node).add(move, value, rank)

    def reopen(self) -> None:
        """Note that better values may be found everywhere, since more or less is known now.

        What is known stays until it is replaced.
        """
        for known in self._nodes.values():
            known.finished = False

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

    def hint(self, node: Node) -> tuple[int, MoveValue] | None:
        """Return the best move and its value, as `values` has it; None if there are none.

        Of equally good ones (see `MoveValue.order`), that of the latest hint's search is returned.
        """
        known = self._nodes.get(node)
        if known is None:
            return None
        return max(
            known.values().items(),
            key=lambda item: (item[1].order, item[0] == known.suggested),
            default=None,
        )

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


def _is_sooner(value: MoveValue, known: MoveValue) -> bool:
    """Return whether *value* is the same as *known*, but proven in fewer plies."""
    return (
        value.number == known.number
        and value.plies is not None
        and known.plies is not None
        and value.plies < known.plies
    )

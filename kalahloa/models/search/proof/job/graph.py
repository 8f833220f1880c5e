"""The first moves of a proof as a graph, with what is proven and what the rest is likely to cost.

A position is won where a search has proven it, or by what follows it: where the attacker is to
move, by one position that is won, otherwise by all.  So what is won never depends on a repetition,
as each position is won by positions that were won before.

What is open has a cost, about the nodes that it still takes: that of a position which nothing
follows yet comes from the engine's estimate, and is at least what was searched there in vain until
it is time to look at what follows.  The attacker's cost is the least of what follows, the
defender's the largest and a part of the others, as replies share much of what answers them.  The
position to do next is found by the least cost of the attacker and the largest of the defender, so
that a reply which refutes a move is found early.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kalahloa.models.game.value import is_loss, is_win
from kalahloa.models.search.proof.job.task import (
    NOT_WON,
    OPEN,
    WON,
    Expanded,
    Searched,
    WinReport,
    WinStatement,
    WinTask,
)
from kalahloa.models.text.errors import BadFile

SEARCH_NODES = 1_000_000
"""The nodes of the first search of a position."""
SEARCHES = (1, 4)
"""So many times as many are those of the first and the second search; then it is expanded."""
EXPANSION_SHARE = 10
"""So many times fewer are the nodes of the estimate of each position that follows."""
FIRST_LIMIT = 300.0
"""A position that costs more than so many times the first search is expanded without any ..."""
FURTHER_LIMIT = 100.0
"""... and one that costs more than so many times that is searched only once."""
SHARE = 0.5
"""What counts of the costs of all replies but the largest."""
BLOCKED = 1e15
"""The cost of a position from which all that is open leads back."""
ROUNDS = 3
"""How often the costs of a graph that was read are computed, as positions follow each other."""
CHOICE = 4.0
"""With several workers the attacker's moves are tried at once if none costs so many times more."""


def cost_of(estimate: int) -> float:
    """Return about how many nodes a win takes where the engine's estimate is *estimate*.

    The numbers are from searches of positions on 6 by 6 squares: 2 million nodes at an estimate of
    2.5, and 20 times as many for each unit less.
    """
    if is_win(estimate):
        return 2e4
    if is_loss(estimate):
        return 1e14
    units = estimate / 100
    power = 6.3 - 1.3 * (units - 2.5) if units < 3.3 else 5.26 - 0.15 * (units - 3.3)
    return math.pow(10, min(13.0, max(4.5, power)))


@dataclass(eq=False, slots=True)
class GraphNode:
    """A position of the graph.

    `attacks` tells whether the attacker is to move.  `answer` is what the attacker moves to where
    that was won first; None if a search has proven the win, or a move wins at once.
    """

    key: str
    attacks: bool
    estimate: int = 0
    cost: float = 1e10
    value: int = OPEN
    after: "list[GraphNode] | None" = None
    before: "list[GraphNode]" = field(default_factory=list)
    answer: "GraphNode | None" = None
    is_searched: bool = False
    searches: int = 0
    spent: int = 0

    def update(self) -> None:
        """Compute the cost anew from those of what follows."""
        if self.value or self.after is None:
            return
        costs = [node.cost for node in self.after if node.value != WON]
        if self.attacks:
            self.cost = min(costs)
        else:
            most = max(costs)
            self.cost = most + SHARE * (sum(costs) - most)


class ProofGraph:
    """The graph of *statement* after *reports*; first searches of positions have *nodes* nodes."""

    def __init__(
        self, statement: WinStatement, reports: Iterable[WinReport] = (), nodes: int = SEARCH_NODES
    ) -> None:
        self.statement = statement
        self._search_nodes = nodes
        self.side = statement.side
        self.nodes: dict[str, GraphNode] = {}
        # Reports on positions that are not in the graph yet.
        self._waiting: dict[str, list[WinReport]] = {}
        # How the positions of the tasks that were given out were found.
        self._ways: dict[str, list[GraphNode]] = {}
        self.start = self._node(statement.key(statement.start()), True)
        for report in reports:
            self.add(report)
        self._update_all()

    # -- what is found -----------------------------------------------------------------------------

    def add(self, report: WinReport) -> None:
        """Take in *report*; raise `BadFile` if it contradicts another, or the rules."""
        left = [report]
        while left:
            one = left.pop()
            node = self.nodes.get(one.task.key)
            if node is None:
                self._waiting.setdefault(one.task.key, []).append(one)
            elif isinstance(one, Expanded):
                for key in self._expand(node, one.estimates):
                    left += reversed(self._waiting.pop(key, []))
            else:
                self._search(node, one)
        for node in reversed(self._ways.pop(report.task.key, [])):
            node.update()

    def is_new(self, report: WinReport) -> bool:
        """Return whether *report* says more than the graph knows."""
        node = self.nodes.get(report.task.key)
        if node is None:
            return report not in self._waiting.get(report.task.key, [])
        if isinstance(report, Expanded):
            return node.after is None and not node.value
        return not node.value and (report.value != OPEN or report.nodes > node.spent)

    def _node(self, key: str, attacks: bool, estimate: int | None = None) -> GraphNode:
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = GraphNode(key, attacks)
            if estimate is not None:
                node.estimate, node.cost = estimate, cost_of(estimate)
        return node

    def _search(self, node: GraphNode, report: Searched) -> None:
        node.searches += 1
        node.spent += report.nodes
        if report.value:
            if not node.value:
                node.is_searched = True
            self._settle(node, report.value)
        elif node.after is None:
            if node.searches < len(SEARCHES):
                node.cost = max(node.cost, float(node.spent))
            else:
                node.cost = max(cost_of(node.estimate), float(self._search_nodes))

    def _expand(self, node: GraphNode, estimates: tuple[int, ...]) -> list[str]:
        """Add what follows *node*; return the keys that are new."""
        if node.after is not None:
            return []
        decided, after = self.statement.after(self.statement.position(node.key))
        if len(after) != len(estimates):
            raise BadFile(f"The position {node.key} is followed by {len(after)} others.")
        if decided:
            self._settle(node, decided)
            return []
        new = [key for key in after if key not in self.nodes]
        node.after = []
        for key, estimate in zip(after, estimates, strict=True):
            attacks = self.statement.position(key).side == self.side
            child = self._node(key, attacks, estimate)
            child.before.append(node)
            node.after.append(child)
        for child in node.after:
            if child.value:
                self._settle_before(child, node)
        return new

    def _settle(self, node: GraphNode, value: int) -> None:
        """Note the value of *node*, and all that follows from it."""
        left = [(node, value)]
        while left:
            node, value = left.pop()
            if node.value:
                if node.value != value:
                    raise BadFile(f"Two answers on the position {node.key} contradict each other.")
                continue
            node.value = value
            node.cost = 0.0 if value == WON else math.inf
            left += [(one, found) for one in node.before if (found := _value_by(node, one))]

    def _settle_before(self, node: GraphNode, before: GraphNode) -> None:
        value = _value_by(node, before)
        if value and not before.value:
            self._settle(before, value)

    def _update_all(self) -> None:
        """Compute all costs anew, those far from the start first."""
        order: list[GraphNode] = []
        seen = {self.start.key}
        level = [self.start]
        while level:
            order += level
            following = (child for node in level for child in node.after or ())
            level = list(_new(following, seen))
        for _ in range(ROUNDS):
            for node in reversed(order):
                node.update()

    # -- what is to be done ------------------------------------------------------------------------

    def next_task(self, busy: frozenset[str] = frozenset()) -> WinTask | None:
        """Return the task to do next, None if there is none but those of the keys *busy*.

        If none is left at all, the start is not won.
        """
        if self.start.value:
            return None
        for choice in (CHOICE, math.inf):
            way: list[GraphNode] = []
            if self._find(self.start, way, set(), busy, choice):
                self._ways[way[-1].key] = way
                return self._task(way[-1])
            if busy:
                return None
        # All that is open is known with all that follows it, and no win follows from that.
        self._settle(self.start, NOT_WON)
        return None

    def _find(
        self,
        node: GraphNode,
        way: list[GraphNode],
        closed: set[str],
        busy: frozenset[str],
        choice: float,
    ) -> bool:
        """Make *way* lead from *node* to the position to do next; return whether there is any."""
        if node.key in closed:
            return False
        if node.after is None:
            if node.key in busy:
                return False
            way.append(node)
            return True
        closed.add(node.key)  # neither back to it on the way, nor again in vain
        way.append(node)
        node.update()
        open_ones = [one for one in node.after if not one.value]
        if node.attacks:
            open_ones.sort(key=lambda one: one.cost)
            most = choice * open_ones[0].cost
            open_ones = [one for one in open_ones if one.cost <= most]
        else:
            open_ones.sort(key=lambda one: -one.cost)
        for one in open_ones:
            if self._find(one, way, closed, busy, choice):
                return True
        if not busy:
            node.cost = max(node.cost, BLOCKED)
        way.pop()
        return False

    def _task(self, node: GraphNode) -> WinTask:
        nodes = self._search_nodes
        limit = nodes * (FURTHER_LIMIT if node.searches else FIRST_LIMIT)
        if node is self.start or node.cost > limit or node.searches >= len(SEARCHES):
            return WinTask(node.key, max(1, nodes // EXPANSION_SHARE), expands=True)
        return WinTask(node.key, nodes * SEARCHES[node.searches])


def _value_by(node: GraphNode, before: GraphNode) -> int:
    """Return the value that *before* has by that of *node*, which follows it; `OPEN` if none."""
    if before.value or before.after is None:
        return OPEN
    decides = WON if before.attacks else NOT_WON
    if node.value == decides:
        if before.attacks:
            before.answer = node
        return decides
    return node.value if all(one.value == node.value for one in before.after) else OPEN


def _new(nodes: Iterable[GraphNode], seen: set[str]) -> Iterator[GraphNode]:
    for node in nodes:
        if node.key not in seen:
            seen.add(node.key)
            yield node

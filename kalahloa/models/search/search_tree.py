"""The recorded tree of a search.

A tree of a million nodes is kept in columns, in the order in which the nodes were entered, which is
preorder: the nodes below one follow it, up to its `end`.  This takes about 60 bytes a node.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import compress

from kalahloa.models.search.tree_columns import TreeColumns


class NodeKind(Enum):
    """The source of a node's value."""

    INNER = "inner"
    """The best value of its children."""
    ESTIMATED = "estimated"
    """The heuristic: a leaf at the horizon."""
    FINISHED = "finished"
    """The result of the game, which is over."""
    TABLE = "table"
    """The transposition table: the position was searched before."""


_KINDS = tuple(NodeKind)
_INNER = _KINDS.index(NodeKind.INNER)
_ESTIMATED = _KINDS.index(NodeKind.ESTIMATED)


class SearchTree:
    """The nodes of one pass of a search, in the order in which they were entered.

    A pass is a search to one depth within one window; the root has index 0.
    """

    def __init__(self) -> None:
        self._moves = array("q")
        self._texts = array("l")
        self._known_texts: dict[str, int] = {}
        self._all_texts: list[str] = []
        self._parents = array("l")
        self._ends = array("l")
        self._plies = array("h")
        self._sides = array("b")
        self._depths = array("h")
        self._alphas = array("d")
        self._betas = array("d")
        self._values = array("d")
        self._kinds = array("b")
        self._pruned = array("h")
        self._unrecorded: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def root(self) -> "TreeNode":
        """The node of the position that was searched."""
        return TreeNode(self, 0)

    def node(self, index: int) -> "TreeNode":
        """Return the node that was entered as number *index*, from 0; raise `IndexError`."""
        if not 0 <= index < len(self):
            raise IndexError(f"The tree has no node {index}.")
        return TreeNode(self, index)

    @property
    def has_estimates(self) -> bool:
        """Whether the heuristic has valued any of the recorded nodes."""
        return _ESTIMATED in self._kinds

    # -- recording -----------------------------------------------------------------------------

    def enter(
        self,
        parent: int,
        move: int | None,
        text: str,
        side: int,
        depth: int,
        alpha: float,
        beta: float,
    ) -> int:
        """Add a node below *parent*, which must not be left yet, and return its index.

        *parent* is -1 and *move* None for the root.
        """
        index = len(self._ends)
        self._moves.append(-1 if move is None else move)
        number = self._known_texts.setdefault(text, len(self._all_texts))
        if number == len(self._all_texts):
            self._all_texts.append(text)
        self._texts.append(number)
        self._parents.append(parent)
        self._ends.append(index + 1)
        self._plies.append(0 if parent < 0 else self._plies[parent] + 1)
        self._sides.append(side)
        self._depths.append(depth)
        self._alphas.append(alpha)
        self._betas.append(beta)
        self._values.append(0.0)
        self._kinds.append(_INNER)
        self._pruned.append(0)
        return index

    def leave(self, index: int, value: float, kind: NodeKind, pruned: int = 0) -> None:
        """Give the node *index* its *value* and *kind*; nothing is added below it any longer."""
        self._ends[index] = len(self._ends)
        self._values[index] = value + 0.0  # never -0.0
        self._kinds[index] = _KINDS.index(kind)
        self._pruned[index] = pruned

    def leave_out(self, parent: int) -> None:
        """Take note that a node below *parent* was searched and is not recorded."""
        self._unrecorded[parent] = self._unrecorded.get(parent, 0) + 1

    # -- between processes ---------------------------------------------------------------------

    def columns(self) -> TreeColumns:
        """Return what the tree consists of, not copied."""
        arrays = {name: getattr(self, f"_{name}") for name in TreeColumns().arrays}
        return TreeColumns(arrays, self._all_texts, self._unrecorded)

    @classmethod
    def of_columns(cls, columns: TreeColumns) -> "SearchTree":
        """Return the tree that consists of *columns*, which passed `column_checks`."""
        tree = cls()
        for name, column in columns.arrays.items():
            setattr(tree, f"_{name}", column)
        tree._all_texts = columns.texts
        tree._unrecorded = columns.unrecorded
        return tree

    # -- the search as it happened -------------------------------------------------------------

    @property
    def step_count(self) -> int:
        """How many steps there are: each node is entered once, and left once."""
        return 2 * len(self)

    def step(self, number: int) -> "TreeStep":
        """Return step *number*, from 0; raises `IndexError`."""
        if not 0 <= number < self.step_count:
            raise IndexError(f"The search has no step {number}.")
        # Before a node is entered, as many were entered as its index says, and all of them were
        # left but those above it.
        index = bisect_right(range(len(self)), number, key=self.entered_at) - 1
        if self.entered_at(index) == number:
            return TreeStep(number, self.node(index), is_entry=True)
        left = index
        for _ in range(number - self.entered_at(index) - 1):
            left = self._parents[left]
        return TreeStep(number, self.node(left), is_entry=False)

    def entered_at(self, index: int) -> int:
        """Return the step at which node *index* is entered."""
        return 2 * index - self._plies[index]

    def left_at(self, index: int) -> int:
        """Return the step at which node *index* is left."""
        return 2 * self._ends[index] - self._plies[index] - 1

    def children_left(self, index: int, number: int) -> Iterator[int]:
        """Yield the children of node *index* that are left at step *number* or before, in order."""
        ends = self._ends
        least, end = number + self._plies[index] + 2, ends[index]
        child = index + 1
        while child < end and 2 * ends[child] <= least:
            yield child
            child = ends[child]

    def cuts(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield where moves were cut off at the nodes from *start* to *end*, without that.

        Each is the last step before the node is left, and its ply.  Nodes of which moves are not
        recorded are left out.
        """
        ends, plies, unrecorded = self._ends, self._plies, self._unrecorded
        for index in compress(range(start, end), self._pruned[start:end]):
            if index not in unrecorded:
                ply = plies[index]
                yield 2 * ends[index] - ply - 2, ply


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a search tree.

    `move` is the move that led to it and `text` its notation (None and empty at the root); `side`
    is to move; `depth` is the remaining depth, `ply` the distance from the root in moves.  `value`,
    and `alpha` and `beta` on entry, are from the point of view of `side`.  `value` is a lower bound
    if the node failed high (`cut_off`), and an upper bound if it failed low (not larger than
    `alpha`).

    `children` are the searched moves in their order, a move that was searched again with another
    window twice; `pruned` is the number of moves left out after a cutoff; `unrecorded` is the
    number of moves searched after the recording's limit.
    """

    tree: SearchTree
    index: int

    @property
    def move(self) -> int | None:
        """The move that led here; None at the root."""
        return self.tree._moves[self.index] if self.index else None

    @property
    def text(self) -> str:
        """The notation of the move; empty at the root."""
        return self.tree._all_texts[self.tree._texts[self.index]]

    @property
    def side(self) -> int:
        """The side to move: 0 or 1."""
        return self.tree._sides[self.index]

    @property
    def depth(self) -> int:
        """The remaining depth."""
        return self.tree._depths[self.index]

    @property
    def ply(self) -> int:
        """The distance from the root, in moves."""
        return self.tree._plies[self.index]

    @property
    def alpha(self) -> float:
        """What `side` was assured of elsewhere, when the node was entered."""
        return self.tree._alphas[self.index]

    @property
    def beta(self) -> float:
        """What the other side could hold `side` to, when the node was entered."""
        return self.tree._betas[self.index]

    @property
    def value(self) -> float:
        """The value that the search returned, for `side`."""
        return self.tree._values[self.index]

    @property
    def last_alpha(self) -> float:
        """What `side` was assured of when the node was left."""
        return max(self.alpha, self.value) if self.kind is NodeKind.INNER else self.alpha

    @property
    def kind(self) -> NodeKind:
        """Where the value comes from."""
        return _KINDS[self.tree._kinds[self.index]]

    @property
    def pruned(self) -> int:
        """The number of moves that were cut off."""
        return self.tree._pruned[self.index]

    @property
    def unrecorded(self) -> int:
        """The number of moves that were searched and are not recorded."""
        return self.tree._unrecorded.get(self.index, 0)

    @property
    def parent(self) -> "TreeNode | None":
        """The node above; None for the root."""
        return TreeNode(self.tree, self.tree._parents[self.index]) if self.index else None

    @property
    def children(self) -> list["TreeNode"]:
        """The nodes below, in the order in which they were searched."""
        ends = self.tree._ends
        found, index, end = [], self.index + 1, ends[self.index]
        while index < end:
            found.append(TreeNode(self.tree, index))
            index = ends[index]
        return found

    @property
    def cut_off(self) -> bool:
        """Whether the value reached beta (fail high)."""
        return self.kind is NodeKind.INNER and self.value >= self.beta

    @property
    def is_again(self) -> bool:
        """Whether the same move was searched just before, with another window."""
        tree, index = self.tree, self.index
        before = index - 1
        parent = tree._parents[index]
        if index == 0 or before == parent:
            return False
        while tree._parents[before] != parent:
            before = tree._parents[before]
        return tree._moves[before] == tree._moves[index]

    def path(self) -> list["TreeNode"]:
        """Return the nodes from the root to this one."""
        nodes = [self]
        while (above := nodes[-1].parent) is not None:
            nodes.append(above)
        return nodes[::-1]

    def walk(self) -> Iterator["TreeNode"]:
        """Yield this node and its descendants in preorder, the order of the search."""
        for index in range(self.index, self.tree._ends[self.index]):
            yield TreeNode(self.tree, index)

    def count(self) -> int:
        """Return the number of recorded nodes, this one included."""
        return self.tree._ends[self.index] - self.index

    def is_complete(self) -> bool:
        """Return whether every node searched at and below this one is recorded."""
        end = self.tree._ends[self.index]
        return not any(self.index <= index < end for index in self.tree._unrecorded)


@dataclass(frozen=True, slots=True)
class TreeStep:
    """A step of a search: `node` was entered, or left with its value."""

    number: int
    node: TreeNode
    is_entry: bool


@dataclass(frozen=True, slots=True)
class TreeCounts:
    """What was recorded of a search: how many nodes of which kind there are.

    `leaves` were valued by the heuristic or by the game's result, `hits` by the table; at `cutoffs`
    nodes a cutoff left `pruned` moves out; `again` nodes were searched a second time with another
    window.  `unrecorded` nodes were searched and are not recorded, nor what is below them.
    """

    nodes: int
    leaves: int
    hits: int
    cutoffs: int
    pruned: int
    again: int
    unrecorded: int

    @classmethod
    def of(cls, tree: SearchTree) -> "TreeCounts":
        """Return the counts of *tree*."""
        kinds = tree._kinds
        leaf = sum(
            kinds.count(_KINDS.index(kind)) for kind in (NodeKind.ESTIMATED, NodeKind.FINISHED)
        )
        cut = sum(
            kind == _INNER and value >= beta
            for kind, value, beta in zip(kinds, tree._values, tree._betas, strict=True)
        )
        return cls(
            nodes=len(tree),
            leaves=leaf,
            hits=kinds.count(_KINDS.index(NodeKind.TABLE)),
            cutoffs=cut,
            pruned=sum(tree._pruned),
            again=sum(node.is_again for node in tree.root.walk()),
            unrecorded=sum(tree._unrecorded.values()),
        )

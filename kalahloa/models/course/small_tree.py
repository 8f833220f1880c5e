"""A recorded tree that is small enough to be drawn whole; each of its nodes has a name.

Nodes with others below them are called A, B, C …, leaves 1, 2, 3 …, in the order of the search.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from kalahloa.models.search.search_tree import NodeKind, SearchTree
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MAX_NODES = 64
"""A larger tree cannot be taken in at a glance."""


@dataclass(frozen=True, slots=True)
class SmallNode:
    """A node of a `SmallTree`, with its place in it.

    `parent` is the index of the node above, -1 for the root; `children` are those below.  `value`,
    `alpha` and `beta` are from the point of view of `side`, which is to move.
    """

    index: int
    name: str
    move: int | None
    text: str
    parent: int
    children: tuple[int, ...]
    ply: int
    depth: int
    side: int
    kind: NodeKind
    value: float
    alpha: float
    beta: float
    pruned: int

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is below it."""
        return not self.children


@dataclass(frozen=True)
class SmallTree:
    """The nodes of a recorded tree, in the order of the search; the root has index 0.

    With *negated*, the values are shown from the point of view of the side to move at each node, as
    negamax has them; otherwise from that of MAX, the side to move at the root.
    """

    nodes: tuple[SmallNode, ...]
    negated: bool = False

    @classmethod
    def of(cls, tree: SearchTree, negated: bool = False) -> "SmallTree":
        """Return the nodes of *tree*; raise `BadFile` if there are too many."""
        if not 0 < len(tree) <= MAX_NODES:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Models", "The tree has {count} nodes; at most {most} can be drawn."
                ).format(count=f"{len(tree):,}", most=MAX_NODES)
            )
        letters, number = iter(ascii_uppercase), 0
        nodes = []
        for node in tree.root.walk():
            below = tuple(child.index for child in node.children)
            if below:
                name = next(letters, "")
                if not name:
                    raise BadFile(
                        QT_TRANSLATE_NOOP("Models", "The tree has more inner nodes than letters.")
                    )
            else:
                number += 1
                name = str(number)
            parent = node.parent
            nodes.append(
                SmallNode(
                    index=node.index,
                    name=name,
                    move=node.move,
                    text=node.text,
                    parent=-1 if parent is None else parent.index,
                    children=below,
                    ply=node.ply,
                    depth=node.depth,
                    side=node.side,
                    kind=node.kind,
                    value=node.value,
                    alpha=node.alpha,
                    beta=node.beta,
                    pruned=node.pruned,
                )
            )
        return cls(tuple(nodes), negated)

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, index: int) -> SmallNode:
        return self.nodes[index]

    def __iter__(self) -> Iterator[SmallNode]:
        return iter(self.nodes)

    @property
    def root(self) -> SmallNode:
        """The node of the position that was searched."""
        return self.nodes[0]

    @property
    def leaves(self) -> tuple[SmallNode, ...]:
        """The nodes with nothing below, in the order of the search."""
        return tuple(node for node in self.nodes if node.is_leaf)

    @property
    def inner(self) -> tuple[SmallNode, ...]:
        """The nodes that are no leaves, in the order of the search."""
        return tuple(node for node in self.nodes if node.children)

    def named(self, name: str) -> SmallNode | None:
        """Return the node called *name*, in upper or lower case; None if there is none."""
        return next((node for node in self.nodes if node.name == name.upper()), None)

    def maximises(self, node: SmallNode) -> bool:
        """Return whether the side to move at *node* is that of the root, MAX."""
        return node.side == self.root.side

    def shown(self, node: SmallNode, value: float | None = None) -> float:
        """Return the value of *node*, or *value* in its place, as this tree shows values.

        A *value* is from the point of view of the side to move at *node*.
        """
        own = node.value if value is None else value
        return own if self.negated or self.maximises(node) else 0.0 - own

    def to_parent(self, node: SmallNode) -> float:
        """Return the value of *node* from the point of view of the side to move above it."""
        above = self.nodes[max(0, node.parent)]
        return node.value if above.side == node.side else 0.0 - node.value

    def moves(self, index: int) -> tuple[int, ...]:
        """Return the moves from the root to the node *index*."""
        return tuple(node.move for node in self.path(index) if node.move is not None)

    def path(self, index: int) -> list[SmallNode]:
        """Return the nodes from the root to the node *index*."""
        nodes = [self.nodes[index]]
        while nodes[-1].parent >= 0:
            nodes.append(self.nodes[nodes[-1].parent])
        return nodes[::-1]

    def line(self, index: int) -> str:
        """Return the moves from the root to the node *index* in notation."""
        return " ".join(node.text for node in self.path(index)[1:])

    def below(self, index: int) -> Iterator[SmallNode]:
        """Yield the node *index* and all that are below it, in the order of the search."""
        yield self.nodes[index]
        for child in self.nodes[index].children:
            yield from self.below(child)

"""The recorded tree of a search."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import inf


class NodeKind(Enum):
    """The source of a node's value."""

    INNER = "inner"
    """The best value of its children."""
    ESTIMATED = "estimated"
    """The heuristic: a leaf at the horizon."""
    FINISHED = "finished"
    """The result of the game, which is over."""


@dataclass(slots=True, eq=False)
class TreeNode:
    """A node of the search tree.

    `move` is the move that led to it and `text` its notation (None and empty at the root); `side`
    is to move; `depth` is the remaining depth.  `value`, and `alpha` and `beta` on entry, are from
    the point of view of `side`.  `value` is a lower bound if the node failed high (`cut_off`), and
    an upper bound if it failed low (not larger than `alpha`).

    `children` are the searched moves in their order; `pruned` is the number of moves left out
    after a cutoff; `unrecorded` is the number of moves searched after the recording's limit.
    """

    move: int | None
    text: str
    side: int
    depth: int
    alpha: float = -inf
    beta: float = inf
    value: float = 0.0
    kind: NodeKind = NodeKind.INNER
    pruned: int = 0
    unrecorded: int = 0
    children: list["TreeNode"] = field(default_factory=list, repr=False)

    @property
    def cut_off(self) -> bool:
        """Whether the value reached beta (fail high)."""
        return self.kind is NodeKind.INNER and self.value >= self.beta

    def walk(self) -> Iterator["TreeNode"]:
        """Yield this node and its descendants in preorder, the order of the search."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def count(self) -> int:
        """Return the number of recorded nodes, this one included."""
        return sum(1 for _ in self.walk())

    def is_complete(self) -> bool:
        """Return whether every node searched at and below this one is recorded."""
        return all(node.unrecorded == 0 for node in self.walk())

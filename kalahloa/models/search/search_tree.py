"""The tree that a search walked, recorded to be looked at."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import inf


class NodeKind(Enum):
    """Where the value of a node comes from."""

    INNER = "inner"
    """The best of its children."""
    ESTIMATED = "estimated"
    """The heuristic: the depth was used up."""
    FINISHED = "finished"
    """The rules: the game is over."""


@dataclass(slots=True, eq=False)
class TreeNode:
    """A position that was searched.

    `move` led to it, written `text` (None and empty at the root); `side` is to move, and `depth`
    is what was left of the search's depth.  `value`, and `alpha` and `beta` as they were on entry,
    are from the point of view of `side`.  Where alpha-beta proves no more than a bound, `value` is
    that bound: at most the true value if `cut_off`, at least the true value if it is not larger
    than `alpha`.

    `children` holds the moves searched, in that order; `pruned` counts the moves that were not,
    because the one before them cut off; `unrecorded` those that were searched after the recording
    had reached its limit.
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
        """Whether the value reached beta, so that the moves left could not matter."""
        return self.kind is NodeKind.INNER and self.value >= self.beta

    def walk(self) -> Iterator["TreeNode"]:
        """Yield this node and all below it, parents first, in the order of the search."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def count(self) -> int:
        """Return how many nodes are recorded here and below."""
        return sum(1 for _ in self.walk())

    def is_complete(self) -> bool:
        """Return whether every node that was searched here and below is recorded."""
        return all(node.unrecorded == 0 for node in self.walk())

"""What a searcher is asked for, and what it answers: plain, immutable values."""

from dataclasses import dataclass, field

from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.values import describe_value, is_decided

Line = tuple[int, ...]
"""Moves to be made one after the other."""


class SearchStopped(Exception):
    """The search was told to stop, so that there is no result."""


@dataclass(frozen=True)
class Progress:
    """What a search has found so far.

    `depth` is the depth that is being searched or was just completed, `nodes` the positions
    visited and `seconds` the time since the search began; `value`, from the point of view of the
    side to move, is what the best line found so far is worth.
    """

    depth: int
    nodes: int
    value: float
    line: Line
    seconds: float


@dataclass(frozen=True)
class SearchResult:
    """The move that a searcher chose, and why.

    `value` is from the point of view of the side to move (see `kalahloa.models.search.values`);
    `line` is the principal variation, which begins with `move`; `nodes` counts the positions
    visited, all passes together; `depth` is the last one completed, 0 where the time was up
    before.  `proven` says that the value rests on finished games alone: the tree was exhausted.
    `tree` is what the last completed pass walked, where that was asked for.
    """

    move: int
    value: float
    line: Line
    nodes: int
    seconds: float
    depth: int
    proven: bool
    tree: TreeNode | None = field(default=None, repr=False)

    @property
    def value_text(self) -> str:
        """The value in a few words, for the side to move."""
        return describe_value(self.value, self.proven)

    @property
    def decided(self) -> bool:
        """Whether the winner is certain, though perhaps not the margin."""
        return is_decided(self.value)

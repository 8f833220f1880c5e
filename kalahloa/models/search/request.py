"""What a searcher is asked for, and what it answers: plain, immutable values."""

from dataclasses import dataclass, field

from kalahloa.models.search.tree import TreeNode
from kalahloa.models.search.values import is_decided, verdict

Line = tuple[int, ...]
"""Moves to be made one after the other."""


class SearchStopped(Exception):
    """The search was told to stop, so that there is no result."""


@dataclass(frozen=True)
class Limits:
    """How far to search: a depth (>= 1), a time in seconds (> 0), or whichever is reached first.

    A ply costs depth only when the side to move changes: a turn of several moves by the same side
    costs no more than a turn of one.  Raises `ValueError` where neither is given, or one is
    too small.
    """

    depth: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.seconds is None:
            raise ValueError("A search needs a depth or a time.")
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"A search is at least 1 deep, not {self.depth}.")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"A search takes more than 0 seconds, not {self.seconds}.")


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
    def verdict(self) -> str:
        """The value in a few words, for the side to move."""
        return verdict(self.value, self.proven)

    @property
    def decided(self) -> bool:
        """Whether the winner is certain, though perhaps not the margin."""
        return is_decided(self.value)

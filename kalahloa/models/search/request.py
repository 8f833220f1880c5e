"""The progress and the result of a search: plain, immutable values."""

from dataclasses import dataclass, field

from kalahloa.models.search.pass_counts import PassCounts
from kalahloa.models.search.score import Score
from kalahloa.models.search.search_tree import SearchTree, TreeNode

Line = tuple[int, ...]
"""A sequence of moves."""


class SearchStopped(Exception):
    """The search was stopped by its caller and has no result: no move is to be played or shown.

    `nodes` is how many were visited by then, 0 where nobody counted them.
    """

    nodes = 0


def check_line(move: int, line: Line) -> None:
    """Raise `ValueError` unless *line* begins with *move*."""
    if line[:1] != (move,):
        raise ValueError(f"A line that begins with the move {move} is expected, not {line}.")


def check_searched(depth: int, nodes: int) -> None:
    """Raise `ValueError` unless a search of so many *nodes* has completed a *depth*."""
    if depth < 1 or nodes < 1:
        raise ValueError(f"Nothing was searched: depth {depth}, {nodes} nodes.")


@dataclass(frozen=True)
class Progress:
    """The state of a running search.

    `depth` is the depth that is being searched or was just completed, `nodes` the number of
    positions visited, `seconds` the time since the search began.  `line` is the best line of the
    last depth that was `completed`, and `score` its score for the side to move; as long as none
    was, the best line so far, empty and without a score at first.
    """

    depth: int
    nodes: int
    score: Score | None
    line: Line
    seconds: float
    completed: int = 0


@dataclass(frozen=True)
class SearchResult:
    """The move that a searcher chose, with its score and statistics.

    `score` is for the side to move; it is proven if it depends on finished games only, or was known
    before.  `line` is the principal variation, which begins with `move`; `nodes` is the number of
    positions visited in all iterations; `depth` is the last completed depth.  `passes` are the
    trees of all iterations that were completed, in order, if they were recorded: one for each depth
    and window; `counts` are what they have cost, if that was counted instead.

    Raises `ValueError` unless the score was found by searching, or is proven.
    """

    move: int
    score: Score
    line: Line
    nodes: int
    seconds: float
    depth: int
    passes: tuple[SearchTree, ...] = field(default=(), repr=False)
    counts: tuple[PassCounts, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        check_line(self.move, self.line)
        if not self.score.proven:
            check_searched(self.depth, self.nodes)

    @property
    def tree(self) -> TreeNode | None:
        """The root of the last pass; None if it was not recorded."""
        return self.passes[-1].root if self.passes else None

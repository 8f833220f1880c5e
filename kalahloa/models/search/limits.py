"""The limits of a search."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search, which ends at whichever is reached first; None is no limit.

    `depth` (>= 1) is in plies; in the lecture's searchers a ply reduces the remaining depth only if
    the side to move changes, so that a turn of several moves counts once.  `seconds` (> 0) and
    `nodes` (>= 1) count from the start of the search.  After `enough` seconds iterative deepening
    begins no further depth, which it would hardly finish.  With one thread, a search limited by
    depth or nodes only is deterministic.

    Each searcher documents the limits it supports.  Raises `ValueError` for a limit that is out of
    range.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    enough: float | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"The depth of a search is at least 1, not {self.depth}.")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"The time of a search is more than 0 seconds, not {self.seconds}.")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"The nodes of a search are at least 1, not {self.nodes}.")

    def left(self, seconds: float, nodes: int) -> "Limits | None":
        """Return these limits less *seconds* and *nodes*, or None if either is used up."""
        time_left = None if self.seconds is None else self.seconds - seconds
        nodes_left = None if self.nodes is None else self.nodes - nodes
        if (time_left is not None and time_left <= 0) or (
            nodes_left is not None and nodes_left <= 0
        ):
            return None
        return Limits(self.depth, time_left, nodes_left, self.enough)

"""The limits of a search."""

from dataclasses import dataclass
from typing import TypeVar

_Limit = TypeVar("_Limit", int, float)


def _tighter(one: _Limit | None, other: _Limit | None) -> _Limit | None:
    """Return the tighter of two limits of the same kind; None is no limit."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search, which ends at whichever is reached first; None is no limit.

    `depth` (>= 1) is in plies; in the lecture's searchers a ply reduces the remaining depth only if
    the side to move changes, so that a turn of several moves counts once.  `seconds` (>= 0) and
    `nodes` (>= 1) count from the start of the search, once its memory is ready.  They never cut the
    first depth short: what a search returns was searched.  After `soft_seconds` iterative
    deepening begins no further depth, which it would hardly finish.  With one thread, a search
    limited by depth or nodes only is deterministic.

    Each searcher documents the limits it supports.  Raises `ValueError` for a limit that is no
    number or out of range.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    soft_seconds: float | None = None

    def __post_init__(self) -> None:
        depth, seconds, nodes, soft_seconds = (
            self.depth,
            self.seconds,
            self.nodes,
            self.soft_seconds,
        )
        if depth is not None and not (_is_whole(depth) and depth >= 1):
            raise ValueError(f"The depth of a search is an int of at least 1, not {depth!r}.")
        if seconds is not None and not (_is_number(seconds) and seconds >= 0):
            raise ValueError(f"The time of a search is at least 0 seconds, not {seconds!r}.")
        if nodes is not None and not (_is_whole(nodes) and nodes >= 1):
            raise ValueError(f"The nodes of a search are an int of at least 1, not {nodes!r}.")
        if soft_seconds is not None and not (_is_number(soft_seconds) and soft_seconds >= 0):
            raise ValueError(
                f"The soft limit of a search is at least 0 seconds, not {soft_seconds!r}."
            )

    def tighten(self, other: "Limits") -> "Limits":
        """Return the limits of this and *other*, the tighter one of each kind."""
        return Limits(
            _tighter(self.depth, other.depth),
            _tighter(self.seconds, other.seconds),
            _tighter(self.nodes, other.nodes),
            _tighter(self.soft_seconds, other.soft_seconds),
        )

    def left(self, seconds: float, nodes: int) -> "Limits | None":
        """Return these limits less *seconds* and *nodes*, or None if either is used up."""
        time_left = None if self.seconds is None else self.seconds - seconds
        nodes_left = None if self.nodes is None else self.nodes - nodes
        if (time_left is not None and time_left <= 0) or (
            nodes_left is not None and nodes_left <= 0
        ):
            return None
        return Limits(self.depth, time_left, nodes_left, self.soft_seconds)


NO_LIMITS = Limits()
"""No limit of any kind."""

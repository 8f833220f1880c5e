"""How far a search may go."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """A depth, a time, a number of nodes, or whichever is reached first; None is no limit.

    `depth` (>= 1) is in plies; to the lecture's searchers a ply costs depth only when the side to
    move changes, so that a turn of several moves costs no more than one of one
    move.  `seconds` is more than 0, `nodes` at least 1.  With nodes or a depth and one thread a
    search is the same on every machine.  No depth is begun when `enough` seconds have gone by:
    it would hardly be finished, and the time is wanted for later moves.

    Each search says which of them it keeps to.  Raises `ValueError` where one makes no sense.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    enough: float | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"A search is at least 1 deep, not {self.depth}.")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"A search takes more than 0 seconds, not {self.seconds}.")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"A search visits at least 1 node, not {self.nodes}.")

    def left(self, seconds: float, nodes: int) -> "Limits | None":
        """Return these limits after *seconds* and *nodes* were used; None where nothing is left."""
        time_left = None if self.seconds is None else self.seconds - seconds
        nodes_left = None if self.nodes is None else self.nodes - nodes
        if (time_left is not None and time_left <= 0) or (
            nodes_left is not None and nodes_left <= 0
        ):
            return None
        return Limits(self.depth, time_left, nodes_left, self.enough)

"""How many moves one side of Lines of Action needs to connect its pieces while the other passes."""

from dataclasses import dataclass

from kalahloa.models.games.loa.connection_search import ConnectionSearch
from kalahloa.models.games.loa.position import Loa

MAX_NODES = 80_000
"""Positions after which bounds are all that is found: less than 10 ms, compiled."""
MAX_CONNECTION = 12
"""The length of the longest sequence that is looked for: enough for all but odd positions."""


@dataclass(frozen=True, slots=True)
class ConnectionDistance:
    """How many moves one side needs to connect all its pieces while the other side passes.

    No sequence of fewer than `lower` moves connects them.  `moves` are one of `upper` moves that
    does, each ``origin | target << 6``; `upper` is None if none was found.  `nodes` are the
    positions that were looked at.
    """

    lower: int
    upper: int | None
    moves: tuple[int, ...]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether `upper` is the fewest moves."""
        return self.lower == self.upper


def connection(
    position: Loa, side: int, *, max_nodes: int = MAX_NODES, max_moves: int = MAX_CONNECTION
) -> ConnectionDistance:
    """Return how many moves *side* (0 Black, 1 White) needs in *position* while the other passes.

    The moves are those of the rules, captures among them.  One that connects the other side's
    pieces ends the game, so no sequence goes on after it; only if *position* itself is such an end,
    moves count as if the game went on.  A side that is connected needs none.

    If *max_nodes* (0 to 10^9) do not suffice, `lower` is what they have proven, and a beam search
    looks for a sequence.  Without one of up to *max_moves* (0 to 24), `upper` is None; if that is
    proven, as where the side cannot move, `lower` is *max_moves* + 1.  The result depends on
    nothing but the arguments.
    """
    search = ConnectionSearch(position, side)
    lower, upper, moves = search.run(max_nodes, max_moves)
    return ConnectionDistance(lower, upper, moves, search.nodes)

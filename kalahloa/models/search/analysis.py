"""What the engine is asked for, and what it answers: plain, immutable values."""

from dataclasses import dataclass

from kalahloa.models.search.score import Score


@dataclass(frozen=True)
class AnalysedLine:
    """One of the best moves, what it is worth, and what follows it (the move included)."""

    move: int
    score: Score
    line: tuple[int, ...]


@dataclass(frozen=True)
class Analysis:
    """What the engine found: the best lines first; `depth` is the last completed for all."""

    lines: tuple[AnalysedLine, ...]
    depth: int
    nodes: int
    seconds: float
    table_used: float = 0.0


@dataclass(frozen=True)
class EngineLimits:
    """How far to search: a depth, a time, a number of nodes, or whichever comes first.

    With nodes or a depth and one thread, a search is the same on every machine.  No depth is begun
    when *enough* seconds have gone by: it would hardly be finished, and the time is wanted for
    later moves.  Raises `ValueError` where a limit makes no sense.
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

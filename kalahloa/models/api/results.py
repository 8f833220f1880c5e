"""What searches return to programs: plain values, moves as texts."""

from dataclasses import dataclass

from kalahloa.models.search.score import Score
from kalahloa.models.search.solver.solution import Bounds


@dataclass(frozen=True)
class EngineLine:
    """A line of play, and its score for the side that begins it."""

    score: Score
    moves: tuple[str, ...]

    @property
    def move(self) -> str:
        """The first move of the line."""
        return self.moves[0]

    def __str__(self) -> str:
        return f"{self.score.text}: {' '.join(self.moves)}"


@dataclass(frozen=True)
class EngineAnalysis:
    """The lines of an analysis, the best first.

    All were searched to `depth` plies at least, in `nodes` positions and `seconds`.
    """

    lines: tuple[EngineLine, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> EngineLine:
        """The best line."""
        return self.lines[0]

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@dataclass(frozen=True)
class ExactSolution:
    """The value of a position with best play of both sides, for the side to move.

    `bounds` are equal where the value is proven; `line` is a line of best play then.
    """

    bounds: Bounds
    line: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def value(self) -> int | None:
        """The value if it is proven, else None."""
        return self.bounds.value

    @property
    def text(self) -> str:
        """The value or its bounds in a few characters: ``+8``, ``0``, ``-2 to +4``."""
        return self.bounds.text

    def __str__(self) -> str:
        return self.text

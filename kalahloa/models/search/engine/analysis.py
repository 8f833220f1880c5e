"""What the engine answers: plain, immutable values."""

from dataclasses import dataclass

from kalahloa.models.search.score import Score


@dataclass(frozen=True)
class AnalysedLine:
    """One of the best moves, what it is worth, and what follows it (the move included)."""

    move: int
    score: Score
    line: tuple[int, ...]


@dataclass(frozen=True)
class AnalysisResult:
    """What the engine found: the best lines first; `depth` is the last completed for all."""

    lines: tuple[AnalysedLine, ...]
    depth: int
    nodes: int
    seconds: float
    table_used: float = 0.0

"""The result of an analysis: plain, immutable values."""

from dataclasses import dataclass

from kalahloa.models.search.request import Progress, SearchResult, check_line, check_searched
from kalahloa.models.search.score import Score


@dataclass(frozen=True)
class AnalysedLine:
    """A move, its score for the side that makes it, and its principal variation with the move.

    Raises `ValueError` if the variation does not begin with the move.
    """

    move: int
    score: Score
    line: tuple[int, ...]

    def __post_init__(self) -> None:
        check_line(self.move, self.line)


@dataclass(frozen=True)
class AnalysisResult:
    """The lines of an analysis, the best first.

    `depth` is the last depth completed for all lines; `table_used` is the share of the
    transposition table in use, 0 to 1.  Raises `ValueError` if nothing was searched.
    """

    lines: tuple[AnalysedLine, ...]
    depth: int
    nodes: int
    seconds: float
    table_used: float = 0.0

    def __post_init__(self) -> None:
        check_searched(self.depth, self.nodes)
        if not self.lines:
            raise ValueError("An analysis has at least one line.")

    def result(self, chosen: AnalysedLine) -> SearchResult:
        """Return the result of a searcher that plays the move of *chosen*, one of the lines."""
        return SearchResult(
            move=chosen.move,
            score=chosen.score,
            line=chosen.line,
            nodes=self.nodes,
            seconds=self.seconds,
            depth=self.depth,
        )

    def progress(self) -> Progress:
        """Return the analysis as the progress of a searcher."""
        best = self.lines[0]
        return Progress(
            depth=self.depth,
            nodes=self.nodes,
            score=best.score,
            line=best.line,
            seconds=self.seconds,
            completed=self.depth,
        )

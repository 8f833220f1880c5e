"""The engine with a heuristic as its evaluation."""

from typing import Any

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import DEFAULT_MEBIBYTES, AnalysisResult, Engine
from kalahloa.models.search.limits import Limits


class HeuristicEngine(Engine):
    """An engine that evaluates the leaves by *heuristic*, even if the game has an evaluation."""

    def __init__(
        self, heuristic: Heuristic, mebibytes: int = DEFAULT_MEBIBYTES, threads: int = 1
    ) -> None:
        super().__init__(mebibytes, threads)
        self._heuristic = heuristic

    def analyse(self, position: Position, limits: Limits, **settings: Any) -> AnalysisResult:
        """Do what `Engine.analyse` does, with the heuristic as evaluator."""
        return super().analyse(position, limits, **{**settings, "evaluator": self._heuristic})

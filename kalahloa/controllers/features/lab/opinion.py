"""What the engine says of the position that a heuristic was run on."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.work.analysis_service import AnalysisService, Priority
from kalahloa.controllers.work.search_jobs import LinesNews, LinesPlan
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.position import Position
from kalahloa.models.search.limits import Limits

with lazy_imports():
    from kalahloa.controllers.features.lab import reports

if TYPE_CHECKING:
    from kalahloa.models.search.move_values import FoundValues

SECONDS = 0.5
"""How long the engine thinks."""


class Opinion(QObject):
    """Has the engine value the moves of the current position, when it is asked."""

    formed = Signal()
    """`opinion` is there, or there will be none."""

    def __init__(
        self,
        document: Document,
        service: AnalysisService,
        analysis: Analysis,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.plan = LinesPlan(lines=0, limits=Limits(seconds=SECONDS))
        """How it thinks."""
        self.opinion: reports.EngineOpinion | None = None
        """What it has found of the position, None if nothing."""
        self._document = document
        self._service = service
        self._analysis = analysis
        self._request = 0
        self._position: Position | None = None
        service.lined.connect(self._receive)

    def ask(self) -> None:
        """Evaluate the current position in the background."""
        self.forget()
        self._position = self._document.position.copy()
        game, known = self._document.game, self._analysis.known()
        self._request = self._service.lines(game, self._position, self.plan, known, Priority.VALUES)

    def forget(self) -> None:
        """Stop, and forget what was found."""
        self.opinion = None
        if self._request:
            self._service.cancel(self._request)
            self._request = 0

    @Slot(object)
    def _receive(self, news: LinesNews) -> None:
        if news.number != self._request or not news.finished:
            return
        self._request = 0
        if news.found is not None and self._position is not None:
            self.opinion = _opinion_of(self._position, news.found)
        self.formed.emit()


def _opinion_of(position: Position, found: "FoundValues") -> "reports.EngineOpinion":
    values = sorted(found.values.items(), key=lambda item: item[1].order, reverse=True)
    answers = {}
    for move, line in found.lines.items():
        if len(line) > 1:
            after = position.copy()
            after.make(line[0])
            if after.side != position.side:
                answers[move] = after.format_move(line[1])
    return reports.EngineOpinion(dict(values), answers)

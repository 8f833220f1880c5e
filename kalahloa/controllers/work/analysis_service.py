"""All searches in the background: for the computer's move, hints and values."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.player import Level
from kalahloa.controllers.work.search_service import (
    SearchNews,
    SearchReply,
    SearchService,
    searcher_for,
)
from kalahloa.controllers.work.values_service import ValuesService
from kalahloa.models.game import Game
from kalahloa.models.knowledge import KnowledgeSource
from kalahloa.models.position import Position
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.solver.mtd import Probe, probe_nothing

__all__ = ["AnalysisService", "SearchNews", "SearchReply"]
_VALUES = 1_000_000_000


class AnalysisService(QObject):
    """Answers requests by number."""

    replied = Signal(object)
    progressed = Signal(object)
    valued = Signal(object)

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[Level, int, KnowledgeSource], Searcher] = searcher_for,
    ) -> None:
        super().__init__(parent)
        self._searches = SearchService(self, find)
        self._searches.replied.connect(self.replied)
        self._searches.progressed.connect(self.progressed)
        self._values = ValuesService(self)
        self._values.valued.connect(self.valued)
        self._newest = [0, 0]

    def search(self, game: Game, position: Position, level: Level) -> int:
        """Search *position*."""
        self._newest[0] = self._searches.request(game, position, level)
        return self._newest[0]

    def values(self, game: Game, position: Position, probe: Probe = probe_nothing) -> int:
        """Compute the values of the moves."""
        self._newest[1] = self._values.request(game, position, probe)
        return self._newest[1]

    def cancel(self, number: int) -> None:
        """Cancel a request."""
        if number == self._newest[0]:
            self._searches.cancel()
        if number == self._newest[1]:
            self._values.cancel()

    def shut_down(self) -> None:
        """End the threads."""
        self._searches.cancel()
        self._values.cancel()
        self._searches.shut_down()
        self._values.shut_down()

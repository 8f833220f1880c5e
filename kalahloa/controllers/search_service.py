"""Searching for a move in the background."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import getrandbits

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.background import Background
from kalahloa.controllers.player import Level
from kalahloa.models.cancellation import Stop
from kalahloa.models.game import Game
from kalahloa.models.knowledge import KnowledgeSource
from kalahloa.models.position import Position
from kalahloa.models.quotation import shorten
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.strength.levels import at_level

SEED_BITS = 60


@dataclass(frozen=True)
class SearchRequest:
    """What to search: a position that nobody else touches, and how."""

    number: int
    game: Game
    position: Position
    level: Level
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class SearchReply:
    """What came of the request with the same number; `error` is a sentence where it failed."""

    number: int
    result: SearchResult | None
    error: str = ""


@dataclass(frozen=True)
class SearchNews:
    """What the search with this number has found so far."""

    number: int
    progress: Progress


def searcher_for(level: Level, seed: int, knowledge: KnowledgeSource) -> Searcher:
    """Return who thinks as *level* says; some of the engine's levels depend on *seed*.

    The perfect level uses *knowledge*, which is that of the game.
    """
    if level.strength is None:
        return find_searcher(level.searcher)
    return at_level(level.strength, seed, knowledge)


class SearchService(Background[SearchRequest]):
    """Takes requests, answers with `replied`; a new request stops the one before.

    Each request is answered once, a stopped one with no result.  Whoever asks compares the
    number of the reply with the one that `request` returned, and drops what is late.
    """

    replied = Signal(object)
    """A `SearchReply`."""
    progressed = Signal(object)
    """A `SearchNews`, at most ten a second."""

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[Level, int, KnowledgeSource], Searcher] = searcher_for,
        seed: int | None = None,
    ) -> None:
        """Start the thread; *find* returns who thinks as a level says, as `searcher_for` does.

        Some levels of the engine depend on *seed*; by default each request has its own, so that
        neither a beginner nor the perfect level plays the same game time after time.
        """
        super().__init__("search", parent)
        self._find = find
        self._seed = seed

    def request(self, game: Game, position: Position, level: Level) -> int:
        """Search a copy of *position*; return the number that the reply will carry."""
        return self.submit(SearchRequest(self.next_number(), game, position.copy(), level))

    def work(self, request: SearchRequest) -> None:
        """Search, and emit `replied`."""
        if request.stop.is_set():
            self.replied.emit(SearchReply(request.number, None))
            return
        try:
            level = request.level
            seed = getrandbits(SEED_BITS) if self._seed is None else self._seed
            searcher = self._find(level, seed, request.game.knowledge)
            result = searcher.choose(
                request.position,
                level.limits,
                request.game.heuristic(level.heuristic),
                stopped=request.stop,
                report=lambda progress: self.progressed.emit(SearchNews(request.number, progress)),
            )
            reply = SearchReply(request.number, result)
        except SearchStopped:
            reply = SearchReply(request.number, None)
        except Exception as error:  # a plug-in's searcher or heuristic may raise anything
            reply = SearchReply(request.number, None, f"The search failed: {shorten(error)}")
        self.replied.emit(reply)

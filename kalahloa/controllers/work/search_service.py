"""Searches for moves in the background."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import getrandbits

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.player import Level
from kalahloa.controllers.work.background import Background
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
    """A request to search a position, which the request owns, at a level."""

    number: int
    game: Game
    position: Position
    level: Level
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class SearchReply:
    """The reply to the request with the same number; `error` is a sentence if it failed."""

    number: int
    result: SearchResult | None
    error: str = ""


@dataclass(frozen=True)
class SearchNews:
    """The progress of the search with this number."""

    number: int
    progress: Progress


def searcher_for(level: Level, seed: int, knowledge: KnowledgeSource) -> Searcher:
    """Return the searcher for *level*; *seed* randomizes some of the engine's levels.

    The perfect level uses *knowledge*, that of the game.
    """
    if level.strength is None:
        return find_searcher(level.searcher)
    return at_level(level.strength, seed, knowledge)


class SearchService(Background[SearchRequest]):
    """Answers each request with `replied`; a new request cancels the previous one.

    Each request is answered once, a cancelled one without a result.  Callers compare the number of
    the reply with the one that `request` returned, and drop outdated replies.
    """

    replied = Signal(object)
    """A `SearchReply`."""
    progressed = Signal(object)
    """A `SearchNews`, at most ten per second."""

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[Level, int, KnowledgeSource], Searcher] = searcher_for,
        seed: int | None = None,
    ) -> None:
        """Start the thread; *find* returns the searcher for a level, as `searcher_for` does.

        *seed* randomizes some of the engine's levels.  By default each request has another one, so
        that they do not repeat the same game.
        """
        super().__init__("search", parent)
        self._find = find
        self._seed = seed

    def request(self, game: Game, position: Position, level: Level) -> int:
        """Search a copy of *position*; return the number of the request."""
        return self.submit(SearchRequest(self.next_number(), game, position.copy(), level))

    def work(self, request: SearchRequest) -> None:
        """Search and emit `replied`."""
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

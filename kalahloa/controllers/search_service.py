"""Searching in the background: numbered requests, one worker on its own thread."""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from kalahloa.controllers.player import Level
from kalahloa.models.game import Game
from kalahloa.models.position import Position
from kalahloa.models.search import Searcher, find_searcher
from kalahloa.models.search.levels import at_level
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped

SWITCH_INTERVAL = 0.0002
"""Seconds between two chances for the GUI to run while a searcher in plain Python thinks."""


@dataclass(frozen=True)
class SearchRequest:
    """What to search: a position that nobody else touches, and how."""

    number: int
    game: Game
    position: Position
    level: Level
    stop: threading.Event = field(default_factory=threading.Event)


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


def searcher_for(level: Level, seed: int) -> Searcher:
    """Return who thinks as *level* says; the engine's lower levels depend on *seed*."""
    if level.strength is None:
        return find_searcher(level.searcher)
    return at_level(level.strength, seed)


class _Worker(QObject):
    """Runs requests one after the other; lives on the service's thread."""

    def __init__(
        self, service: "SearchService", find: Callable[[Level, int], Searcher], seed: int
    ) -> None:
        super().__init__()
        self._service = service
        self._find = find
        self._seed = seed

    @Slot(object)
    def run(self, request: SearchRequest) -> None:
        service = self._service
        if request.stop.is_set():
            service.replied.emit(SearchReply(request.number, None))
            return
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            level = request.level
            result = self._find(level, self._seed).choose(
                request.position,
                level.limits,
                request.game.heuristic(level.heuristic),
                stopped=request.stop.is_set,
                report=lambda progress: service.progressed.emit(
                    SearchNews(request.number, progress)
                ),
            )
            reply = SearchReply(request.number, result)
        except SearchStopped:
            reply = SearchReply(request.number, None)
        except Exception as error:  # a plug-in's searcher or heuristic may raise anything
            reply = SearchReply(request.number, None, f"The search failed: {error}")
        finally:
            sys.setswitchinterval(interval)
        service.replied.emit(reply)


class SearchService(QObject):
    """Takes requests, answers with `replied`; a new request stops the one before.

    Each request is answered once, a stopped one with no result.  Whoever asks compares the
    number of the reply with the one that `request` returned, and drops what is late.
    """

    replied = Signal(object)
    """A `SearchReply`."""
    progressed = Signal(object)
    """A `SearchNews`, at most ten a second."""
    _requested = Signal(object)

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[Level, int], Searcher] = searcher_for,
        seed: int | None = None,
    ) -> None:
        """Start the thread; *find* returns who thinks as a level says, with a seed for chance.

        The lower levels of the engine depend on *seed*; by default each service has its own, so
        that a beginner does not play the same game day after day.
        """
        super().__init__(parent)
        self._number = 0
        self._current: SearchRequest | None = None
        self._thread = QThread(self)
        self._thread.setObjectName("search")
        # Deep searches recurse; the default stack of a thread is small on some systems.
        self._thread.setStackSize(16 * 1024 * 1024)
        self._worker = _Worker(self, find, time.time_ns() if seed is None else seed)
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.run, Qt.ConnectionType.QueuedConnection)
        self._thread.start()

    def request(self, game: Game, position: Position, level: Level) -> int:
        """Search a copy of *position*; return the number that the reply will carry."""
        self.cancel()
        self._number += 1
        self._current = SearchRequest(self._number, game, position.copy(), level)
        self._requested.emit(self._current)
        return self._number

    def cancel(self) -> None:
        """Stop the search that runs, if any; its reply will carry no result."""
        if self._current is not None:
            self._current.stop.set()
            self._current = None

    def shut_down(self) -> None:
        """Stop the search and the thread, and wait for both; safe to call twice."""
        self.cancel()
        self._thread.quit()
        self._thread.wait()

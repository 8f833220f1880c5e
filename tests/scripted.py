"""A searcher for tests: deterministic, instant, or as late as a test wants it."""

import threading
from collections.abc import Callable

from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult, SearchStopped
from tests.scores import estimate


class ScriptedSearcher:
    """Chooses the first legal move; while it is shut, it thinks until it is opened or stopped."""

    name = "scripted"
    title = "Scripted"
    sentence = "Chooses the first legal move."

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.stopped_searches = 0
        self.answer: Callable[[object], int] | None = None
        self._open = threading.Event()
        self._open.set()
        self.began = threading.Event()

    def shut(self) -> None:
        """From now on, think until opened."""
        self.began.clear()
        self._open.clear()

    def open(self) -> None:
        """Answer at once, the search that waits included."""
        self._open.set()

    def choose(self, position, limits: Limits, heuristic, *, stopped, report=None, **_):
        """Return the first legal move, or what `answer` says; raise `SearchStopped` if stopped."""
        self.asked.append(position.position_string())
        self.began.set()
        while not self._open.wait(0.001):
            if stopped():
                self.stopped_searches += 1
                raise SearchStopped
        move = position.legal_moves()[0] if self.answer is None else self.answer(position)
        return SearchResult(move, estimate(0.0, position.side), (move,), 1, 0.0, 1)

    def find(self, _level: object, _seed: int, _knowledge: object) -> "ScriptedSearcher":
        """Return this searcher, whatever the level."""
        return self

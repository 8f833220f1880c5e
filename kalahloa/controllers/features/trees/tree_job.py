"""The thread on which positions are searched for their trees."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.work.background import Background
from kalahloa.controllers.work.late_sandbox import LateSandbox
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import KalahloaError, SandboxFailed
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.models.heuristics import naming
    from kalahloa.models.sandbox import orders

if TYPE_CHECKING:
    from kalahloa.models.heuristics.source import HeuristicSource


@dataclass(frozen=True, eq=False)
class TreeRequest:
    """A request for the tree of *position*, which nobody else may modify."""

    number: int
    game: Game
    position: Position
    order: TreeOrder
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class TreeNews:
    """How request *number* goes on: its progress, and at the end the result or an error.

    `error` is a sentence if the search has failed, otherwise empty.
    """

    number: int
    progress: Progress | None = None
    result: SearchResult | None = None
    error: str = ""


SearchTrees = Callable[[TreeRequest, Callable[[Progress], None]], SearchResult]
"""Searches what is requested, and reports how that goes on; called on the thread of the job."""


def search_here(request: TreeRequest, report: Callable[[Progress], None]) -> SearchResult:
    """Search in this process, with a heuristic of the game's.

    Raises `SearchStopped`, and what searcher and heuristic raise.
    """
    order = request.order
    return find_searcher(order.searcher).choose(
        request.position.copy(),
        Limits(depth=order.depth),
        request.game.heuristic(order.heuristic or None),
        stopped=request.stop,
        report=report,
        record_tree=True,
    )


class TreeSandbox:
    """Searches in a process of its own, so that the window waits for neither GIL nor heuristic.

    Where there can be no such process, or it does not know the game, the search is made here, but
    never with a heuristic of the user's.
    """

    def __init__(self) -> None:
        self._sandbox = LateSandbox()

    def __call__(self, request: TreeRequest, report: Callable[[Progress], None]) -> SearchResult:
        """Search what is requested; raises what `Sandbox.search` and `search_here` raise."""
        order, game = request.order, request.game
        heuristic = order.heuristic or None
        if heuristic is not None and naming.is_file(heuristic):
            return self._search(request, naming.read_own(heuristic, game), report)
        try:
            return self._search(request, heuristic, report)
        except SandboxFailed:
            return search_here(request, report)

    def _search(
        self,
        request: TreeRequest,
        heuristic: "str | HeuristicSource | None",
        report: Callable[[Progress], None],
    ) -> SearchResult:
        asked = orders.SearchOrder.of(
            request.game,
            request.position,
            request.order.searcher,
            Limits(depth=request.order.depth),
            heuristic,
            record=True,
        )
        return self._sandbox().search(asked, request.stop, report)

    def close(self) -> None:
        """End the process; a search that is running ends."""
        self._sandbox.close()


class TreeLane(Background[TreeRequest]):
    """Searches one position at a time; a new request ends the one before."""

    gives_way = True
    told = Signal(object)
    """A `TreeNews`; nothing is told of a request that was cancelled."""

    def __init__(self, search: SearchTrees | None = None) -> None:
        """Search with *search*, by default in a process of its own."""
        super().__init__("search tree")
        self._sandbox = TreeSandbox() if search is None else None
        self._search: SearchTrees = search or self._sandbox or search_here

    def work(self, request: TreeRequest) -> None:
        """Do *request*, and tell how it ends unless it was cancelled."""
        if request.stop.is_set():
            return
        number = request.number
        try:
            result = self._search(request, lambda news: self.told.emit(TreeNews(number, news)))
            news = TreeNews(number, result=result)
        except KalahloaError as error:
            news = TreeNews(number, error=in_words(error))
        except BaseException as error:  # a plug-in may raise anything; memory may be short
            # `SearchStopped`, too: it is dropped below, unless nobody has stopped the search.
            reason = shorten(error) or type(error).__name__
            sentence = translate("SearchTree", "The search has failed: {reason}")
            news = TreeNews(number, error=fill(sentence, reason=reason))
        if not request.stop.is_set():
            self.told.emit(news)

    def shut_down(self) -> None:
        """End the thread, and the process of the searches."""
        self.cancel()
        if self._sandbox is not None:
            self._sandbox.close()
        super().shut_down()

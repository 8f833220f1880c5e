"""Searches of positions for their trees."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.work.late_sandbox import LateSandbox
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import SandboxFailed
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.models.heuristics import naming
    from kalahloa.models.sandbox import orders

if TYPE_CHECKING:
    from kalahloa.models.heuristics.source import HeuristicSource


@dataclass(frozen=True, eq=False)
class TreeRequest:
    """A request for the tree of *position*, which nobody else may modify, until *stop* is set."""

    game: Game
    position: Position
    order: TreeOrder
    stop: Stop


SearchTrees = Callable[[TreeRequest, Callable[[Progress], None]], SearchResult]
"""Searches what is requested, and reports how that goes on; called on another thread."""


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

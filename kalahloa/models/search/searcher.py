"""What all searchers have in common: one way to be asked."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from kalahloa.models.cancellation import never
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.position import Position
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult


class Searcher(ABC):
    """An algorithm that picks a move.

    `name` is what it is called on the command line and in files, `title` on the screen; `sentence`
    explains it.  What a search finds depends on nothing that an earlier one has found, though
    memory may be kept for the next.  A searcher may be used by several threads at once.
    """

    name: str
    title: str
    sentence: str

    @abstractmethod
    def choose(
        self,
        position: Position,
        limits: Limits,
        heuristic: Heuristic,
        *,
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
        record_tree: bool = False,
    ) -> SearchResult:
        """Return the best move that is found within *limits*.

        *position* is moved on the way, and is left as it was found whatever happens.  *heuristic*
        judges the leaves.  *stopped* is asked every few nodes; once it says yes, `SearchStopped`
        is raised.  When the time is up the result of the last completed depth is returned; if
        there is none, the best of what was seen.  *report* is told of progress at most ten times
        a second.  A number of nodes limits only the engine.  Raises `ValueError` if the game is
        over or nothing limits the search, and what *heuristic* raises.
        """

"""The interface of all searchers."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.work.cancellation import never


class Searcher(ABC):
    """An algorithm that chooses a move.

    `name` identifies it on the command line and in files; `title` is shown to the user, and
    `short_title` where there is less room, if it is not empty; `sentence` describes it.  The result
    of a search does not depend on earlier searches, though memory may be kept for reuse.  A
    searcher may be used by several threads at once.
    """

    name: str
    title: str
    short_title = ""
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
        """Search *position* and return the best move found within *limits*.

        Moves are made on *position*, which is restored in any case.  *heuristic* evaluates the
        leaves.  *stopped* is polled every few nodes; once it returns True, `SearchStopped` is
        raised.  When the time is up, the result of the last completed depth is returned; the first
        one is always completed.  *report* is called at most ten times a second.
        *record_tree* asks for the search tree.  `Limits.nodes` is supported by the engine only.
        Raises `ValueError` if the game is over or there is no limit, and what *heuristic* raises.
        """

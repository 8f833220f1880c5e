"""The lecture's searchers in common: the driver of passes, which the two algorithms fill in."""

from abc import abstractmethod
from collections.abc import Callable

from kalahloa.models.cancellation import never
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.position import Position
from kalahloa.models.search.lecture.recording import RecordingWalk
from kalahloa.models.search.lecture.walk import Found, TimeIsUp, Walk
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.searcher import Searcher

MAX_DEPTH = 100
"""Where deepening ends even if there is time left: each ply is a call within a call."""


class LectureSearcher(Searcher):
    """An algorithm that picks a move.

    `name` is what it is called on the command line and in files, `title` on the screen; `sentence`
    explains it.  `deepens` says whether it searches depths 1, 2, 3 … also where only a depth is
    asked for, since it learns from a pass for the next; with a time limit all searchers do.

    A searcher keeps nothing between two searches, and may be used by several threads at once.
    """

    name: str
    title: str
    sentence: str
    deepens = False

    @abstractmethod
    def search(self, walk: Walk, depth: int, before: Found | None) -> Found:
        """Search the tree below the walk's root *depth* deep.

        *before* is what the pass before this one returned, if there was one.  Returns the exact
        value of the root for its side to move, and the principal variation.
        """

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
        a second.  Raises `ValueError` if the game is over, and what *heuristic* raises.
        """
        if position.is_over():
            raise ValueError("The game is over: there is no move to choose.")
        if limits.depth is None and limits.seconds is None:
            raise ValueError(f"A search by {self.name} needs a depth or a time.")
        kind = RecordingWalk if record_tree else Walk
        walk = kind(position, heuristic, limits.seconds, stopped, report)
        last = MAX_DEPTH if limits.depth is None else limits.depth
        first = 1 if self.deepens or limits.seconds is not None else last
        found: Found | None = None
        completed, proven, tree = 0, False, None
        try:
            for depth in range(first, last + 1):
                walk.poll()
                found = self.search(walk, depth, found)
                completed, proven, tree = depth, walk.estimates == 0, walk.tree
                if proven:
                    break
        except TimeIsUp:
            pass
        finally:
            walk.unwind()
        value, line = found or _found_in_haste(walk)
        return SearchResult(
            move=line[0],
            value=value + 0.0,  # never -0.0
            line=line,
            nodes=walk.nodes,
            seconds=walk.seconds,
            depth=completed,
            proven=proven,
            tree=tree,
        )


def _found_in_haste(walk: Walk) -> Found:
    """Return the best of a first pass that was broken off; if it saw nothing, some move."""
    value, line = walk.best_so_far()
    if line:
        return value, line
    return walk.leaf_value(), (walk.position.legal_moves()[0],)

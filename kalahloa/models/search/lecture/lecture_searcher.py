"""The base class of the lecture's searchers: iterative deepening around one abstract search."""

from abc import abstractmethod
from collections.abc import Callable
from copy import copy
from typing import Self

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture.counting import CountingRun
from kalahloa.models.search.lecture.recording import RecordingRun
from kalahloa.models.search.lecture.run import Found, LectureRun, TimeIsUp
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

BY_NUMBER = "-by-number"
"""The end of the name of a searcher that tries moves in the order of their numbers."""
MAX_DEPTH = 100
"""The maximal depth of iterative deepening: each ply is a recursive call."""


class LectureSearcher(Searcher):
    """A searcher in plain Python, written to be read.

    Moves are tried in the order in which the lecture on the game tries them (see
    `Position.lecture_moves`), which decides between moves of the same value and how much is cut
    off; with `by_number`, in the order of their numbers.  Values are the same.

    `deepens` tells whether it searches depths 1, 2, 3 … even if only a depth is given, since each
    depth helps the next one; with a time limit all searchers do.  `prunes` tells whether it has
    windows, outside of which it cuts moves off; `negates`, whether one function does for both
    sides, with values for the side to move.  `pseudocode` is how the algorithm is taught (see
    `steps.pseudocode`).  For `name`, `title`, `short_title` and `sentence` see `Searcher`.

    A searcher keeps no state between searches, and may be used by several threads at once.
    """

    name: str
    title: str
    sentence: str
    deepens = False
    prunes = True
    negates = False
    pseudocode: str
    by_number = False

    def numbered(self) -> Self:
        """Return the same searcher with `by_number`, and with `BY_NUMBER` at its name's end."""
        other = copy(self)
        other.by_number = True
        other.name = self.name + BY_NUMBER
        other.title = QT_TRANSLATE_NOOP("Models", "{searcher}, moves by number").format(
            searcher=self.title
        )
        return other

    @abstractmethod
    def search(self, run: LectureRun, depth: int, before: Found | None) -> Found:
        """Search the root of *run* to *depth*.

        *before* is the result of the previous depth, or None.  Returns the exact value of the root
        for its side to move, and the principal variation.
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
        count: bool = False,
    ) -> SearchResult:
        """Return the best move found within *limits*, a depth or a time; see `Searcher.choose`.

        The time limits what comes after the first pass, which is depth 1 where there is a time.
        With *count*, the result has the counts of its passes; trees, where they are recorded, have
        them already.
        """
        if position.is_over():
            raise ValueError("The game is over: there is no move to choose.")
        if limits.depth is None and limits.seconds is None:
            raise ValueError(f"A search by {self.name} needs a depth or a time.")
        kind = RecordingRun if record_tree else CountingRun if count else LectureRun
        run = kind(position, heuristic, stopped, report)
        run.by_number = self.by_number
        last = MAX_DEPTH if limits.depth is None else limits.depth
        first = 1 if self.deepens or limits.seconds is not None else last
        found: Found | None = None
        completed, proven, passes, counts = 0, False, 0, 0
        try:
            for depth in range(first, last + 1):
                run.poll()
                found = self.search(run, depth, found)
                completed, proven = depth, run.estimates == 0
                passes, counts = len(run.passes), len(run.counts)
                if proven:
                    break
                run.complete(depth, found)
                run.limit(limits.seconds)
        except TimeIsUp:
            pass
        finally:
            run.unwind()
        assert found is not None  # the first pass has no time limit
        value, line = found
        return SearchResult(
            move=line[0],
            score=run.score(value, proven, completed),
            line=line,
            nodes=run.nodes,
            seconds=run.seconds,
            depth=completed,
            passes=tuple(run.passes[:passes]),
            counts=tuple(run.counts[:counts]),
        )

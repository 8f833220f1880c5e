"""A run that counts what a search costs, and keeps no tree."""

from collections.abc import Callable
from math import inf

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture.run import LectureRun
from kalahloa.models.search.pass_counts import PassCounts
from kalahloa.models.search.request import Progress, SearchStopped

_NO_MOVE = -1


class _Frame:
    """A node on the way to the current position, with what was searched below it so far."""

    __slots__ = ("began", "beta", "last", "tried")

    def __init__(self, beta: float) -> None:
        self.beta = beta
        self.last = _NO_MOVE
        """The move that was searched last."""
        self.tried = 0
        """How many moves were searched; one that was searched again counts once."""
        self.began = 0
        """The number of nodes visited before the last move was searched."""


class CountingRun(LectureRun):
    """A run that counts each pass (see `PassCounts`): deep searches need no memory for it."""

    def __init__(
        self,
        position: Position,
        heuristic: Heuristic,
        stopped: Callable[[], bool],
        report: Callable[[Progress], None] | None,
    ) -> None:
        super().__init__(position, heuristic, stopped, report)
        self._frames: list[_Frame] = []
        self._made = _NO_MOVE
        self._window = -inf, inf
        self._before = 0
        self._clear()

    def _clear(self) -> None:
        self._leaves = self._hits = self._cutoffs = self._first_cutoffs = self._pruned = 0
        self._again = self._repeated = self._sorted_by = 0

    def enter(self, depth: int, alpha: float = -inf, beta: float = inf) -> None:
        super().enter(depth, alpha, beta)
        before = self.nodes - 1
        if self.ply == 0:
            self._clear()
            self._window = alpha, beta
            self._before = before
            self._frames = [_Frame(beta)]
            return
        above = self._frames[-1]
        if above.last == self._made:
            self._again += 1
            self._repeated += before - above.began
        else:
            above.last = self._made
            above.tried += 1
        above.began = before
        self._frames.append(_Frame(beta))

    def leave(self, value: float, pruned: int = 0) -> None:
        frame = self._frames[-1]
        if value >= frame.beta:
            self._cutoffs += 1
            self._first_cutoffs += frame.tried == 1
            self._pruned += pruned
        self._close(value)

    def estimate(self) -> float:
        value = super().estimate()
        self._leaves += 1
        self._close(value)
        return value

    def finish(self) -> float:
        value = super().finish()
        self._leaves += 1
        self._close(value)
        return value

    def answer(self, value: float) -> None:
        self._hits += 1
        self._close(value)

    def make(self, move: int) -> None:
        self._made = move
        super().make(move)

    def static_move_value(self, move: int) -> float:
        value = super().static_move_value(move)
        self._sorted_by += 1
        return value

    def poll(self) -> None:
        """See `LectureRun.poll`; progress is told before there is a line, and where it stopped."""
        try:
            super().poll()
        except SearchStopped as stopped:
            stopped.nodes = self.nodes
            raise
        if self._report is not None and not self._line and self._throttle.is_due():
            self._report(self.progress())

    def _close(self, value: float) -> None:
        self._frames.pop()
        if self._frames:
            return
        alpha, beta = self._window
        self.counts.append(
            PassCounts(
                depth=self._depth,
                alpha=alpha,
                beta=beta,
                value=value + 0.0,  # never -0.0
                nodes=self.nodes - self._before,
                leaves=self._leaves,
                hits=self._hits,
                cutoffs=self._cutoffs,
                first_cutoffs=self._first_cutoffs,
                pruned=self._pruned,
                again=self._again,
                repeated=self._repeated,
                sorted_by=self._sorted_by,
            )
        )

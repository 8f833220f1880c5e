"""The run of a lecture search through the game tree: moves, node count, limits and progress."""

from collections.abc import Callable
from math import inf
from time import perf_counter

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture.scale import (
    estimated_value,
    finished_value,
    score_of_value,
)
from kalahloa.models.search.pass_counts import PassCounts
from kalahloa.models.search.request import Line, Progress, SearchStopped
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.work.cancellation import Throttle

MAX_ESTIMATES = 1_000_000
"""The most evaluations that are kept."""
_NODES_A_POLL = 8
"""Few, because a user's heuristic may take half a millisecond a node."""


Found = tuple[float, Line]
"""The value of a position for its side to move, and the principal variation."""


class TimeIsUp(Exception):
    """The time limit is reached; raised within the recursion and caught by the driver."""


class LectureRun:
    """The state of a lecture search, through which it makes and unmakes its moves.

    `position` is the current position, `ply` its distance from the root in moves, `nodes` the
    number of positions visited, `estimates` the number of leaves of the current depth that
    *heuristic* evaluated, `passes` the recorded trees and `counts` the counts of the passes, if
    any.  *stopped* is polled every few nodes, and *report* is called at most ten times a second.
    """

    def __init__(
        self,
        position: Position,
        heuristic: Heuristic,
        stopped: Callable[[], bool],
        report: Callable[[Progress], None] | None,
    ) -> None:
        self.position = position
        self._side = position.side
        self._kind = ScoreKind.of(position)
        self.nodes = 0
        self.ply = 0
        self.estimates = 0
        self.passes: list[SearchTree] = []
        self.counts: list[PassCounts] = []
        self.by_number = False
        """Whether moves are tried in the order of their numbers, not in that of the lecture."""
        self._evaluate = heuristic.function
        self._estimates: dict[int, float] | None = None
        self._began = perf_counter()
        self._deadline = inf
        self._stopped = stopped
        self._report = report
        self._throttle = Throttle()
        self._depth = 0
        self._completed = 0
        self._value: float | None = None
        self._line: Line = ()

    @property
    def seconds(self) -> float:
        """The time since the run began."""
        return perf_counter() - self._began

    # -- called by the algorithms --------------------------------------------------------------

    def enter(self, depth: int, alpha: float = -inf, beta: float = inf) -> None:
        """Count the current position as a node, which is searched to *depth*.

        *alpha* and *beta* are from the point of view of its side to move.  Raises `SearchStopped`
        or `TimeIsUp` if the search has to end.
        """
        if self.ply == 0:
            self._depth = depth
            self.estimates = 0
        self.nodes += 1
        if self.nodes % _NODES_A_POLL == 0:
            self.poll()

    def leave(self, value: float, pruned: int = 0) -> None:
        """Leave an inner node of *value*, *pruned* moves of which were cut off."""

    def answer(self, value: float) -> None:
        """Leave a node whose *value*, for the side to move, a table has answered."""

    def moves(self) -> list[int]:
        """Return the legal moves in the order in which they are tried; none in a finished game."""
        if self.by_number:
            return self.position.legal_moves()
        return self.position.lecture_moves()

    def make(self, move: int) -> None:
        """Make *move*."""
        self.position.make(move)
        self.ply += 1

    def unmake(self) -> None:
        """Unmake the last move."""
        self.position.unmake()
        self.ply -= 1

    def estimate(self) -> float:
        """Leave a leaf at the horizon; return its static evaluation for the side to move."""
        self.estimates += 1
        return self.leaf_value()

    def finish(self) -> float:
        """Leave a leaf whose game is over; return its value for the side to move."""
        outcome = self.position.outcome()
        if outcome is None:
            raise ValueError(f"{self.position!r} has neither a legal move nor an outcome.")
        return finished_value(outcome.score_for(self.position.side), self.ply)

    def static_move_value(self, move: int) -> float:
        """Return the static evaluation after *move*, for the side that makes it.

        This does not count as a node.  Raises what `enter` raises.
        """
        self.poll()
        position = self.position
        side = position.side
        self.make(move)
        outcome = position.outcome() if position.is_over() else None
        if outcome is None:
            value = self.leaf_value()
        else:
            value = finished_value(outcome.score_for(position.side), self.ply)
        if position.side != side:
            value = -value
        self.unmake()
        return value

    def leaf_value(self) -> float:
        """Return the static evaluation of the position, whose game is not over."""
        if self._estimates is None:
            return estimated_value(self._evaluate(self.position))
        key = self.position.hash
        value = self._estimates.get(key)
        if value is None:
            value = estimated_value(self._evaluate(self.position))
            if len(self._estimates) < MAX_ESTIMATES:
                self._estimates[key] = value
        return value

    def keep_estimates(self) -> None:
        """Keep evaluations from now on, so that no position is evaluated twice.

        Where results depend on earlier positions, evaluations may as well, and none are kept.
        """
        if self._estimates is None and not self.position.uses_history():
            self._estimates = {}

    def improve(self, value: float, line: Line) -> None:
        """Set the best value and line so far, if at the root and no depth is completed yet."""
        if self.ply == 0 and not self._completed:
            self._value, self._line = value, line

    # -- called by the driver ------------------------------------------------------------------

    def complete(self, depth: int, found: Found) -> None:
        """Set what the search to *depth* has *found*, which is told while the next one goes on."""
        self._completed = depth
        self._value, self._line = found

    def limit(self, seconds: float | None) -> None:
        """End the run *seconds* after it began; None for no limit."""
        self._deadline = inf if seconds is None else self._began + seconds

    def poll(self) -> None:
        """Check the limits and report progress; raise `SearchStopped` or `TimeIsUp`."""
        if self._stopped():
            raise SearchStopped("The search was stopped.")
        if perf_counter() >= self._deadline:
            raise TimeIsUp
        if self._report is not None and self._line and self._throttle.is_due():
            self._report(self.progress())

    def score(self, value: float, proven: bool, depth: int) -> Score:
        """Return the score that *value*, of the root, stands for.

        It was found at *depth*, and is *proven* if it is exact.
        """
        return score_of_value(value, proven, self._side, self._kind, depth)

    def progress(self) -> Progress:
        """Return how far the run has come."""
        score = None if self._value is None else self.score(self._value, False, self._completed)
        return Progress(self._depth, self.nodes, score, self._line, self.seconds, self._completed)

    def unwind(self) -> None:
        """Unmake all moves back to the root."""
        while self.ply:
            self.unmake()

"""A walk through the tree of a game: the moves made, the nodes counted, the clock watched."""

from collections.abc import Callable
from math import inf
from time import perf_counter

from kalahloa.models.heuristic import Heuristic
from kalahloa.models.position import Position
from kalahloa.models.search.request import Line, Progress, SearchStopped
from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.values import estimated_value, finished_value

_NODES_A_POLL = 8
"""Few, because a heuristic of the user's own may take half a millisecond a node."""

_SECONDS_A_REPORT = 0.1


Found = tuple[float, Line]
"""What a search returns: the value of a position for its side to move, and the best line."""


class TimeIsUp(Exception):
    """The time for the search has passed; raised in the middle of a pass, and caught outside."""


class Walk:
    """What the searchers share; they make and unmake their moves through it.

    `position` is the one to walk on from its root, `nodes` the number of positions visited,
    `ply` how many moves below the root the walk is, `estimates` how many leaves of this pass were
    judged by *heuristic*, `tree` what is recorded, if anything is.  *seconds* is the time that the
    walk may take.  *stopped* is asked, and *report* told, every few nodes, the latter at most ten
    times a second.
    """

    def __init__(
        self,
        position: Position,
        heuristic: Heuristic,
        seconds: float | None,
        stopped: Callable[[], bool],
        report: Callable[[Progress], None] | None,
    ) -> None:
        self.position = position
        self.nodes = 0
        self.ply = 0
        self.estimates = 0
        self.tree: TreeNode | None = None
        self._evaluate = heuristic.function
        self._began = perf_counter()
        self._deadline = inf if seconds is None else self._began + seconds
        self._stopped = stopped
        self._report = report
        self._next_report = -inf
        self._depth = 0
        self._value = 0.0
        self._line: Line = ()

    @property
    def seconds(self) -> float:
        """The time since the walk began."""
        return perf_counter() - self._began

    # -- what a searcher calls -----------------------------------------------------------------

    def enter(self, depth: int, alpha: float = -inf, beta: float = inf) -> None:
        """Count the position that the walk has come to; it is searched *depth* deep.

        *alpha* and *beta* are from the point of view of its side to move.  Raises `SearchStopped`
        or `TimeIsUp` when the search has to end.
        """
        if self.ply == 0:
            self._depth = depth
            self.estimates = 0
        self.nodes += 1
        if self.nodes % _NODES_A_POLL == 0:
            self.poll()

    def leave(self, value: float, pruned: int = 0) -> None:
        """Leave an inner node: say what it is worth, and how many of its moves were cut off."""

    def make(self, move: int) -> None:
        """Make *move*."""
        self.position.make(move)
        self.ply += 1

    def unmake(self) -> None:
        """Take the last move back."""
        self.position.unmake()
        self.ply -= 1

    def estimate(self) -> float:
        """Leave this leaf, whose game goes on; return what the heuristic thinks of it."""
        self.estimates += 1
        return self.leaf_value()

    def finish(self) -> float:
        """Leave this leaf, whose game is over; return what it is worth."""
        outcome = self.position.outcome()
        if outcome is None:
            raise ValueError(f"{self.position!r} has neither a legal move nor an outcome.")
        return finished_value(outcome.score_for(self.position.side), self.ply)

    def static_move_value(self, move: int) -> float:
        """Return what *move* is worth at first sight, for the side that makes it.

        This counts as no node.  Raises what `enter` raises.
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
        """Return the heuristic's opinion of this position, whose game goes on."""
        return estimated_value(self._evaluate(self.position))

    def improve(self, value: float, line: Line) -> None:
        """Remember the best line of this pass so far, if the walk is at the root."""
        if self.ply == 0:
            self._value = value
            self._line = line

    # -- what the driver calls -----------------------------------------------------------------

    def poll(self) -> None:
        """Look at the clock and at the caller; raise `SearchStopped` or `TimeIsUp`."""
        if self._stopped():
            raise SearchStopped("The search was stopped.")
        now = perf_counter()
        if now >= self._deadline:
            raise TimeIsUp
        if self._report is not None and now >= self._next_report and self._line:
            self._next_report = now + _SECONDS_A_REPORT
            seconds = now - self._began
            self._report(Progress(self._depth, self.nodes, self._value + 0.0, self._line, seconds))

    def unwind(self) -> None:
        """Return to the root from wherever the walk was broken off."""
        while self.ply:
            self.unmake()

    def best_so_far(self) -> Found:
        """Return the value and the line that `improve` was told last; the line may be empty."""
        return self._value, self._line

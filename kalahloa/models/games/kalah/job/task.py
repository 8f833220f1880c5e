"""The tasks of a job: each asks whether the margin of a position is at least a number.

The margin of a position is the number of stones in the pits that the side to move gets with best
play, minus those the other side gets.  It is even exactly if the number of stones is.
"""

from dataclasses import asdict, dataclass
from typing import Any

from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.work.pool import WorkerPool

Bounds = tuple[int, int]
"""The proven lower and upper bound of a margin."""


def rounded_up(margin: int, stones: int) -> int:
    """Return *margin*, or the next larger number if no margin of *stones* stones can be that."""
    return margin + (margin + stones) % 2


def stones_in(key: bytes) -> int:
    """Return the number of stones in the pits of the position with *key*."""
    return sum(key)


@dataclass(frozen=True, slots=True)
class MarginTask:
    """The question whether the margin of the position with *key* is at least *at_least*."""

    key: bytes
    at_least: int


@dataclass(frozen=True, slots=True)
class MarginAnswer:
    """The answer to a task: a proven bound of the margin, which may be better than was asked.

    If `bound` is at least `task.at_least`, it is a lower bound, otherwise an upper bound.
    `seconds` is processor time.  `worker` is the name of the solver, and `number` says how many
    tasks, from 1, it had been given when it found the answer.
    """

    task: MarginTask
    bound: int
    nodes: int
    seconds: float
    worker: str = ""
    number: int = 0

    @property
    def is_at_least(self) -> bool:
        """Whether the margin is at least the number asked."""
        return self.bound >= self.task.at_least

    @property
    def bounds(self) -> Bounds:
        """The bounds of the margin that the answer proves."""
        stones = stones_in(self.task.key)
        if self.is_at_least:
            return rounded_up(self.bound, stones), stones
        return -stones, -rounded_up(-self.bound, stones)


@dataclass(frozen=True, slots=True)
class Unproven:
    """A task that was given up after *seconds* of processor time, its limit."""

    task: MarginTask
    nodes: int
    seconds: float


MarginReport = MarginAnswer | Unproven
"""What becomes of a task that was given to a worker."""

Pool = WorkerPool[MarginTask, MarginReport]
"""Those who answer tasks, or give them up."""


@dataclass(frozen=True, slots=True)
class MarginSolverSetting:
    """What a worker needs to know: the rules, its memory, and when it gives a task up.

    `tablebase` is the number of stones of the tablebase, or None for the usual one; `table` is the
    size of the transposition table in MiB; `limit` is in seconds, None for no limit.
    """

    rules: KalahRules
    tablebase: int | None = None
    table: int = 64
    limit: float | None = None


def rules_to_json(rules: KalahRules) -> dict[str, Any]:
    """Return the options of *rules* that a job depends on: all but the pie rule."""
    return {name: value for name, value in asdict(rules).items() if name != "pie"}

"""Calls that the workers of a pool make, and whose results come in the order of the calls."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from typing import Any, TypeVar

from kalahloa.models.work.cancellation import never
from kalahloa.models.work.job import Job
from kalahloa.models.work.pool import Processes, WorkerPool

MAX_AHEAD = 2
"""Maximum number of calls per worker that are started before the oldest one is done."""
ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """The result of a call, or the error that it raised."""

    result: Any = None
    error: Exception | None = None


def call_here(call: Callable[[], ResultT]) -> CallOutcome:
    """Make *call* and return its outcome; the workers of `in_order` do this."""
    try:
        return CallOutcome(call())
    except Exception as error:
        return CallOutcome(error=error)


CallPool = WorkerPool[Callable[[], Any], CallOutcome]
"""A pool whose function is `call_here`."""


def call_processes(count: int, niceness: int = 0) -> AbstractContextManager[CallPool]:
    """Return a pool of *count* processes for `in_order`; leaving its context closes it."""
    return closing(Processes(call_here, count, niceness))


def in_order(
    pool: CallPool, calls: Iterable[Callable[[], ResultT]], stopped: Callable[[], bool] = never
) -> Iterator[ResultT]:
    """Yield the results of *calls*, which must be different objects, in their order.

    End early once *stopped* returns True.  If a worker dies, make its call again, at most twice.
    Raise what a call raised, and `PoolFailed`.
    """
    job = _Calls(pool, calls)
    while not (job.is_over or stopped()):
        job.hand_out(pool)
        outcome = job.first_outcome()
        if outcome is None:
            job.collect(pool)
        elif outcome.error is not None:
            raise outcome.error
        else:
            yield outcome.result


class _Calls(Job[Callable[[], Any], CallOutcome]):
    """Makes *calls*, and keeps the outcome of each until those before it are taken."""

    max_losses = 3
    task_name = "task"

    def __init__(self, pool: CallPool, calls: Iterable[Callable[[], Any]]) -> None:
        super().__init__()
        self.is_over = False
        self._pool = pool
        self._calls = iter(calls)
        self._given: deque[Callable[[], Any]] = deque()
        self._lost: list[Callable[[], Any]] = []
        self._outcomes: dict[Callable[[], Any], CallOutcome] = {}

    def next_task(self) -> Callable[[], Any] | None:
        """See `Job.next_task`."""
        if self._lost:
            return self._lost.pop()
        if len(self._given) >= MAX_AHEAD * self._pool.workers():
            return None
        call = next(self._calls, None)
        if call is not None:
            self._given.append(call)
        self.is_over = not self._given
        return call

    def receive(self, task: Callable[[], Any], report: CallOutcome) -> None:
        """See `Job.receive`."""
        self._outcomes[task] = report

    def lose(self, task: Callable[[], Any]) -> None:
        """See `Job.lose`."""
        self._lost.append(task)

    def first_outcome(self) -> CallOutcome | None:
        """Remove and return the outcome of the oldest call; None while it is not done."""
        if not self._given or self._given[0] not in self._outcomes:
            return None
        return self._outcomes.pop(self._given.popleft())

"""Jobs: work that a pool does task by task."""

from collections import Counter
from collections.abc import Callable
from typing import ClassVar, Generic

from kalahloa.models.work.cancellation import never
from kalahloa.models.work.pool import PoolFailed, ReportT, TaskT, WorkerPool

WAIT_SECONDS = 0.1


class Job(Generic[TaskT, ReportT]):
    """Hands tasks, which are hashable, to the free workers of a pool, and takes the reports.

    A class that inherits this one says which task is next, and what becomes of a report.
    """

    max_losses: ClassVar[int] = 10
    """The job ends when so many workers have died of the same task."""
    task_name: ClassVar[str] = "piece"
    """What a user calls a task."""

    def __init__(self) -> None:
        self.busy: set[TaskT] = set()
        """The tasks that workers have."""
        self.lost = 0
        """Tasks whose workers have died so far."""
        self._losses: Counter[TaskT] = Counter()

    def next_task(self) -> TaskT | None:
        """Return the task to give out next, None if there is none but those that are `busy`."""
        raise NotImplementedError

    def take(self, task: TaskT, report: ReportT) -> None:
        """Take the *report* on *task*."""
        raise NotImplementedError

    def lose(self, task: TaskT) -> None:
        """Note that the worker that had *task* has died."""

    def work(
        self,
        pool: WorkerPool[TaskT, ReportT],
        is_done: Callable[[], bool],
        stopped: Callable[[], bool] = never,
        report: Callable[[], None] | None = None,
    ) -> bool:
        """Have *pool* do tasks until *is_done* or *stopped* returns True; return whether it is.

        *report* is called about ten times a second.  Raises `PoolFailed`.
        """
        while not is_done():
            if stopped():
                return False
            self.hand_out(pool)
            if report is not None:
                report()
            self.collect(pool)
        return True

    def hand_out(self, pool: WorkerPool[TaskT, ReportT]) -> None:
        """Give tasks to the free workers."""
        for _ in range(pool.free()):
            task = self.next_task()
            if task is None:
                return
            self.busy.add(task)
            pool.give(task)

    def collect(self, pool: WorkerPool[TaskT, ReportT]) -> None:
        """Wait for reports, for a short time, and take them; raise `PoolFailed`."""
        for task, report in pool.wait(WAIT_SECONDS):
            if task not in self.busy:
                continue  # of a job that had the pool before
            self.busy.remove(task)
            if report is not None:
                self.take(task, report)
                continue
            self.lost += 1
            self._losses[task] += 1
            if self._losses[task] >= self.max_losses:
                raise PoolFailed(
                    f"{self._losses[task]} workers have died of the same {self.task_name}; is "
                    "memory short?"
                )
            self.lose(task)

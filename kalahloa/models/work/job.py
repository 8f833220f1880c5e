"""Work that a pool does, divided into tasks."""

from collections import Counter
from collections.abc import Callable
from typing import ClassVar, Generic

from kalahloa.models.work.cancellation import never
from kalahloa.models.work.pool import PoolFailed, ReportT, TaskT, WorkerPool

WAIT_SECONDS = 0.1


class Job(Generic[TaskT, ReportT]):
    """Hands tasks, which are hashable, to the free workers of a pool, and takes the reports.

    Subclasses choose the next task and process the reports.
    """

    max_losses: ClassVar[int] = 10
    """The job fails when this number of workers died of the same task."""
    task_name: ClassVar[str] = "piece"
    """The word for a task in messages to the user."""

    def __init__(self) -> None:
        self.busy: set[TaskT] = set()
        """The tasks that workers are doing."""
        self.lost = 0
        """How often a worker died while it had a task."""
        self._losses: Counter[TaskT] = Counter()

    def next_task(self) -> TaskT | None:
        """Return the next task for a worker; None if there is none now."""
        raise NotImplementedError

    def receive(self, task: TaskT, report: ReportT) -> None:
        """Process the *report* on *task*."""
        raise NotImplementedError

    def lose(self, task: TaskT) -> None:
        """Handle the death of the worker that had *task*."""

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
        """Give each free worker a task, while there are any."""
        for _ in range(pool.free()):
            task = self.next_task()
            if task is None:
                return
            self.busy.add(task)
            pool.give(task)

    def collect(self, pool: WorkerPool[TaskT, ReportT]) -> None:
        """Wait for reports, up to `WAIT_SECONDS`, and process them; raise `PoolFailed`."""
        for task, report in pool.wait(WAIT_SECONDS):
            if task not in self.busy:
                continue  # of a job that had the pool before
            self.busy.remove(task)
            if report is not None:
                self.receive(task, report)
                continue
            self.lost += 1
            self._losses[task] += 1
            if self._losses[task] >= self.max_losses:
                raise PoolFailed(
                    f"{self._losses[task]} workers have died of the same {self.task_name}; is "
                    "memory short?"
                )
            self.lose(task)

"""The job that proves, position by position, that the attacker wins from the start."""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.search.proof.job.graph import SEARCH_NODES
from kalahloa.models.search.proof.job.job_file import WinJobFile
from kalahloa.models.search.proof.job.task import Searched, WinReport, WinTask
from kalahloa.models.work.cancellation import never
from kalahloa.models.work.job import Job
from kalahloa.models.work.pool import WorkerPool


@dataclass(frozen=True, slots=True)
class WinJobProgress:
    """What a run has come to; `cost` is about the number of nodes that are left."""

    done: int
    solved: int
    nodes: int
    cost: float
    lost: int


class WinJob(Job[WinTask, WinReport]):
    """Goes on with the job in *file*, with first searches of *nodes* nodes.

    Raises `BadFile` if the file contradicts itself.
    """

    def __init__(self, file: WinJobFile, nodes: int = SEARCH_NODES) -> None:
        super().__init__()
        self._file = file
        self.record = file.record
        self.graph = file.record.graph(nodes)
        self.done = 0
        """Tasks done in this run."""
        self.solved = 0
        """Those of them that solved a position."""
        self._nodes = 0

    @property
    def value(self) -> int:
        """The value of the start: `WON`, `NOT_WON`, or `OPEN` if it is not known."""
        return self.graph.start.value

    def run(
        self,
        pool: WorkerPool[WinTask, WinReport],
        stopped: Callable[[], bool] = never,
        report: Callable[[WinJobProgress], None] | None = None,
    ) -> int:
        """Do tasks until the value is known or *stopped* returns True; return the value.

        *report* is called about ten times a second.  Raises `BadFile` and `PoolFailed`.
        """

        def tell() -> None:
            if report is not None:
                cost = self.graph.start.cost
                report(WinJobProgress(self.done, self.solved, self._nodes, cost, self.lost))

        self.work(pool, lambda: bool(self.value), stopped, tell)
        return self.value

    def next_task(self) -> WinTask | None:
        """See `Job.next_task`."""
        return self.graph.next_task(frozenset(task.key for task in self.busy))

    def receive(self, task: WinTask, report: WinReport) -> None:
        """See `Job.receive`."""
        self._file.write_reports(report)
        self.graph.add(report)
        self.done += 1
        self.solved += isinstance(report, Searched) and bool(report.value)
        self._nodes += report.nodes

"""Pools of workers, each of which does one task at a time: here, processes of this machine.

The user of a pool chooses what tasks and reports are: a pool is made with the function that takes a
task and returns the report.  The function, tasks and reports must be picklable; no report is None.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.worker_process import WorkerProcess, begin_worker

MAX_DEATHS = 10
"""By default, a pool fails when this number of workers in a row end before they are ready."""


TaskT = TypeVar("TaskT")
ReportT = TypeVar("ReportT")


class PoolFailed(Exception):
    """The workers cannot go on; the text is a sentence for the user."""


class WorkerPool(Protocol[TaskT, ReportT]):
    """Workers, each of which has at most one task."""

    def free(self) -> int:
        """Return the number of workers that are ready and have no task."""
        ...

    def workers(self) -> int:
        """Return the number of workers."""
        ...

    def give(self, task: TaskT) -> None:
        """Give *task* to a free worker."""
        ...

    def wait(self, seconds: float) -> list[tuple[TaskT, ReportT | None]]:
        """Wait until a task is done or a worker is ready, about *seconds* at most.

        Return tasks with their reports; a report is None if the worker died.  Raise `PoolFailed`,
        also if the function of the pool raised an error.
        """
        ...

    def close(self) -> None:
        """End the workers, and drop their tasks."""
        ...


class _Worker(Generic[TaskT]):
    """A process and the connection to it."""

    def __init__(self, do: Callable[[Any], Any], niceness: int) -> None:
        self.connection, theirs = Pipe()
        self.process = WorkerProcess(target=_work, args=(theirs, do, niceness), daemon=True)
        self.process.start()
        theirs.close()  # so that the end of the process is the end of the connection
        self.is_ready = False
        self.task: TaskT | None = None

    def end(self) -> None:
        self.connection.close()
        with suppress(OSError, ValueError):
            self.process.terminate()
        self.process.join()
        self.process.close()


class Processes(Generic[TaskT, ReportT]):
    """*count* worker processes, which call *do* for each task; one that dies is replaced.

    *niceness* is added to theirs.  After *max_deaths* that end before they are ready, `wait` raises
    `PoolFailed`.
    """

    def __init__(
        self,
        do: Callable[[TaskT], ReportT],
        count: int,
        niceness: int = 0,
        max_deaths: int = MAX_DEATHS,
    ) -> None:
        self._do = do
        self._niceness = niceness
        self._max_deaths = max_deaths
        self._deaths = 0
        self._workers: list[_Worker[TaskT]] = []
        try:
            for _ in range(count):
                self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        self._workers.append(_Worker(self._do, self._niceness))

    def free(self) -> int:
        """See `WorkerPool.free`."""
        return sum(worker.is_ready and worker.task is None for worker in self._workers)

    def workers(self) -> int:
        """See `WorkerPool.workers`."""
        return len(self._workers)

    def process_ids(self) -> list[int]:
        """Return the ids of the processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def give(self, task: TaskT) -> None:
        """See `WorkerPool.give`."""
        worker = next(one for one in self._workers if one.is_ready and one.task is None)
        worker.task = task
        with suppress(OSError):  # it has died, as the next wait finds out
            worker.connection.send(task)

    def wait(self, seconds: float) -> list[tuple[TaskT, ReportT | None]]:
        """See `WorkerPool.wait`."""
        heard = wait([worker.connection for worker in self._workers], seconds)
        reports: list[tuple[TaskT, ReportT | None]] = []
        for worker in [one for one in self._workers if one.connection in heard]:
            try:
                report = worker.connection.recv()
            except (EOFError, OSError):
                report = None
                self._replace(worker)
            else:
                worker.is_ready = True
                self._deaths = 0
            if isinstance(report, PoolFailed):
                raise report
            if worker.task is not None:
                reports.append((worker.task, report))
                worker.task = None
        return reports

    def _replace(self, worker: _Worker[TaskT]) -> None:
        """Replace *worker*, which died, with a new process."""
        if not worker.is_ready:
            self._deaths += 1
            if self._deaths >= self._max_deaths:
                raise PoolFailed("The worker processes end as soon as they start.")
        self._workers.remove(worker)
        worker.end()
        self._start()

    def close(self) -> None:
        """See `WorkerPool.close`."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()


def _work(connection: "Connection[Any, Any]", do: Callable[[Any], Any], niceness: int) -> None:
    """Do tasks until the connection closes or the parent process ends."""
    begin_worker(niceness)
    with suppress(EOFError, OSError):
        connection.send(None)  # ready
        while True:
            connection.send_bytes(_done(do, connection.recv_bytes()))


def _done(do: Callable[[Any], Any], task: bytes) -> bytes:
    """Return the report on the pickled *task*, or a `PoolFailed`, pickled."""
    try:
        return pickle.dumps(do(pickle.loads(task)))
    except MemoryError:
        return pickle.dumps(PoolFailed("A worker process ran out of memory."))
    except Exception as error:
        return pickle.dumps(PoolFailed(f"A worker process failed: {shorten(error)}."))

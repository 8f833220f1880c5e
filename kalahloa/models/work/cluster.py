"""A pool on many machines: a Dask cluster whose workers have Kalahloa installed."""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, Generic

from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.work.pool import PoolFailed, ReportT, TaskT

CONNECT_SECONDS = 10
GATHER_SECONDS = 60
"""Maximum time to fetch a report; the task is done again if it does not arrive."""


class Cluster(Generic[TaskT, ReportT]):
    """The workers of the Dask cluster whose scheduler is at *address*, a task for each thread.

    They call *do* for each task.  If a worker dies, Dask gives its task to another one.  Raises
    `BadCommand` if Dask is not installed or no scheduler answers.
    """

    def __init__(self, do: Callable[[TaskT], ReportT], address: str) -> None:
        try:
            distributed = import_module("distributed")
        except ImportError as error:
            raise BadCommand(
                "--cluster needs Dask. Install it with: pip install 'kalahloa[cluster]'"
            ) from error
        self._killed: type[Exception] = distributed.KilledWorker
        self._do = do
        self._given: dict[Any, TaskT] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        try:
            self._client = distributed.Client(
                address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            raise BadCommand(f"No Dask scheduler answers at '{quote(address)}'.") from error

    def free(self) -> int:
        """See `WorkerPool.free`."""
        return max(0, self.workers() - len(self._given))

    def workers(self) -> int:
        """Return the number of threads of all workers that are connected now."""
        with suppress(OSError):
            return sum(self._client.nthreads().values())
        return 0

    def give(self, task: TaskT) -> None:
        """See `WorkerPool.give`."""
        future = self._client.submit(self._do, task, pure=False)
        self._given[future] = task
        future.add_done_callback(self._done.put)

    def wait(self, seconds: float) -> list[tuple[TaskT, ReportT | None]]:
        """See `WorkerPool.wait`."""
        with suppress(Empty):
            future = self._done.get(timeout=seconds)
            return [(self._given.pop(future), self._report(future))]
        return []

    def _report(self, future: Any) -> ReportT | None:
        try:
            report: ReportT = future.result(timeout=GATHER_SECONDS)
        except (self._killed, TimeoutError, OSError):
            return None
        except MemoryError as error:
            raise PoolFailed("A worker of the cluster ran out of memory.") from error
        except Exception as error:
            if future.cancelled():  # the scheduler has lost it
                return None
            raise PoolFailed(f"A worker of the cluster failed: {shorten(error)}.") from error
        return report

    def close(self) -> None:
        """See `WorkerPool.close`."""
        with suppress(OSError, TimeoutError):
            self._client.cancel(list(self._given))
        self._given.clear()
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=CONNECT_SECONDS)

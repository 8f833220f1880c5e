"""A crew on many machines: the workers of a Dask cluster, on which Kalahloa must be installed."""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, Generic

from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.work.pool import CrewFailed, Lost, PieceT, PoolSolver, ReportT

CONNECT_SECONDS = 10
GATHER_SECONDS = 60
"""Time for an answer to come from its worker; one that is lost on the way is found again."""


class Cluster(Generic[PieceT, ReportT]):
    """The workers of the Dask cluster whose scheduler is at *address*, a piece for each thread.

    Before each piece they call *solver*, which must be picklable, for what they do it with: it
    returns the one that this thread has already.  Dask gives the piece of a worker that dies to
    another one.  Raises `BadCommand` if Dask is not installed or no scheduler answers.
    """

    def __init__(self, solver: Callable[[], PoolSolver], address: str) -> None:
        try:
            distributed = import_module("distributed")
        except ImportError as error:
            raise BadCommand(
                "--cluster needs Dask; pip install 'kalahloa[cluster]' installs it."
            ) from error
        self._killed: type[Exception] = distributed.KilledWorker
        self._solver = solver
        self._given: dict[Any, PieceT] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        try:
            self._client = distributed.Client(
                address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            raise BadCommand(f"No Dask scheduler answers at '{quote(address)}'.") from error

    def free(self) -> int:
        """See `Crew.free`."""
        return max(0, self.workers() - len(self._given))

    def workers(self) -> int:
        """Return how many threads the workers have that are there now."""
        with suppress(OSError):
            return sum(self._client.nthreads().values())
        return 0

    def give(self, piece: PieceT, limit: float | None) -> None:
        """See `Crew.give`."""
        future = self._client.submit(_solve, self._solver, piece, limit, pure=False)
        self._given[future] = piece
        future.add_done_callback(self._done.put)

    def wait(self, seconds: float) -> list[ReportT | Lost[PieceT]]:
        """See `Crew.wait`."""
        with suppress(Empty):
            future = self._done.get(timeout=seconds)
            return [self._report(future, self._given.pop(future))]
        return []

    def _report(self, future: Any, piece: PieceT) -> ReportT | Lost[PieceT]:
        try:
            report: ReportT = future.result(timeout=GATHER_SECONDS)
        except (self._killed, TimeoutError, OSError):
            return Lost(piece)
        except MemoryError as error:
            raise CrewFailed("A worker of the cluster has not enough memory.") from error
        except Exception as error:
            if future.cancelled():  # the scheduler has lost it
                return Lost(piece)
            raise CrewFailed(f"A worker of the cluster has failed: {shorten(error)}.") from error
        return report

    def close(self) -> None:
        """See `Crew.close`."""
        with suppress(OSError, TimeoutError):
            self._client.cancel(list(self._given))
        self._given.clear()
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=CONNECT_SECONDS)


def _solve(solver: Callable[[], PoolSolver], piece: Any, limit: float | None) -> Any:
    """Do *piece* with the solver of this thread, on a worker of the cluster."""
    return solver().solve(piece, limit)

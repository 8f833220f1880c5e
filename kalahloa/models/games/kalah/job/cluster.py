"""A crew on many machines: the workers of a Dask cluster, on which Kalahloa must be installed."""

from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from kalahloa.models.errors import BadCommand
from kalahloa.models.games.kalah.job.crew import CrewFailed
from kalahloa.models.games.kalah.job.piece import Lost, Piece, Report, SolverSetting
from kalahloa.models.games.kalah.job.piece_solver import solve_here
from kalahloa.models.quotation import quote, shorten

CONNECT_SECONDS = 10
GATHER_SECONDS = 60
"""Time for an answer to come from its worker; one that is lost on the way is found again."""


class Cluster:
    """The workers of the Dask cluster whose scheduler is at *address*, a piece for each thread.

    Dask gives the piece of a worker that dies to another one.  Raises `BadCommand` if Dask is not
    installed or no scheduler answers.
    """

    def __init__(self, setting: SolverSetting, address: str) -> None:
        try:
            distributed = import_module("distributed")
        except ImportError as error:
            raise BadCommand(
                "--cluster needs Dask; pip install 'kalahloa[cluster]' installs it."
            ) from error
        self._killed: type[Exception] = distributed.KilledWorker
        self._setting = setting
        self._given: dict[Any, Piece] = {}
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

    def give(self, piece: Piece, limit: float | None) -> None:
        """See `Crew.give`."""
        future = self._client.submit(solve_here, self._setting, piece, limit, pure=False)
        self._given[future] = piece
        future.add_done_callback(self._done.put)

    def wait(self, seconds: float) -> list[Report]:
        """See `Crew.wait`."""
        with suppress(Empty):
            future = self._done.get(timeout=seconds)
            return [self._report(future, self._given.pop(future))]
        return []

    def _report(self, future: Any, piece: Piece) -> Report:
        try:
            report: Report = future.result(timeout=GATHER_SECONDS)
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

"""Those who do the pieces of a job: processes of this machine, each apart from the others.

What a piece is, and what is reported of it, the job says; a report is neither None nor a text.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.worker_processes import WorkerProcess, begin_worker

MAX_DEATHS = 10
"""So many workers that end before they are ready, one after the other, end the job: by default."""


PieceT = TypeVar("PieceT")
ReportT = TypeVar("ReportT")


class PoolSolver(Protocol):
    """What a worker does the pieces with."""

    def solve(self, piece: Any, limit: float | None) -> Any:
        """Return the report on *piece*; give up after *limit* seconds."""
        ...


@dataclass(frozen=True, slots=True)
class Lost(Generic[PieceT]):
    """A piece whose worker has died."""

    piece: PieceT


class CrewFailed(Exception):
    """The workers cannot go on; the text is a sentence for the user."""


class Crew(Protocol[PieceT, ReportT]):
    """Workers that do pieces, of which each has at most one."""

    def free(self) -> int:
        """Return how many workers are ready for a piece and have none."""
        ...

    def workers(self) -> int:
        """Return how many workers there are."""
        ...

    def give(self, piece: PieceT, limit: float | None) -> None:
        """Give *piece* to a free worker, which gives it up after *limit* seconds."""
        ...

    def wait(self, seconds: float) -> list[ReportT | Lost[PieceT]]:
        """Wait until a piece is done, or a worker ready, and return what has come of pieces.

        It lasts at most about *seconds*.  Raises `CrewFailed`.
        """
        ...

    def close(self) -> None:
        """End the work; what the workers have is dropped."""
        ...


class _Worker(Generic[PieceT]):
    """A process and the connection to it."""

    def __init__(self, solver: Callable[[], PoolSolver], niceness: int) -> None:
        self.connection, theirs = Pipe()
        self.process = WorkerProcess(target=_work, args=(theirs, solver, niceness), daemon=True)
        self.process.start()
        theirs.close()  # so that the end of the process is the end of the connection
        self.is_ready = False
        self.piece: PieceT | None = None

    def end(self) -> None:
        self.connection.close()
        with suppress(OSError, ValueError):
            self.process.terminate()
        self.process.join()
        self.process.close()


class Processes(Generic[PieceT, ReportT]):
    """*count* worker processes; one that dies is replaced, and its piece is `Lost`.

    Each calls *solver*, which must be picklable, for what it does its pieces with.  *niceness* is
    added to theirs.  After *max_deaths* that end before they are ready, `wait` raises `CrewFailed`.
    """

    def __init__(
        self,
        solver: Callable[[], PoolSolver],
        count: int,
        niceness: int = 0,
        max_deaths: int = MAX_DEATHS,
    ) -> None:
        self._solver = solver
        self._niceness = niceness
        self._max_deaths = max_deaths
        self._deaths = 0
        self._workers: list[_Worker[PieceT]] = []
        try:
            for _ in range(count):
                self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        self._workers.append(_Worker(self._solver, self._niceness))

    def free(self) -> int:
        """See `Crew.free`."""
        return sum(worker.is_ready and worker.piece is None for worker in self._workers)

    def workers(self) -> int:
        """See `Crew.workers`."""
        return len(self._workers)

    def process_ids(self) -> list[int]:
        """Return the ids of the processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def give(self, piece: PieceT, limit: float | None) -> None:
        """See `Crew.give`."""
        worker = next(one for one in self._workers if one.is_ready and one.piece is None)
        worker.piece = piece
        with suppress(OSError):  # it has died, as the next wait finds out
            worker.connection.send((piece, limit))

    def wait(self, seconds: float) -> list[ReportT | Lost[PieceT]]:
        """See `Crew.wait`."""
        heard = wait([worker.connection for worker in self._workers], seconds)
        reports: list[ReportT | Lost[PieceT]] = []
        for worker in [one for one in self._workers if one.connection in heard]:
            try:
                said = worker.connection.recv()
            except (EOFError, OSError):
                reports += self._replace(worker)
                continue
            if isinstance(said, str):
                raise CrewFailed(said)
            worker.is_ready = True
            self._deaths = 0
            if said is not None:
                worker.piece = None
                reports.append(said)
        return reports

    def _replace(self, worker: _Worker[PieceT]) -> list[Lost[PieceT]]:
        """Start another process for *worker*, which has died; return what is lost."""
        if not worker.is_ready:
            self._deaths += 1
            if self._deaths >= self._max_deaths:
                raise CrewFailed("The worker processes end as soon as they are started.")
        self._workers.remove(worker)
        worker.end()
        self._start()
        return [] if worker.piece is None else [Lost(worker.piece)]

    def close(self) -> None:
        """See `Crew.close`."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()


def _work(
    connection: "Connection[Any, Any]", make: Callable[[], PoolSolver], niceness: int
) -> None:
    """Do pieces until the connection or the parent process ends."""
    begin_worker(niceness)
    try:
        solver = make()
        connection.send(None)  # ready
        while True:
            piece, limit = connection.recv()
            connection.send(solver.solve(piece, limit))
    except (EOFError, OSError):
        return
    except MemoryError:
        connection.send("A worker process has not enough memory.")
    except Exception as error:
        connection.send(f"A worker process has failed: {shorten(error)}.")

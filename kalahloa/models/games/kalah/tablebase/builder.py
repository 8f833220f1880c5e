"""Builds and verifies Kalah's tablebases on one or more threads."""

import mmap
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from kalahloa.models.game.knowledge import BuildStopped
from kalahloa.models.games.kalah.tablebase.links import Links
from kalahloa.models.games.kalah.tablebase.split_solver import SplitSolver
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase, check_size, size_of
from kalahloa.models.work.cancellation import never

OnProgress = Callable[[int, int], None]
"""Called with the number of positions done and the total, on any thread."""


def new_memory(size: int) -> mmap.mmap:
    """Return *size* bytes of zeroed memory, in huge pages if the system supports them.

    Raises `MemoryError`.
    """
    # Shared mappings get no huge pages.
    private = {}
    if hasattr(mmap, "MAP_PRIVATE"):
        private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS}
    try:
        memory = mmap.mmap(-1, size, **private)
    except OSError as error:
        raise MemoryError(f"Not enough memory for {size:,} bytes.") from error
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a kernel without them
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def build_tablebase(
    rules: Any,
    stones: int,
    report: OnProgress | None = None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> Tablebase:
    """Return a new tablebase for *rules* with at most *stones* stones in the pits.

    It is built on *threads* threads (>= 1) without the GIL; each of them calls *report* and
    *stopped* every few milliseconds.

    Raises `BuildStopped` once *stopped* returns true, `ValueError` if *stones* is out of range or
    the tablebase would be too large, and `MemoryError`.
    """
    table = new_tablebase(rules, stones)
    Builder(table, report, stopped).run(threads)
    return table


def new_tablebase(rules: Any, stones: int) -> Tablebase:
    """Return a tablebase with all margins 0, to be filled by a `Builder`.

    Raises `ValueError` if *stones* is out of range or the tablebase would be too large, and
    `MemoryError`.
    """
    check_size(rules.pits, stones)
    return Tablebase(rules, stones, new_memory(size_of(rules.pits, stones)))


def count_mismatches(
    table: Tablebase,
    report: OnProgress | None = None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> int:
    """Return the number of margins of *table* that are not the best of their moves' margins.

    If it is 0, all margins are correct, by induction over the order in which they depend on one
    another.  The other arguments and the exceptions are those of `build_tablebase`.
    """
    return Builder(table, report, stopped, checking=True).run(threads)


class Builder:
    """Solves all positions of *table*, or verifies them if *checking* is true.

    *report* and *stopped* are those of `build_tablebase`.  Positions with at most *finished* stones
    are solved already; -1 if none are.
    """

    def __init__(
        self,
        table: Tablebase,
        report: OnProgress | None,
        stopped: Callable[[], bool],
        finished: int = -1,
        checking: bool = False,
    ):
        self._table = table
        self._finished = finished
        self._links = Links(table)
        self._report = report
        self._stopped = stopped
        self._checking = checking
        self._lock = threading.Lock()
        self._done = 0 if finished < 0 else size_of(table.pits, finished)
        self._halted = False

    @property
    def finished(self) -> int:
        """The number of stones up to which all positions are done, or -1 if there is none."""
        return self._finished

    def run(self, threads: int) -> int:
        """Work on *threads* threads; return the number of wrong positions, 0 unless checking.

        Raises `BuildStopped`.
        """
        wrong = 0
        with ThreadPoolExecutor(threads) as pool:
            try:
                for stones in range(self._finished + 1, self._table.stones + 1):
                    # Splits of the same number of stones are independent.
                    larger = range((stones + 1) // 2, stones + 1)
                    smaller = range(stones // 2, -1, -1)
                    if threads > 1:
                        wrong += sum(pool.map(self._work_through, larger, smaller))
                    else:
                        wrong += sum(map(self._work_through, larger, smaller))
                    self._finished = stones
            except BaseException:
                self._halted = True  # stops the other threads
                raise
        return wrong

    def _work_through(self, larger: int, smaller: int) -> int:
        """Do all positions of one split; return the number of wrong ones."""
        split = SplitSolver(self._table, self._links, larger, smaller, self._checking)
        while True:
            if self._halted or self._stopped():
                raise BuildStopped
            solved = split.solve()
            if not solved:
                return split.wrong
            with self._lock:
                self._done += solved
                if self._report is not None:
                    self._report(self._done, self._table.size)

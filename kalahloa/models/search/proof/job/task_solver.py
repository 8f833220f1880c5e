"""Does the tasks of a job: searches positions by df-pn, and estimates others by the engine."""

from time import thread_time

from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.job.task import (
    NOT_WON,
    OPEN,
    WON,
    Expanded,
    Searched,
    SolverSetting,
    WinReport,
    WinStatement,
    WinTask,
)
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.score import search_value
from kalahloa.models.work.per_thread import PerThread

ENGINE_MEBIBYTES = 16


class WinTaskSolver:
    """Does tasks of *statement*; to be used by one thread at a time.

    The table of *mebibytes* MiB is kept from one task to the next.  That a position is won, or is
    not won on any path, holds wherever the search began; what depends on the path is used on the
    same path only.
    """

    def __init__(self, statement: WinStatement, mebibytes: int) -> None:
        self._statement = statement
        self._side = statement.side
        self._table = ProofTable(mebibytes)
        self._engine = Engine(ENGINE_MEBIBYTES)

    def solve(self, task: WinTask) -> WinReport:
        """Do *task*."""
        return self._expand(task) if task.expands else self._search(task)

    def _search(self, task: WinTask) -> Searched:
        began = thread_time()
        search = ProofSearch(self._statement.position(task.key), self._table, self._side)
        if search.position.has_evaluation():
            search.estimate()
        value = search.run(task.nodes)
        seconds = round(thread_time() - began, 3)  # as in files
        found = WON if value > 0 else NOT_WON if value < 0 else OPEN
        return Searched(task, found, search.node_count(), seconds)

    def _expand(self, task: WinTask) -> Expanded:
        began = thread_time()
        estimates = []
        nodes = 0
        _, after = self._statement.after(self._statement.position(task.key))
        for key in after:
            position = self._statement.position(key)
            found = self._engine.analyse(position, Limits(nodes=task.nodes))
            estimates.append(search_value(found.lines[0].score.for_side(self._side)))
            nodes += found.nodes
        return Expanded(task, tuple(estimates), nodes, round(thread_time() - began, 3))


def _make_solver(setting: SolverSetting) -> WinTaskSolver:
    return WinTaskSolver(setting.statement(), setting.table)


solver_here = PerThread(_make_solver)
"""Returns the solver of this thread for a setting, which is kept for further tasks."""


def solve_here(setting: SolverSetting, task: WinTask) -> WinReport:
    """Do *task* with the solver of this thread."""
    return solver_here(setting).solve(task)

"""A pool for tests of jobs that prove a value."""

from typing import Any

from kalahloa.models.games.kalah.job.margin_solver import MarginSolver, open_tablebase
from kalahloa.models.games.kalah.job.task import MarginReport, MarginSolverSetting, MarginTask
from tests.models.work.own_thread import OwnThread


def own_thread(
    setting: MarginSolverSetting, *room: int, **others: Any
) -> OwnThread[MarginTask, MarginReport]:
    """Return a pool that answers tasks on the thread that waits."""
    solver = MarginSolver(setting, open_tablebase(setting, cached=False))
    return OwnThread(solver.solve, *room, key=lambda task: task.key, **others)

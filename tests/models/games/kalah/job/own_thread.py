"""A pool for tests of jobs that prove a value."""

from typing import Any

from kalahloa.models.games.kalah.job.piece import MarginPiece, MarginSolverSetting, Report
from kalahloa.models.games.kalah.job.piece_solver import MarginSolver, open_tablebase
from tests.models.work.own_thread import OwnThread


def own_thread(
    setting: MarginSolverSetting, *room: int, **others: Any
) -> OwnThread[MarginPiece, Report]:
    """Return a pool that answers pieces on the thread that waits."""
    solver = MarginSolver(setting, open_tablebase(setting, cached=False))
    return OwnThread(solver.solve, *room, key=lambda piece: piece.key, **others)

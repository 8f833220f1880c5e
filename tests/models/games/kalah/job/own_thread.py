"""A pool for tests of jobs that prove a value."""

from typing import Any

from kalahloa.models.games.kalah.job.piece import Piece, Report, SolverSetting
from kalahloa.models.games.kalah.job.piece_solver import PieceSolver, open_tablebase
from tests.models.work.own_thread import OwnThread


def own_thread(setting: SolverSetting, *room: int, **others: Any) -> OwnThread[Piece, Report]:
    """Return a pool that answers pieces on the thread that waits."""
    solver = PieceSolver(setting, open_tablebase(setting, cached=False))
    return OwnThread(solver.solve, *room, key=lambda piece: piece.key, **others)

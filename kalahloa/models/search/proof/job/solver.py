"""Does the pieces of a job: searches positions by df-pn, and estimates others by the engine."""

from time import thread_time

from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.job.piece import (
    NOT_WON,
    OPEN,
    WON,
    Claim,
    Looked,
    Piece,
    Report,
    Searched,
    SolverSetting,
)
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.score import search_value
from kalahloa.models.work.per_thread import PerThread

ENGINE_MEBIBYTES = 16


class PieceSolver:
    """Does pieces of *claim*; to be used by one thread at a time.

    The table of *mebibytes* MiB is kept from one piece to the next.  That a position is won, or is
    not won on any path, holds wherever the search began; what depends on the path is used on the
    same path only.
    """

    def __init__(self, claim: Claim, mebibytes: int) -> None:
        self._claim = claim
        self._side = claim.side
        self._table = ProofTable(mebibytes)
        self._engine = Engine(ENGINE_MEBIBYTES)

    def solve(self, piece: Piece) -> Report:
        """Do *piece*."""
        return self._look(piece) if piece.looks else self._search(piece)

    def _search(self, piece: Piece) -> Searched:
        began = thread_time()
        search = ProofSearch(self._claim.position(piece.key), self._table, self._side)
        if search.position.has_evaluation():
            search.estimate()
        value = search.run(piece.nodes)
        seconds = round(thread_time() - began, 3)  # as in files
        found = WON if value > 0 else NOT_WON if value < 0 else OPEN
        return Searched(piece, found, search.node_count(), seconds)

    def _look(self, piece: Piece) -> Looked:
        began = thread_time()
        estimates = []
        nodes = 0
        _, after = self._claim.after(self._claim.position(piece.key))
        for key in after:
            position = self._claim.position(key)
            found = self._engine.analyse(position, Limits(nodes=piece.nodes))
            estimates.append(search_value(found.lines[0].score.for_side(self._side)))
            nodes += found.nodes
        return Looked(piece, tuple(estimates), nodes, round(thread_time() - began, 3))


def _make_solver(setting: SolverSetting) -> PieceSolver:
    return PieceSolver(setting.claim(), setting.table)


solver_here = PerThread(_make_solver)
"""Returns the solver of this thread for a setting, which is kept for further pieces."""


def solve_here(setting: SolverSetting, piece: Piece) -> Report:
    """Do *piece* with the solver of this thread."""
    return solver_here(setting).solve(piece)

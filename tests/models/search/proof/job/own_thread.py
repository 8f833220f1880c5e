"""A crew of one for tests of jobs that prove wins: the thread that waits."""

from collections.abc import Callable

from kalahloa.models.search.proof.job.piece import Claim, Piece, Report
from kalahloa.models.search.proof.job.solver import PieceSolver
from kalahloa.models.work.pool import Lost


class OwnThread:
    """Does the pieces given when it is asked to wait; it has room for *room* of them.

    Each piece of which *dies* returns True is lost instead.  `done` has those that were done.
    """

    def __init__(
        self, claim: Claim, room: int = 1, dies: Callable[[Piece], bool] = lambda piece: False
    ) -> None:
        self.done: list[Piece] = []
        self._solver = PieceSolver(claim, 1)
        self._room = room
        self._dies = dies
        self._given: list[Piece] = []

    def free(self) -> int:
        return self._room - len(self._given)

    def workers(self) -> int:
        return self._room

    def give(self, piece: Piece, limit: float | None) -> None:
        assert piece.key not in {other.key for other in self._given}
        self._given.append(piece)

    def wait(self, seconds: float) -> list[Report | Lost[Piece]]:
        if not self._given:
            return []
        # The last one first, as workers do not answer in order.
        piece = self._given.pop()
        if self._dies(piece):
            return [Lost(piece)]
        self.done.append(piece)
        return [self._solver.solve(piece)]

    def close(self) -> None:
        pass

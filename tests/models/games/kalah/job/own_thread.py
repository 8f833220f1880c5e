"""A crew of one for tests: the thread that waits."""

from collections.abc import Callable

from kalahloa.models.games.kalah.job.piece import Lost, Piece, Report, SolverSetting
from kalahloa.models.games.kalah.job.piece_solver import PieceSolver, open_tablebase


class OwnThread:
    """Solves the pieces given when it is asked to wait; it has room for *room* of them.

    Each piece of which *dies* returns True is lost instead.  `solved` has those that were solved.
    """

    def __init__(
        self,
        setting: SolverSetting,
        room: int = 1,
        dies: Callable[[Piece], bool] = lambda piece: False,
    ) -> None:
        self.solved: list[Piece] = []
        self._solver = PieceSolver(setting, open_tablebase(setting, cached=False))
        self._room = room
        self._dies = dies
        self._given: list[tuple[Piece, float | None]] = []

    def free(self) -> int:
        return self._room - len(self._given)

    def workers(self) -> int:
        return self._room

    def give(self, piece: Piece, limit: float | None) -> None:
        assert piece.key not in {other.key for other, _ in self._given}
        self._given.append((piece, limit))

    def wait(self, seconds: float) -> list[Report]:
        if not self._given:
            return []
        # The last one first, as workers do not answer in order.
        piece, limit = self._given.pop()
        if self._dies(piece):
            return [Lost(piece)]
        self.solved.append(piece)
        return [self._solver.solve(piece, limit)]

    def close(self) -> None:
        pass

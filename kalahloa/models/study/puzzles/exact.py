"""Exact values for puzzles: the solver with the game's tablebase and book, within a time."""

from collections.abc import Callable
from time import monotonic

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.work.cancellation import never

MEBIBYTES = 128


class NotInTime(Exception):
    """A value was not proven in time, or the work was stopped."""


class ExactValues:
    """Proves values of positions of *game*, which always ends; to be used by one thread at a time.

    Each position gets *seconds*, counted from `begin`.  The methods raise `NotInTime` after that,
    or once *stopped* returns True.  Values are final scores for the side to move, or for the side
    that makes a move.
    """

    def __init__(self, game: Game, seconds: float, stopped: Callable[[], bool] = never) -> None:
        self._game = game
        self._seconds = seconds
        self._stopped = stopped
        self._ends = 0.0
        self._solver = Solver(MEBIBYTES)

    def begin(self, position: Position) -> None:
        """Begin with *position*, which gets its tablebase; the time counts from now.

        Raises `BuildStopped` if the work is stopped while the tablebase is built.
        """
        knowledge = self._game.knowledge.to_play(position.rules, self._stopped)
        self._solver.use(knowledge, position)
        self._ends = monotonic() + self._seconds

    def value(self, position: Position) -> int:
        """Return the value of *position*."""
        found = self._solver.solve(
            position, seconds=self._left(), plies=1, stopped=self._stopped
        ).bounds.value
        if found is None:
            raise NotInTime
        return found

    def has_value(self, position: Position, value: int) -> bool:
        """Return whether *value* is the value of *position*."""
        found = self._solver.has_value(position, value, seconds=self._left(), stopped=self._stopped)
        if found is None:
            raise NotInTime
        return found

    def values(self, position: Position) -> dict[int, int]:
        """Return the value of each move of *position*, the best first."""
        found = self._solver.values(
            position, seconds=self._left(), stopped=self._stopped, with_lines=False
        )
        values = {move: bounds.value for move, bounds in found.moves.items()}
        if any(value is None for value in values.values()):
            raise NotInTime
        return {move: value for move, value in values.items() if value is not None}

    def keeping(self, position: Position, value: int) -> list[int]:
        """Return the moves of *position* worth at least *value*, in the game's order."""
        found = self._solver.moves_at_least(
            position, value, seconds=self._left(), stopped=self._stopped
        )
        if any(holds is None for holds in found.values()):
            raise NotInTime
        return [move for move, holds in found.items() if holds]

    def _left(self) -> float:
        left = self._ends - monotonic()
        if left <= 0 or self._stopped():
            raise NotInTime
        return left

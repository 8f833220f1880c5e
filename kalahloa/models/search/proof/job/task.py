"""The tasks of a job that proves a win: to search a position, or to estimate what follows it."""

from dataclasses import dataclass
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import is_all_that_counts
from kalahloa.models.game.registry import find_game

OPEN, WON, NOT_WON = 0, 1, -1
"""Values of positions: nothing is proven, the attacker wins by force, or cannot."""


@dataclass(frozen=True)
class WinStatement:
    """What a job is to prove: that *side*, the attacker, wins *game* under *rules*.

    The attacker is who is to move at the start.  Raises `ValueError` if the game is over there, or
    if its results depend on more than the board.
    """

    game: Game
    rules: Any

    def __post_init__(self) -> None:
        start = self.start()
        if not is_all_that_counts(start):
            raise ValueError(
                "Under these rules, the value of a position depends on the moves before it."
            )
        if start.is_over():
            raise ValueError("The game is over at the start.")

    def start(self) -> Position:
        """Return the start."""
        position: Position = self.game.start(self.rules)
        return position

    @property
    def side(self) -> int:
        """The attacker."""
        return self.start().side

    def position(self, key: str) -> Position:
        """Return the position with *key*; raise `BadPosition`."""
        return self.game.read(key, self.rules)

    def key(self, position: Position) -> str:
        """Return the key of *position*, the same for all its images by a symmetry."""
        images = self.game.symmetric
        return position.position_string() if images is None else min(images(position))

    def after(self, position: Position) -> tuple[int, dict[str, int]]:
        """Return what follows *position*, and a move to each key.

        The first number is the value of *position* if a move decides it at once, else `OPEN`;
        games that are over are left out.
        """
        side = self.side
        attacks = position.side == side
        found: dict[str, int] = {}
        for move in position.legal_moves():
            position.make(move)
            outcome = position.outcome()
            key = self.key(position) if outcome is None else ""
            position.unmake()
            if outcome is None:
                found.setdefault(key, move)
            elif (outcome.winner == side) == attacks:
                return (WON if attacks else NOT_WON), {}
        if not found:
            return (NOT_WON if attacks else WON), {}
        return OPEN, dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class WinTask:
    """To search the position with *key* for a win with so many *nodes*, at most.

    If it *expands*, the positions that follow it are estimated instead, with *nodes* each.
    """

    key: str
    nodes: int
    expands: bool = False


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has found: `WON`, `NOT_WON` or `OPEN`; `seconds` is processor time."""

    task: WinTask
    value: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Expanded:
    """The engine's estimates, for the attacker, of what follows, in the order of the keys."""

    task: WinTask
    estimates: tuple[int, ...]
    nodes: int
    seconds: float


WinReport = Searched | Expanded
"""What becomes of a task that was given to a worker."""


@dataclass(frozen=True, slots=True)
class SolverSetting:
    """What a worker needs to know: the key of the game, its rules, and its table's size in MiB."""

    game: str
    rules: Any
    table: int

    def statement(self) -> WinStatement:
        """Return what the job is to prove."""
        return WinStatement(find_game(self.game), self.rules)

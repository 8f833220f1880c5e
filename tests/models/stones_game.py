"""A game in plain Python, as a person outside would write one: take one to three stones.

Whoever takes the last stone wins.  With a number of stones that is a multiple of four the side to
move loses.
"""

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition


class Stones(PlainPosition):
    """*count* stones on a heap."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__()

    def list_moves(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= self.count]

    def do_move(self, move: int) -> None:
        self.count -= move
        self.side = 1 - self.side

    def undo_move(self, move: int) -> None:
        self.count += move

    def board_outcome(self) -> Outcome | None:
        if self.count:
            return None
        winner = 1 - self.side
        return Outcome(winner, 1 - 2 * winner, "The last stone is taken.")

    def always_ends(self) -> bool:
        return True

    def position_string(self) -> str:
        return f"{self.count} {self.side}"


NO_IDEA = Heuristic("no-idea", "No idea", "Every position is worth nothing.", lambda position: 0.0)

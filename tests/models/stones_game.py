"""A game in plain Python, as a person outside would write one: take one to three stones.

Whoever takes the last stone wins.  With a number of stones that is a multiple of four the side to
move loses.
"""

from kalahloa.models.heuristics.heuristic import Heuristic
from kalahloa.models.outcome import Outcome
from kalahloa.models.searchable import SearchPosition


class Stones(SearchPosition):
    """*count* stones on a heap."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.side = 0
        self.taken: list[int] = []

    def legal_moves(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= self.count]

    def make(self, move: int) -> None:
        self.taken.append(move)
        self.count -= move
        self.side = 1 - self.side

    def unmake(self) -> None:
        self.count += self.taken.pop()
        self.side = 1 - self.side

    def is_over(self) -> bool:
        return self.count == 0

    def outcome(self) -> Outcome | None:
        if self.count:
            return None
        winner = 1 - self.side
        return Outcome(winner, 1 - 2 * winner, "The last stone is taken.")

    def position_string(self) -> str:
        return f"{self.count} {self.side}"


NO_IDEA = Heuristic("no-idea", "No idea", "Every position is worth nothing.", lambda position: 0.0)

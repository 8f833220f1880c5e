"""How a game ended, and the two sides."""

from dataclasses import dataclass

FIRST = 0
SECOND = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `winner` is 0 for the first side, 1 for the second, None for a draw.  `score` is the result
    from the first side's point of view in the game's own unit: the margin in stones for Kalah,
    +1, 0 or -1 elsewhere.  `reason` is a sentence that says who
    won and how.
    """

    winner: int | None
    score: int
    reason: str

    def score_for(self, side: int) -> int:
        """Return the score from the point of view of *side* (0 or 1)."""
        return self.score if side == FIRST else -self.score

    @property
    def points(self) -> str:
        """The result as game files write it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        return {FIRST: "1-0", SECOND: "0-1", None: "1/2-1/2"}[self.winner]

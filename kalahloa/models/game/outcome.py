"""The outcome of a finished game, and the numbers of the two sides."""

from dataclasses import dataclass, field

FIRST = 0
SECOND = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a finished game.

    `winner` is 0 for the first side, 1 for the second, None for a draw.  `score` is the result from
    the point of view of the first side: the margin in stones for Kalah, +1, 0 or -1 for the other
    built-in games.  `reason` is a sentence that says who won and how.  `how` says the latter alone,
    to stand behind ``You lost:``; where it is empty, what follows the colon of the reason does.
    """

    winner: int | None
    score: int
    reason: str
    how: str = field(default="", compare=False)

    def score_for(self, side: int) -> int:
        """Return the score from the point of view of *side* (0 or 1)."""
        return self.score if side == FIRST else -self.score

    @property
    def points(self) -> str:
        """The result in PGN notation: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        return {FIRST: "1-0", SECOND: "0-1", None: "1/2-1/2"}[self.winner]

"""What the engine says a position is worth: an estimate, or a proven end of the game."""

from dataclasses import dataclass

from kalahloa.models.search.values import finished_value

# As the engine's inner search compares them; the same numbers stand in `position.pxd`.
DECIDED = 20000
WON = 30000
LONGEST_WIN = 1000


@dataclass(frozen=True, slots=True)
class Score:
    """A value for the side to move at the root.

    `value` is the search's own number: hundredths of the game's unit where it is an estimate.
    `exact` says that it rests on ends of games alone; a decided game that is not exact is won by
    at least that much.
    """

    value: int
    exact: bool

    @property
    def decided(self) -> bool:
        """Whether the winner is certain."""
        return abs(self.value) >= DECIDED

    @property
    def proven(self) -> bool:
        """Whether nothing about the winner (or the draw) is estimated."""
        return self.exact or self.decided

    @property
    def plies(self) -> int | None:
        """In how many plies the game ends, where wins are counted by that; None elsewhere."""
        return WON - abs(self.value) if abs(self.value) > WON - LONGEST_WIN else None

    @property
    def margin(self) -> int | None:
        """The final margin in the game's unit where it is known: at least so large for a win."""
        if not self.decided:
            return 0 if self.proven and self.value == 0 else None
        size = 1 if self.plies is not None else (abs(self.value) - DECIDED) // 10
        return size if self.value > 0 else -size

    @property
    def number(self) -> float:
        """The score in one number: the margin of a decided game, else the estimate in units."""
        margin = self.margin
        return float(margin) if margin is not None else self.value / 100

    @property
    def lecture_value(self) -> float:
        """The score on the scale of the lecture's searchers: 100 a point of a finished game."""
        margin = self.margin
        if margin is not None:
            return finished_value(margin, self.plies or 0)
        return max(-90.0, min(90.0, self.value / 100))

    @property
    def text(self) -> str:
        """The score in words of few characters: ``+0.84``, ``wins in 5``, ``wins by 8``."""
        if not self.decided:
            return "draw" if self.proven and self.value == 0 else f"{self.value / 100:+.2f}"
        verb = "wins" if self.value > 0 else "loses"
        if self.plies is not None:
            return f"{verb} in {self.plies}"
        least = "" if self.exact else "at least "
        return f"{verb} by {least}{abs(self.margin or 0)}"

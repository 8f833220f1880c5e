"""What the engine says a position is worth: an estimate, or a proven end of the game."""

from dataclasses import dataclass

from kalahloa.models.search.values import finished_value
from kalahloa.models.value import is_capped, is_decided, is_mate, margin_of, plies_of


@dataclass(frozen=True, slots=True)
class Score:
    """A value for the side to move at the root.

    `value` is the search's own number (see `models.value`): hundredths of the game's unit where
    it is an estimate.  `complete` says that it rests on ends of games alone; a decided game of
    which that is not true is won by at least that much.
    """

    value: int
    complete: bool

    @property
    def exact(self) -> bool:
        """Whether the value is known; no search can tell more than the largest margin there is."""
        return self.complete and not is_capped(self.value)

    @property
    def decided(self) -> bool:
        """Whether the winner is certain."""
        return is_decided(self.value)

    @property
    def proven(self) -> bool:
        """Whether nothing about the winner (or the draw) is estimated."""
        return self.complete or self.decided

    @property
    def margin_is_bound(self) -> bool:
        """Whether the game is certainly won, but perhaps by more than `margin`."""
        return self.decided and self.plies is None and not self.exact

    @property
    def plies(self) -> int | None:
        """In how many plies the game ends, where wins are counted by that; None elsewhere."""
        return plies_of(self.value) if is_mate(self.value) else None

    @property
    def margin(self) -> int | None:
        """The final margin in the game's unit where it is known: at least so large for a win."""
        if not self.decided:
            return 0 if self.proven and self.value == 0 else None
        if self.plies is not None:
            return 1 if self.value > 0 else -1
        return margin_of(self.value)

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
        least = "at least " if self.margin_is_bound else ""
        return f"{verb} by {least}{abs(self.margin or 0)}"

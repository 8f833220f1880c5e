"""A game's repetition rule."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repetition:
    """The game is a draw when a position occurs for the *times*-th time.

    *times* is at least 2, or 0 if repetition has no effect.  With *any_side* boards are compared
    without the side to move.  Raises `ValueError` for other values of *times*.
    """

    times: int = 3
    any_side: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.times, int) or self.times < 0 or self.times == 1:
            raise ValueError(
                f"A repetition is counted from 2 times on, or never (0); not {self.times!r}."
            )

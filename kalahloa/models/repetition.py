"""When a position that comes again ends the game: a game's rule for repetition."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repetition:
    """The game is a draw when a position stands for the *times*-th time.

    *times* is 2 or more, or 0 where positions may come again as often as they like and that changes
    nothing.  *any_side* says that a board counts as the same whoever is to move; elsewhere the side
    to move is part of the position.  Raises `ValueError` for other numbers.
    """

    times: int = 3
    any_side: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.times, int) or self.times < 0 or self.times == 1:
            raise ValueError(
                f"A repetition is counted from 2 times on, or never (0); not {self.times!r}."
            )

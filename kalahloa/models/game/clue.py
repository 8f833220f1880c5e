"""Where to look for a good move, without the move itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clue:
    """A `sentence` on where to look, and the `cells` of the game's board that it is about."""

    sentence: str
    cells: tuple[int, ...] = ()


NO_CLUE = Clue("")

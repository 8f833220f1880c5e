"""What is shown while one guesses the moves of a game, and afterwards."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kalahloa.models.study.guessing import GuessScore


def _no_guesses() -> "GuessScore":
    # Imported when guessing begins: the start of the window has no time for it.
    from kalahloa.models.study.guessing import NO_GUESSES

    return NO_GUESSES


@dataclass(frozen=True)
class Guessing:
    """How guessing stands.

    `sides` are those whose moves are guessed, `total` is how many moves there are to guess in all.
    `waiting` is whether a guess is expected now, and not a move of the other side shown, or the
    last guess being `judging`.  Once it is no longer `running`, the score is what was reached.
    """

    sides: tuple[int, ...]
    total: int
    score: "GuessScore" = field(default_factory=_no_guesses)
    running: bool = True
    waiting: bool = False
    judging: bool = False

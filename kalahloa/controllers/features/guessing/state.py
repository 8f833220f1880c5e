"""What is shown while one guesses the moves of a game, and afterwards."""

from dataclasses import dataclass, field

from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.models.study import guessing


@dataclass(frozen=True)
class Guessing:
    """How guessing stands.

    `sides` are those whose moves are guessed, `total` is how many moves there are to guess in all.
    `waiting` is whether a guess is expected now, and not a move of the other side shown, or the
    last guess being `judging`.  Once it is no longer `running`, the score is what was reached.
    `feedback` is what was said last of a guess, or as a hint.
    """

    sides: tuple[int, ...]
    total: int
    score: "guessing.GuessScore" = field(default_factory=lambda: guessing.NO_GUESSES)
    running: bool = True
    waiting: bool = False
    judging: bool = False
    feedback: str = ""

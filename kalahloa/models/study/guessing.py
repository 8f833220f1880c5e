"""Guessing the moves of a game: what a guess is worth, and the score of all of them.

A guess is judged by what it gives away of the best move's value, as a review judges moves; whether
it is the game's own move does not count for the points.
"""

from dataclasses import dataclass
from functools import cached_property

from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.score import Score
from kalahloa.models.study.review.reviewed import ReviewedPly

MAX_POINTS = 10
"""The points of a guess that gives nothing away."""
SOUND = 8
"""Those of one that gives away less than a dubious move does."""
POINTS = {Mark.DUBIOUS: 5, Mark.MISTAKE: 2, Mark.BLUNDER: 0}
"""Those of one that a review would mark so."""


def guess_points(ply: ReviewedPly) -> int:
    """Return the points, 0 to `MAX_POINTS`, of a move that was judged as *ply*."""
    if ply.mark in POINTS:
        return POINTS[ply.mark]
    return MAX_POINTS if ply.kept else SOUND


@dataclass(frozen=True, slots=True)
class Guess:
    """One guess: the node of the game's move by number, the ply that was guessed and the game's.

    Either ply is None where it could not be judged.
    """

    number: int
    side: int
    text: str
    played_text: str
    guessed: ReviewedPly | None
    played: ReviewedPly | None

    @property
    def exact(self) -> bool:
        """Whether it is the game's move."""
        return self.text == self.played_text

    @property
    def points(self) -> int | None:
        """Its points; None where it could not be judged."""
        return None if self.guessed is None else guess_points(self.guessed)

    @property
    def played_points(self) -> int | None:
        """The points that the game's move is worth."""
        return None if self.played is None else guess_points(self.played)

    @property
    def better(self) -> bool:
        """Whether it gives away less than the game's move, by what the review makes of it."""
        guessed, played = self.guessed, self.played
        if self.exact or guessed is None or played is None:
            return False
        return guessed.loss < played.loss and guess_points(guessed) >= guess_points(played)

    @property
    def best_text(self) -> str:
        """The best move, as far as it is known; empty where it is not."""
        ply = self.guessed or self.played
        if self.guessed is not None and self.guessed.kept:
            return self.text
        return "" if ply is None else ply.best_text

    @property
    def best_value(self) -> Score | None:
        """The value of the best move for the side that moves."""
        ply = self.guessed or self.played
        return None if ply is None else ply.best_value


@dataclass(frozen=True)
class GuessScore:
    """The score of the guesses so far; those that could not be judged do not count."""

    guesses: tuple[Guess, ...] = ()

    def with_guess(self, guess: Guess) -> "GuessScore":
        """Return the score with one *guess* more."""
        return GuessScore((*self.guesses, guess))

    @cached_property
    def judged(self) -> tuple[Guess, ...]:
        """The guesses that count."""
        return tuple(guess for guess in self.guesses if guess.points is not None)

    @cached_property
    def points(self) -> int:
        """The points of all guesses."""
        return sum(guess.points or 0 for guess in self.judged)

    @cached_property
    def most(self) -> int:
        """The points that were to be had."""
        return MAX_POINTS * len(self.judged)

    @cached_property
    def average(self) -> float | None:
        """The mean of the points of a guess; None without any."""
        return self.points / len(self.judged) if self.judged else None

    @cached_property
    def best(self) -> int | None:
        """The points of the best guess; None without any."""
        return max((guess.points or 0 for guess in self.judged), default=None)

    @cached_property
    def played_points(self) -> int:
        """The points that the game's own moves are worth, where the guess counts."""
        return sum(guess.played_points or 0 for guess in self.judged)

    @cached_property
    def exact(self) -> int:
        """How many guesses are the game's moves."""
        return sum(guess.exact for guess in self.guesses)

    @cached_property
    def better(self) -> int:
        """How many guesses are better than the game's moves."""
        return sum(guess.better for guess in self.guesses)

    @cached_property
    def kept(self) -> int:
        """How many guesses give nothing away."""
        return sum(guess.points == MAX_POINTS for guess in self.judged)


NO_GUESSES = GuessScore()

"""The exercise of writing a heuristic that wins a short match against a level of the engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.course.question import AnswerKind, AnswerVerdict, CourseQuestion
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

with lazy_imports():
    from kalahloa.models.course import short_match


@dataclass(frozen=True)
class ShortMatch:
    """A match of the user's heuristic *name* at *depth* against *level*, yet to be played."""

    game: Game
    name: str
    start: Position
    level: int
    depth: int
    seed: int

    def play(self, stopped: Callable[[], bool] = never) -> AnswerVerdict:
        """Play the match, and say how it ended; raises `SearchStopped`.

        The heuristic runs in a process of its own.
        """
        settings = (self.game, self.name, self.start, self.level, self.depth, self.seed)
        return short_match.play_match(*settings, stopped)


@dataclass(frozen=True, kw_only=True)
class MatchQuestion(CourseQuestion):
    """Which heuristic of the user's wins a short match against a level of the engine."""

    form: ClassVar[AnswerKind] = AnswerKind.HEURISTIC
    game: Game
    level: int
    depth: int
    seed: int

    def check(self, words: Sequence[str]) -> ShortMatch:
        """Return the match that decides; raise `BadCommand` if *words* are no name."""
        if len(words) != 1:
            raise BadCommand(
                QT_TRANSLATE_NOOP("Models", "Type the name of one of your heuristics.")
            )
        return ShortMatch(self.game, words[0], self.position, self.level, self.depth, self.seed)

    def solution(self) -> tuple[str, ...]:
        """Return nothing: the heuristic is the user's own."""
        return ()

"""The exercise of writing a heuristic that wins a short match against a level of the engine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from kalahloa.models.course.question import Form, Question, Verdict
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never


@dataclass(frozen=True)
class ShortMatch:
    """A match of the user's heuristic *name* at *depth* against *level*, yet to be played."""

    game: Game
    name: str
    start: Position
    level: int
    depth: int
    seed: int

    def play(self, stopped: Callable[[], bool] = never) -> Verdict:
        """Play the match, and say how it ended; raises `SearchStopped`.

        The heuristic runs in a process of its own.
        """
        # Not sooner: the window would start later for what most never use.
        play = import_module("kalahloa.models.course.short_match").play_match
        settings = (self.game, self.name, self.start, self.level, self.depth, self.seed)
        verdict: Verdict = play(*settings, stopped)
        return verdict


@dataclass(frozen=True, kw_only=True)
class BeatQuestion(Question):
    """Which heuristic of the user's wins a short match against a level of the engine."""

    form: ClassVar[Form] = Form.HEURISTIC
    game: Game
    level: int
    depth: int
    seed: int

    def check(self, words: Sequence[str]) -> ShortMatch:
        """Return the match that decides; raise `BadCommand` if *words* are no name."""
        if len(words) != 1:
            raise BadCommand(
                QT_TRANSLATE_NOOP("Models", "Write the name of one of your heuristics.")
            )
        return ShortMatch(self.game, words[0], self.position, self.level, self.depth, self.seed)

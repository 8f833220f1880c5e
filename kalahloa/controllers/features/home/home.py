"""Remembers against whom each game was played last, and chooses the puzzle of the day."""

from datetime import date
from types import MappingProxyType
from typing import Any, Self

from PySide6.QtCore import QObject

from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.home.state import TWO_PLAYERS, HomeState
from kalahloa.controllers.work.worker import Policy, Worker
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.registry import game_keys
from kalahloa.models.search.levels.levels import HIGHEST, PERFECT

with lazy_imports():
    from kalahloa.models.study.puzzles import puzzle as puzzles
    from kalahloa.models.study.puzzles import shipped

_GROUP = "opponents"
PERFECT_WORD = "perfect"
EASY = 4
"""The highest rating of a puzzle of the day."""


class Home(Feature):
    """The state of the front door."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._opponents: dict[str, str] = {}
        self._puzzle: puzzles.Puzzle | None = None
        self._day: date | None = None
        self._worker = Worker("puzzle-of-the-day", self, gives_way=True)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.document)

    def follow(self, causes: frozenset[Cause]) -> None:
        """Remember who plays now."""
        document = self._document
        if causes & {Cause.NEW, Cause.PLAYERS} and document.is_own and not document.for_exercise:
            word = opponent_word(document.players)
            if word:
                self._opponents[document.game.key] = word

    def place_fields(self) -> Fields:
        """Return the state."""
        return {HomeState: HomeState(MappingProxyType(dict(self._opponents)), self._puzzle)}

    def choose_puzzle(self, today: date) -> None:
        """Choose the puzzle of *today*, unless that was done."""
        if today == self._day:
            return
        self._day = today
        self._worker.do(
            lambda _task: puzzle_of(today),
            done=self._receive_puzzle,
            failed=lambda sentence, _error: self.message.emit(sentence),
            policy=Policy.LATEST,
        )

    def _receive_puzzle(self, puzzle: "puzzles.Puzzle | None") -> None:
        self._puzzle = puzzle
        self._document.report(Cause.PUZZLE)

    def load(self, settings: SettingsReader) -> None:
        """Take over the opponents that *settings* hold."""
        words = {TWO_PLAYERS, PERFECT_WORD, *map(str, range(1, HIGHEST + 1))}
        for key, word in settings.all_words(_GROUP).items():
            if word in words:
                self._opponents.setdefault(key, word)
            else:
                settings.damaged = True

    def to_settings(self) -> dict[str, Any]:
        """Return the opponents."""
        return {f"{_GROUP}/{key}": word for key, word in self._opponents.items()}

    def shut_down(self) -> None:
        """End the thread."""
        self._worker.shut_down()


def opponent_word(players: tuple[Player, Player]) -> str:
    """Return the word for whom a person meets among *players*; empty for anyone else."""
    computers = [player for player in players if player.is_computer]
    if not computers:
        return TWO_PLAYERS
    level = computers[0].level
    if len(computers) == 2 or level is None or level.strength is None or level.heuristic:
        return ""
    return PERFECT_WORD if level.strength == PERFECT else str(level.strength)


def players_against(word: str) -> tuple[Player, Player]:
    """Return the players of a game against whom *word* names; raise `ValueError` for no such."""
    if word == TWO_PLAYERS:
        return HUMAN, HUMAN
    strength = PERFECT if word == PERFECT_WORD else int(word or DEFAULT_STRENGTH)
    if strength != PERFECT and not 1 <= strength <= HIGHEST:
        raise ValueError(word)
    return HUMAN, Player(Level.of_engine(strength))


def puzzle_of(day: date) -> "puzzles.Puzzle | None":
    """Return the puzzle of *day*: easy, of another game than the day before."""
    number = day.toordinal()
    sets = [found for key in game_keys() if (found := shipped.shipped_puzzles(key))]
    if not sets:
        return None
    chosen = sets[number % len(sets)]
    easy = [puzzle for puzzle in chosen if 0 < puzzle.rating <= EASY] or list(chosen)
    return easy[(number // len(sets)) % len(easy)]

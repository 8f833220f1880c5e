"""What is told of a game when it has ended: the result, its turning point, and a better level."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Self

from PySide6.QtCore import QObject

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.setting import SavedValue, Setting
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.undo import variation_start
from kalahloa.controllers.features.ending.state import EndCard, Streak
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.story import TurningPoint
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.record.ending import RESIGNATION, TERMINATION, ending_at
from kalahloa.models.record.node import Node
from kalahloa.models.search.levels.levels import HIGHEST
from kalahloa.models.study.review.judgement import scale_for
from kalahloa.models.study.review.turning_point import turning_ply
from kalahloa.models.study.turn_numbers import number_of

SECONDS = 0.15
"""The time for each ply, in seconds, of the review that looks for the turning point."""
MAX_PLIES = 400
"""In a longer game no turning point is looked for."""
MAX_TEXT = 2_000
"""Maximum length of the streaks in the settings, in characters."""
MAX_COUNT = 1_000


class EndCards(Feature):
    """Follows a document, and looks for the turning point of a game that has just ended."""

    SAVED = (SavedValue(Setting("", high=MAX_TEXT), "streaks", "set_streaks", "play/streaks"),)

    def __init__(self, app: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now: Callable[[], float] = time.monotonic
        self._app = app
        self._document: Document = app.document
        self._reviews = app[Reviews]
        self._card: EndCard | None = None
        self._began_at: float | None = None
        self._streaks: dict[str, Streak] = {}
        """The newest against the engine in each game, by the key of the game."""
        self._counted: tuple[Node, Streak | None] | None = None
        """The root of the game that was counted last, and the streak before it."""
        self._document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app, app.document)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return what is told of the end, on the main line of a game that has ended."""
        card, document = self._card, self._document
        if card is None or self._app.exercises.running or variation_start(document.node):
            return {EndCard: None}
        is_looking = card.turning is None and self._reviews.running
        return {EndCard: replace(card, is_looking=True) if is_looking else card}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Notice that the game has ended, or goes on, and what was found of it."""
        document = self._document
        if Cause.NEW in causes:
            self._card = self._began_at = None
        if Cause.MOVE in causes and document.node.ply == 1 and not document.resumed:
            self._began_at = self.now()
        if causes & {Cause.NEW, Cause.MOVE, Cause.EDIT}:
            self._look_whether_over(causes)
        if self._card is not None and self._card.turning is None and Cause.REVIEW in causes:
            self._look_for_turning(self._card)

    def _look_whether_over(self, causes: frozenset[Cause]) -> None:
        document = self._document
        record = document.record
        last = record.main_end
        outcome = None if last.parent is None else ending_at(record, last)
        if outcome is None or document.for_exercise:
            if self._card is not None:
                self._go_on()
            return
        card = self._card
        is_same = card is not None and (card.last is last or not self._app.turns.answers)
        # What is tried in Study after a resignation is not part of the game.
        if card is not None and is_same and card.outcome == outcome:
            return
        is_resigned = record.details.get(TERMINATION) == RESIGNATION and last.outcome is None
        self._card = EndCard(
            last,
            record.position_at(last),
            outcome,
            is_resigned,
            document.played_by,
            number_of(last),
        )
        is_now = Cause.NEW not in causes and document.node is last and self._app.turns.answers
        if is_now and not self._app.exercises.running:
            self._end(self._card)
        self._look_for_turning(self._card)

    def _end(self, card: EndCard) -> None:
        """Tell of the game that has ended just now."""
        if self._began_at is not None:
            card = replace(card, seconds=self.now() - self._began_at)
        if self._document.is_own:
            card = replace(card, streak=self._count(card.players, card.outcome))
        self._card = card
        if self._app.to_play is not None and card.last.ply <= MAX_PLIES:  # there is room for it
            self._reviews.start_quietly(SECONDS)

    def _go_on(self) -> None:
        """Forget the end that was taken back."""
        self._card = None
        if not self._reviews.is_busy:
            self._reviews.stop()
        if self._counted is not None and self._counted[0] is self._document.record.root:
            key, before = self._document.game.key, self._counted[1]
            self._counted = None
            self._streaks.pop(key, None)
            if before is not None:
                self._streaks[key] = before
            self.settings_changed.emit()

    # -- the turning point ---------------------------------------------------------------------

    def _look_for_turning(self, card: EndCard) -> None:
        reviewed = None if card.last.ply > MAX_PLIES else self._reviews.of_main_line()
        if reviewed is None:
            return
        known = {ply.number: ply for ply in reviewed.review.plies}
        plies = []
        for node in reversed(reviewed.line[1:]):
            if node.number not in known:
                break
            plies.append(known[node.number])
        game, position = self._document.game, self._document.position
        is_whole = len(plies) == len(reviewed.line) - 1
        winner = card.outcome.winner
        loser = None if winner is None else 1 - winner
        ply = turning_ply(plies[::-1], loser, scale_for(game, position), is_whole)
        turning = None
        if ply is not None:
            after = next(node for node in reviewed.line if node.number == ply.number)
            turning = TurningPoint.of(self._document.record, after, ply)
        if turning is not None or is_whole:
            self._card = replace(card, turning=turning, is_reviewed=is_whole)

    # -- levels --------------------------------------------------------------------------------

    def _count(self, players: tuple[Player, Player], outcome: Outcome) -> Streak | None:
        """Count the game, and return the streak if another level is to be suggested."""
        root, key = self._document.record.root, self._document.game.key
        own = next((side for side in (0, 1) if not players[side].is_computer), None)
        level = None if own is None else players[1 - own].level
        if own is None or level is None or not _is_numbered(level):
            return None
        assert level.strength is not None
        before = self._streaks.get(key)
        score = 0 if outcome.winner is None else 1 if outcome.winner == own else -1
        streak = (before or Streak(level.strength, 0)).after(level.strength, score)
        self._counted = (root, before)
        self._streaks[key] = streak
        self.settings_changed.emit()
        return None if streak.suggested_level is None else streak

    def play_suggested(self) -> int | None:
        """Have the level that is suggested play from the next game on, and return it."""
        card = self._card
        level = None if card is None or card.streak is None else card.streak.suggested_level
        if level is None:
            return None
        chosen = Player(Level.of_engine(level))
        first, second = self._document.players
        players = (chosen if first.is_computer else HUMAN, chosen if second.is_computer else HUMAN)
        with self._document.one_change():
            self._document.set_players(players)
            assert self._card is not None
            self._card = replace(self._card, streak=None)
        return level

    @property
    def streaks(self) -> str:
        """The streaks as words: ``loa:4:-3``."""
        return " ".join(f"{key}:{one.level}:{one.count}" for key, one in self._streaks.items())

    def set_streaks(self, text: str) -> None:
        """Take the streaks over from *text*; what cannot be read is left out."""
        self._streaks = {}
        for word in text.split():
            key, _, numbers = word.partition(":")
            level, _, count = numbers.partition(":")
            try:
                self._streaks[key] = Streak(int(level), max(-MAX_COUNT, min(int(count), MAX_COUNT)))
            except ValueError:
                continue


def _is_numbered(level: Level) -> bool:
    """Return whether *level* is one of the engine's that have others below and above them."""
    strength = level.strength
    return strength is not None and strength <= HIGHEST and level == Level.of_engine(strength)

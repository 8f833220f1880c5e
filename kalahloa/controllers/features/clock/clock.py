"""The clock of the game on the board: whose time passes, and how much is left."""

from collections.abc import Callable
from time import monotonic
from typing import Any, Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.clock.state import ClockState
from kalahloa.models.match.time_control import TimeControl, read_time_control
from kalahloa.models.record.ending import ending_at
from kalahloa.models.text.errors import BadCommand

_CONTROL = "clock/control"
MAX_TEXT = 40
"""The longest text of a time control in settings, in characters."""
USUAL = TimeControl(600.0, 5.0)
"""Ten minutes, and five seconds more for each turn."""


class Clock(Feature):
    """Counts the time of both sides while the game on the board is played.

    A side's time passes from the first move of the game on while that side is to move; at the end
    of its turn the increment is added.  The clock stands after undo or a jump, while play is held,
    in exercises, and when the game is over.  A side whose time is up has not lost: that is said,
    and one may play on.
    """

    panel = "clock"

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now: Callable[[], float] = monotonic
        """Returns the time in seconds, from any moment on."""
        self.control = USUAL
        self._document = document
        self._is_on = False
        self._left = [0.0, 0.0]
        self._running: int | None = None
        self._since = 0.0
        self._end = single_shot(self, self._check_flag)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.document)

    # -- switching -----------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether time is counted."""
        return self._is_on

    @property
    def left(self) -> tuple[float, float]:
        """The seconds that both sides have left now, at least 0."""
        first, second = (max(0.0, seconds - self._passed(side)) for side, seconds in self._sides())
        return first, second

    def start(self, control: TimeControl | None = None) -> None:
        """Give both sides their whole time, by default as much as last time."""
        if control is not None and control != self.control:
            self.control = control
            self.settings_changed.emit()
        with self._document.one_change():
            self._is_on = True
            self._reset()
            self._document.report(Cause.ACTIVITY)
        self.began.emit()

    def stop(self) -> None:
        """Count time no longer."""
        with self._document.one_change():
            self._stand()
            self._is_on = False
            self._document.report(Cause.ACTIVITY)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return how the clock stands."""
        if not self._is_on:
            return {ClockState: None}
        return {ClockState: ClockState(self.control.text, self.left, self._running)}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Let the time of the side pass that is to move, or of none."""
        if not self._is_on:
            return
        if Cause.NEW in causes:
            self._reset()
        elif Cause.MOVE in causes:
            mover = self._document.node.parent.to_move if self._document.node.parent else None
            self._stand()
            to_move = self._document.node.to_move
            if mover is not None and to_move != mover and self._left[mover] > 0:
                self._left[mover] += self.control.increment
            if self._document.node.outcome is None and not self._document.is_secret():
                self._let_pass(to_move)
        elif Cause.WALK in causes or self._has_ended():
            self._stand()

    def _has_ended(self) -> bool:
        return ending_at(self._document.record, self._document.node) is not None

    def _reset(self) -> None:
        self._running = None
        self._end.stop()
        self._left = [self.control.base, self.control.base]

    def _let_pass(self, side: int) -> None:
        self._running, self._since = side, self.now()
        if self._left[side] > 0:
            self._end.start(round(1000 * self._left[side]) + 1)

    def _stand(self) -> None:
        for side, _ in self._sides():
            self._left[side] -= self._passed(side)
        self._running = None
        self._end.stop()

    def _passed(self, side: int) -> float:
        return self.now() - self._since if side == self._running else 0.0

    def _sides(self) -> list[tuple[int, float]]:
        return list(enumerate(self._left))

    @Slot()
    def _check_flag(self) -> None:
        """Say that the time of the side to move is up, if it is."""
        side = self._running
        if side is None:
            return
        left = self.left[side]
        if left > 0:  # timers may be early
            self._end.start(round(1000 * left) + 1)
            return
        self._document.report(Cause.ACTIVITY)
        sentence = translate("Clock", "{side} is out of time. You may play on.")
        self.message.emit(fill(sentence, side=in_words(self._document.game.sides[side])))

    # -- settings and the end ------------------------------------------------------------------

    def load(self, settings: SettingsReader) -> None:
        """Take over the time that *settings* hold."""
        text = settings.text(_CONTROL, USUAL.text, MAX_TEXT)
        try:
            self.control = read_time_control(text)
        except BadCommand:
            settings.damaged = True

    def to_settings(self) -> dict[str, Any]:
        """Return how much time each side gets."""
        return {_CONTROL: self.control.text}

    def shut_down(self) -> None:
        """Stop for good."""
        self._end.stop()

"""The sound of moves: one for each, where the user wants it and the system can play it."""

from collections.abc import Callable
from typing import Any

from PySide6 import QtCore
from PySide6.QtCore import QObject, QStandardPaths, QUrl, Slot

from kalahloa.controllers.core.place import Cause, Change
from kalahloa.models.game.transition import Action
from kalahloa.resources import resource

SOUNDS = ("move", "capture", "sowing", "gathering", "end")
_PLAYERS = ("pw-play", "paplay", "aplay", "afplay")
"""Programs that play a WAV file, tried where Qt's multimedia module is not installed."""


class Sounds(QObject):
    """Plays a sound for each move that a document tells of; off until it is turned on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on = False
        self._play: Callable[[str], None] | None = None
        self._effects: dict[str, Any] = {}

    def set_on(self, on: bool) -> None:
        """Turn sounds on or off; what plays them is looked for when they are first turned on."""
        self._on = on
        if on and self._play is None:
            self._play = self._with_qt() or self._with_program()

    @property
    def can_play(self) -> bool:
        """Whether the system can play sounds; known once they have been turned on."""
        return self._play is not None

    @Slot(object)
    def show_change(self, change: Change) -> None:
        """Play the sound of the move that *change* tells of, if there is one."""
        if self._on and self._play is not None and Cause.MOVE in change.causes:
            self._play(sound_of(change))

    def _with_qt(self) -> Callable[[str], None] | None:
        """Return what plays a sound by Qt's multimedia module, if that is installed."""
        try:
            from PySide6.QtMultimedia import QSoundEffect
        except ImportError:
            return None
        for name in SOUNDS:
            effect = QSoundEffect(self)
            effect.setSource(QUrl.fromLocalFile(str(resource("sounds", f"{name}.wav"))))
            self._effects[name] = effect
        return lambda name: self._effects[name].play()

    def _with_program(self) -> Callable[[str], None] | None:
        """Return what plays a sound by a program of the system, if there is one."""
        found = [QStandardPaths.findExecutable(name) for name in _PLAYERS]
        program = next(filter(None, found), None)
        if program is None:
            return None
        return lambda name: _start(program, str(resource("sounds", f"{name}.wav")))


def _start(program: str, path: str) -> None:
    # A class of Qt's with many enumerations is made when it is first named.
    QtCore.QProcess.startDetached(program, [path])


def sound_of(change: Change) -> str:
    """Return the name of the sound of the move that *change* tells of."""
    node = change.place.node
    if node.outcome is not None:
        return "end"
    if change.before is None or node.move is None:
        return "move"
    actions = {step.action for step in change.before.transition(node.move)}
    captures = bool(actions & {Action.CAPTURE, Action.COLLECT})
    if Action.SOW in actions:
        return "gathering" if captures else "sowing"
    return "capture" if captures else "move"

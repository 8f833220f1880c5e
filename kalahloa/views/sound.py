"""The sounds of moves, and tones that tell where on the board, where the user wants them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6 import QtCore
from PySide6.QtCore import QObject, QStandardPaths, QUrl

from kalahloa.controllers.core.place import Cause, Change
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.transition import Action
from kalahloa.resources import resource

with lazy_imports():
    from kalahloa.views import synthesis
if TYPE_CHECKING:
    from kalahloa.views.synthesis import Tone

SOUNDS = ("move", "capture", "sowing", "gathering", "end")
_PLAYERS = ("pw-play", "paplay", "aplay", "afplay")
"""Programs that play a WAV file, tried where Qt's multimedia module is not installed."""


class Sounds(QObject):
    """Plays a sound for each move, and tones; both are off until they are turned on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on = self.has_tones = False
        self._play: Callable[[Path], None] | None = None
        self._effects: dict[Path, Any] = {}
        self._folder: QtCore.QTemporaryDir | None = None
        self._written: dict[tuple[Tone, ...], Path] = {}

    def set_on(self, moves: bool, tones: bool = False) -> None:
        """Turn the sounds of *moves*, and *tones*, on or off.

        What plays them is looked for when they are first turned on.
        """
        self._on, self.has_tones = moves, tones
        if (moves or tones) and self._play is None:
            self._play = self._with_qt() or self._with_program()

    @property
    def can_play(self) -> bool:
        """Whether the system can play sounds; known once they have been turned on."""
        return self._play is not None

    def show_change(self, change: Change, tones: "Sequence[Tone]" = ()) -> None:
        """Play the sound of the move that *change* tells of, if there is one, or its *tones*."""
        if self._play is None or Cause.MOVE not in change.causes:
            return
        sound = sound_of(change)
        if self.has_tones and tones:
            self.play_tones(tones)
        if self._on and (sound == "end" or not (self.has_tones and tones)):
            self._play(resource("sounds", f"{sound}.wav"))

    def play_tones(self, tones: "Sequence[Tone]") -> None:
        """Play *tones*, one after the other, in place of those that are being played."""
        if self._play is not None and self.has_tones:
            self._play(self._tone_file(tuple(tones)))

    def _tone_file(self, tones: "tuple[Tone, ...]") -> Path:
        """Return a file with *tones*; it is there until the program ends."""
        if self._folder is None:
            self._folder = QtCore.QTemporaryDir()
        path = self._written.get(tones)
        if path is None:
            path = Path(self._folder.filePath(f"{len(self._written)}.wav"))
            path.write_bytes(synthesis.tone_wav(tones))
            self._written[tones] = path
        return path

    def _with_qt(self) -> Callable[[Path], None] | None:
        """Return what plays a file by Qt's multimedia module, if that is installed."""
        try:
            from PySide6.QtMultimedia import QSoundEffect
        except ImportError:
            return None
        tone = QSoundEffect(self)
        for name in SOUNDS:
            path = resource("sounds", f"{name}.wav")
            self._effects[path] = QSoundEffect(self)
            self._effects[path].setSource(QUrl.fromLocalFile(str(path)))

        def play(path: Path) -> None:
            effect = self._effects.get(path, tone)
            if effect is tone:
                tone.stop()
                tone.setSource(QUrl.fromLocalFile(str(path)))
            effect.play()

        return play

    def _with_program(self) -> Callable[[Path], None] | None:
        """Return what plays a file by a program of the system, if there is one."""
        found = [QStandardPaths.findExecutable(name) for name in _PLAYERS]
        program = next(filter(None, found), None)
        return None if program is None else lambda path: _start(program, path)


def _start(program: str, path: Path) -> None:
    # A class of Qt's with many enumerations is made when it is first named.
    QtCore.QProcess.startDetached(program, [str(path)])


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

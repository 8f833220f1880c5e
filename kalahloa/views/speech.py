"""A voice of the program's own, for users without a screen reader: it speaks announcements."""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Protocol

from PySide6 import QtCore
from PySide6.QtCore import QLibrary, QLocale, QObject, QStandardPaths, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import translate
from kalahloa.models.text.quotation import shorten
from kalahloa.views.accessibility import ANNOUNCER

RATES = {"slow": -0.4, "normal": 0.0, "fast": 0.4, "fastest": 0.8}
"""How fast the voice speaks, from -1 to 1, by the values of `Preferences.voice`."""
MAX_SPOKEN = 2_000
"""Maximum length of what is spoken, in characters."""
_MODULE, _PROGRAM = "PySide6.QtTextToSpeech", "spd-say"


class Voice(Protocol):
    """Something that speaks."""

    def say(self, text: str, rate: float) -> object:
        """Speak *text* at once, in place of what is spoken; *rate* is from -1 to 1."""

    def stop(self) -> object:
        """Be silent."""


class QtVoice:
    """Qt's text to speech, with the system's engine or the one called *engine*."""

    def __init__(self, parent: QObject | None = None, engine: str = "") -> None:
        """Raise `OSError` if the engine does not work."""
        from PySide6.QtTextToSpeech import QTextToSpeech

        self.speaker = QTextToSpeech(engine, parent)
        if self.speaker.state() is QTextToSpeech.State.Error:
            self.speaker.deleteLater()
            raise OSError(self.speaker.errorString())
        self.speaker.setLocale(spoken_locale())

    def say(self, text: str, rate: float) -> None:
        self.speaker.setRate(rate)
        self.speaker.say(text)

    def stop(self) -> None:
        self.speaker.stop()


class SpeechDispatcher:
    """The program of Speech Dispatcher; of its messages, a new one ends the one before."""

    def __init__(self, program: str) -> None:
        self._program = program

    def say(self, text: str, rate: float) -> None:
        language = spoken_locale().bcp47Name()
        self._run("--rate", str(round(100 * rate)), "--language", language, "--", text)

    def stop(self) -> None:
        self._run("-S")  # its long form wants an argument

    def _run(self, *words: str) -> None:
        QtCore.QProcess.startDetached(self._program, list(words))


def spoken_locale() -> QLocale:
    """Return the language of the announcements: English where they are not translated."""
    return QLocale(translate("Speech", "en", "the code of the language of these texts"))


def find_voice(parent: QObject) -> Voice | None:
    """Return what can speak here, None if nothing can."""
    if _has_engine():
        try:
            return QtVoice(parent)
        except (ImportError, OSError):
            pass
    program = QStandardPaths.findExecutable(_PROGRAM)
    return SpeechDispatcher(program) if program else None


def why_no_voice() -> str:
    """Return a sentence on what to install so that something can speak; empty if it can."""
    if _has_engine() or QStandardPaths.findExecutable(_PROGRAM):
        return ""
    if not sys.platform.startswith("linux"):
        return translate("Speech", "Install it with: pip install 'kalahloa[speech]'")
    return translate("Speech", "Install the package speech-dispatcher of your system.")


def _has_engine() -> bool:
    """Return whether Qt's module is installed, and on Linux the library that it speaks with."""
    try:
        if find_spec(_MODULE) is None:
            return False
    except ModuleNotFoundError:
        return False
    return not sys.platform.startswith("linux") or QLibrary("speechd", 2).load()


class Speech(QObject):
    """Speaks what is announced, at the rate that the user has chosen; silent at first."""

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[QObject], Voice | None] | None = None,
    ) -> None:
        """*find* returns the voice, as `find_voice`; called when speech is first turned on."""
        super().__init__(parent)
        self._find: Callable[[QObject], Voice | None] | None = find or find_voice
        self._voice: Voice | None = None
        self._rate: float | None = None
        self._waiting: list[str] = []
        self._later: Any = single_shot(self, self._speak)
        ANNOUNCER.announced.connect(self.say)

    def set_rate(self, name: str) -> None:
        """Speak at the rate called *name* in `RATES`; any other name turns speech off."""
        was_on, self._rate = self._rate is not None, RATES.get(name)
        if self._rate is not None and self._find is not None:
            find, self._find = self._find, None
            self._voice = find(self)
        elif was_on and self._rate is None:
            self._waiting.clear()
            if self._voice is not None:
                self._voice.stop()

    @Slot(str)
    def say(self, text: str) -> None:
        """Speak *text* in place of what is spoken, after what else is said in this turn."""
        if self._rate is not None and self._voice is not None:
            self._waiting.append(text)
            self._later.start()

    def _speak(self) -> None:
        text = " ".join(self._waiting)
        self._waiting.clear()
        if text and self._rate is not None and self._voice is not None:
            self._voice.say(shorten(text, MAX_SPOKEN), self._rate)

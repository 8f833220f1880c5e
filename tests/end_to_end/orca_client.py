"""Orca without a voice: the installed screen reader, which writes what it says.

It runs under the system's own Python, where Orca is, and knows nothing of Kalahloa.  Its argument
is a folder for Orca's settings; each line on standard output is an utterance, in JSON.  Orca's own
command is not used, as it would not start beside another Orca: that of a tester who needs one.
"""

import json
import sys
from types import ModuleType
from typing import Any

from orca import orca

FACTORY = "kalahloa_voice"
SETTINGS = {
    "speechServerFactory": FACTORY,
    "speechFactoryModules": [FACTORY],
    "enableSpeech": True,
    "enableBraille": False,
    "enableBrailleMonitor": False,
    "enableSound": False,
    # The keys are the test's own, and how far something is depends on the machine.
    "enableKeyEcho": False,
    "speakProgressBarUpdates": False,
}


class Voice:
    """A speech server of Orca's that writes, and does nothing else that Orca asks for."""

    def speak(self, text: str | None = None, *_voice: Any) -> None:
        """Say *text*."""
        if text:
            print(json.dumps(text), flush=True)

    def __getattr__(self, name: str) -> Any:
        return lambda *_values, **_more: None


class Factory:
    """What Orca asks for a speech server."""

    _voice = Voice()

    @classmethod
    def getSpeechServer(cls, _info: Any = None) -> Voice:
        """Return the voice."""
        return cls._voice

    @classmethod
    def getSpeechServers(cls) -> list[Voice]:
        """Return the voice, as the only one."""
        return [cls._voice]


def main() -> int:
    """Run Orca until it is stopped."""
    module = ModuleType(FACTORY)
    module.SpeechServer = Factory  # type: ignore[attr-defined]
    sys.modules[FACTORY] = module
    orca.getSettingsManager().activate(sys.argv[1], SETTINGS)
    return int(orca.main())


if __name__ == "__main__":
    sys.exit(main())

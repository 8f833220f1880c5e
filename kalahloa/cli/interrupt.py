"""Interrupts of the keyboard that a command hears of while it works, and then ends well."""

import signal
from types import FrameType

from kalahloa.models.stopping import Stop

INTERRUPTED = 130
"""The exit code after an interrupt, as a shell has it."""


class Interrupt(Stop):
    """A stop that an interrupt of the keyboard sets, while it is entered."""

    def __enter__(self) -> "Interrupt":
        self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self.set()

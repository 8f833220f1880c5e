"""Interrupts of the keyboard that a command hears of while it works, and then ends well."""

import signal
import threading
from types import FrameType

INTERRUPTED = 130
"""The exit code after an interrupt, as a shell has it."""


class Interrupt:
    """An event that an interrupt of the keyboard sets, while it is entered."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.is_set = self._event.is_set

    def __enter__(self) -> "Interrupt":
        self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self._event.set()

"""Signals that end a command: SIGINT (Ctrl+C), SIGTERM and SIGHUP."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from kalahloa.models.work.cancellation import SIGNALS, Stop

INTERRUPTED = 128 + signal.SIGINT
"""The exit code after Ctrl+C, as in a shell."""


class Terminated(KeyboardInterrupt):
    """One of the `SIGNALS` was received; ends work as Ctrl+C does."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_code_of(interrupt: KeyboardInterrupt) -> int:
    """Return the exit code of a process that *interrupt* has ended."""
    return 128 + (interrupt.number if isinstance(interrupt, Terminated) else signal.SIGINT)


@contextmanager
def raising_signals() -> Iterator[None]:
    """Let each of the `SIGNALS` raise `Terminated`; ignored signals stay ignored."""

    def heard(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    before = _handle(heard)
    try:
        yield
    finally:
        _restore(before)


class Interrupt(Stop):
    """A context manager that is set by each of the `SIGNALS`."""

    _number = 0

    def __enter__(self) -> "Interrupt":
        self._before = _handle(self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        _restore(self._before)

    @property
    def exit_code(self) -> int:
        """128 plus the signal's number, or 0 without a signal."""
        return 128 + (self._number or signal.SIGINT) if self.is_set() else 0

    def as_exception(self) -> KeyboardInterrupt:
        """Return the exception to raise if there is no result to print."""
        return Terminated(self._number or signal.SIGINT)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self._number = self._number or number
        self.set()


def ignore_signals() -> None:
    """Ignore the `SIGNALS` while the process exits."""
    _handle(signal.SIG_IGN)


def _handle(handler: Any) -> dict[int, Any]:
    """Set *handler* for the signals that are not ignored; return the handlers before."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    before = {number: signal.getsignal(number) for number in SIGNALS}
    # `nohup` and shells start processes with signals ignored on purpose.
    before = {number: old for number, old in before.items() if old is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, handler)
    return before


def _restore(before: dict[int, Any]) -> None:
    for number, handler in before.items():
        signal.signal(number, handler)

"""Forwards termination signals of the system as a Qt signal."""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Windows has no SIGHUP."""


class QuitSignals(QObject):
    """Emits `received` when SIGINT, SIGTERM or SIGHUP arrives; create it on the main thread.

    Python runs signal handlers only between its own instructions, and none run while Qt waits for
    events.  Python's wake-up descriptor (`signal.set_wakeup_fd`) wakes Qt's event loop at once.
    As `received` is emitted from that loop, it does not interrupt other code.  Signals that the
    parent process set to be ignored (`nohup`) stay ignored.
    """

    received = Signal(int)
    """The number of the signal."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        self._wakeup_before = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._handlers_before = {
            number: signal.signal(number, _do_nothing)
            for number in _SIGNALS
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    @Slot()
    def _read(self) -> None:
        try:
            numbers = self._reader.recv(64)
        except BlockingIOError:
            return
        for number in numbers:
            if number in self._handlers_before:
                self.received.emit(number)

    def close(self) -> None:
        """Restore the previous handlers; may be called twice."""
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        self._handlers_before = {}
        if self._writer.fileno() >= 0:
            signal.set_wakeup_fd(self._wakeup_before)
            self._notifier.setEnabled(False)
            self._reader.close()
            self._writer.close()


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """A Python handler that has the wake-up descriptor written, and does nothing else."""

"""Timers that call a function once."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def single_shot(parent: QObject, slot: Callable[[], object], milliseconds: int = 0) -> QTimer:
    """Return a timer of *parent* that, each time it is started, calls *slot* once after that time.

    With 0 *milliseconds* that is in a later turn of the event loop.
    """
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer

"""Polls the library for changes that other programs made to the open game."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QWidget

POLL_MS = 1000


class LibraryPoll(QTimer):
    """Calls a function every second while *window* is visible, even behind other windows."""

    def __init__(self, window: QWidget, call: Callable[[], object]) -> None:
        super().__init__(window)
        self._window = window
        self._call = call
        self.timeout.connect(self.poll)
        self.start(POLL_MS)

    @Slot()
    def poll(self) -> None:
        """Call it now if the window is visible."""
        if self._window.isVisible() and not self._window.isMinimized():
            self._call()

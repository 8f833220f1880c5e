"""Looks now and then for what other programs have written to the game in a window."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QWidget

LOOK_MS = 1000


class Lookout(QTimer):
    """Calls what looks while *window* can be seen, also where it is not in front."""

    def __init__(self, window: QWidget, call: Callable[[], object]) -> None:
        super().__init__(window)
        self._window = window
        self._call = call
        self.timeout.connect(self.look)
        self.start(LOOK_MS)

    @Slot()
    def look(self) -> None:
        """Look now, if the window can be seen."""
        if self._window.isVisible() and not self._window.isMinimized():
            self._call()

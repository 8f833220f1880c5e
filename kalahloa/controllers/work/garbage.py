"""Looks for garbage on the thread of the GUI only, and only between two events.

Python does it on whatever thread happens to make an object.  Where that is a background thread, it
also deletes what Qt has on the GUI's thread, menus and dialogs that are done with, and the process
crashes.  On the right thread, but in a call of Qt's that holds a lock and asks Python something,
the deletion waits for that lock for ever.  In the midst of showing a large record it would hold up
what is seen.
"""

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 1000
"""Time between two looks."""
MANY = 700
"""From so many new objects on it is worth to look."""
ROUNDS = 10
"""After so many looks at one generation, the next older one is looked at too."""


class Collector(QObject):
    """Takes the garbage collector's place until the process ends."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Delete the garbage among new objects, and from time to time among older ones."""
        new, young, old = gc.get_count()
        if new >= MANY:
            gc.collect(0 if young < ROUNDS else 1 if old < ROUNDS else 2)

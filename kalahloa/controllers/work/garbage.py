"""Looks for garbage on the thread of the GUI only, and only between two events.

Python does it on whatever thread happens to make an object.  Where that is a background thread, it
also deletes what Qt has on the GUI's thread, menus and dialogs that are done with, and the process
crashes.  On the right thread, but in a call of Qt's that holds a lock and asks Python something,
the deletion waits for that lock for ever.  In the midst of showing a large record it would hold up
what is seen.
"""

import gc
from time import thread_time

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 250
"""Time between two looks."""
MIN_NEW = 700
"""From so many new objects on it is worth to look."""
ROUNDS = 20
"""After so many looks at one generation, the next older one is looked at too."""
QUIET_SECONDS = 0.005
"""Nobody does anything where the thread has worked for less between two looks."""
MAX_PUT_OFF = 480
"""So many looks at most is that at all objects put off, which takes longer than a frame."""


class Collector(QObject):
    """Takes the garbage collector's place until the process ends."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._worked = thread_time()
        self._put_off = 0
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    @Slot()
    def collect(self) -> None:
        """Delete the garbage among new objects, and from time to time among older ones.

        All objects are looked at while nobody does anything, if that comes before long.
        """
        before, self._worked = self._worked, thread_time()
        is_quiet = self._worked - before < QUIET_SECONDS
        new, young, old = gc.get_count()
        if young >= ROUNDS and old >= ROUNDS:
            self._put_off += 1
            if is_quiet or self._put_off > MAX_PUT_OFF:
                self._put_off = 0
                gc.collect(2)
                return
        if new >= MIN_NEW:
            gc.collect(0 if young < ROUNDS else 1)

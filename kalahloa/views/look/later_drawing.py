"""Shows a part of the window some turns of the event loop after it has changed."""

from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from kalahloa.views.look.pace import PACE

TURN_MS = 1
"""The time between two turns.  What is due at once may come in the very turn in which that is
said, or before what was to be drawn in it: nothing would be spread."""

MAX_SECONDS = 0.1
"""The time for which changes that come one upon the other put off that the last one is drawn; for
as long again they put it off by one turn."""


class Delay(QObject):
    """Counts the turns of the event loop for which something of a part of the window is held back.

    A subclass says in `_begin` what is held back, and in `_end` how it is let go.
    """

    due = Signal()
    """The part is shown next; what is to be seen of it must be true now."""
    _waited = Signal()

    def __init__(self, part: QWidget, turns: int = 1) -> None:
        """Hold *part*, whose child this is, for *turns* turns after `hold` was called."""
        super().__init__(part)
        self._part = part
        self._turns = turns
        self._holding = False
        self._left = 0
        self._since = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TURN_MS)
        self._timer.timeout.connect(self._turn)
        # After all timers that are due in the last turn: one of them may bring the next change.
        self._waited.connect(self._let_go, Qt.ConnectionType.QueuedConnection)

    @property
    def holds(self) -> bool:
        """Whether anything is held back now."""
        return self._holding

    @Slot()
    def hold(self) -> None:
        """Show nothing until the turn comes; more changes put that off, but not for ever.

        A window that is being deleted hides its parts, which tell of it: nothing is held then.
        """
        if not isValid(self._part):
            return
        left, now = self._turns, monotonic()
        if not self._holding:
            self._holding = True
            self._since = now
            self._begin()
        elif now - self._since > 2 * MAX_SECONDS:
            return
        elif now - self._since > MAX_SECONDS:
            left = max(self._left, 1)  # not together with this change, but soon
        self._left = left
        if not self._timer.isActive():
            self._timer.start()

    def release(self) -> None:
        """Show at once what is held back."""
        self._timer.stop()
        self._left = 0
        self._let_go()

    @Slot()
    def _turn(self) -> None:
        self._left = max(0, self._left - 1)
        if not self._left and self._may_end():
            self._timer.stop()
            self._waited.emit()

    @Slot()
    def _let_go(self) -> None:
        if not isValid(self._part):
            return  # it is going to be deleted, and nobody holds it any longer
        if self._holding and not self._left:
            self._holding = False
            self.due.emit()
            self._end()

    def _may_end(self) -> bool:
        """Return whether what is held back may come in this turn."""
        return True

    def _begin(self) -> None:
        raise NotImplementedError

    def _end(self) -> None:
        raise NotImplementedError


class LaterDrawing(Delay):
    """Spreads what one change has drawn over several turns of the event loop.

    A change has every part of the window told at once; to draw all of them in the same turn may
    take more than a frame.  What the parts tell, and what a click on them means, is true at once.
    """

    def _begin(self) -> None:
        self._part.setUpdatesEnabled(False)

    def _may_end(self) -> bool:
        if not PACE.is_free:
            return False
        PACE.end()  # the turn is taken: `_end` comes after all else that is due in it
        return True

    def _end(self) -> None:
        self._part.setUpdatesEnabled(True)
        PACE.end()

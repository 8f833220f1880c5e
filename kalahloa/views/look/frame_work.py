"""Divides work of the GUI thread among turns of the event loop, so that no frame is late."""

from collections.abc import Callable, Iterable
from time import thread_time

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from kalahloa.views.look.later_drawing import TURN_MS
from kalahloa.views.look.pace import PACE

BUDGET_SECONDS = 0.003
"""After this much work in a turn, the next piece waits for another turn."""


class FrameWork(QObject):
    """Does pieces of work, as many per turn as there is time for, until it is stopped.

    It skips turns that other deferred work has used, and the turn after a window was painted.
    """

    def __init__(
        self, parent: QObject, pieces: Callable[[], Iterable[object]], interval: int = TURN_MS
    ) -> None:
        """Work every *interval* milliseconds, once started.

        Each turn calls *pieces*, which does what is left and yields after each piece; it must call
        `stop` when nothing is left.
        """
        super().__init__(parent)
        self._pieces = pieces
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(interval)
        self._timer.timeout.connect(self.run_turn)

    def start(self) -> None:
        """Start with the next turn; do nothing if already started."""
        if not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Stop working until `start` is called again."""
        self._timer.stop()

    @property
    def is_active(self) -> bool:
        """Whether it was started and not stopped."""
        return self._timer.isActive()

    @Slot()
    def run_turn(self) -> None:
        """Do as many pieces as this turn of the event loop has time for."""
        if not PACE.is_free:
            return
        began = thread_time()
        for _ in self._pieces():
            if thread_time() - began >= BUDGET_SECONDS:
                break
        PACE.end()

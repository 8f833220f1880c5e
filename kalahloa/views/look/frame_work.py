"""Does work of the GUI's thread in pieces, in turns of the event loop, so that no frame is late."""

from collections.abc import Callable, Iterable
from time import thread_time

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from kalahloa.views.look.later_drawing import TURN_MS
from kalahloa.views.look.pace import PACE

BUDGET_SECONDS = 0.003
"""Nothing more is begun in a turn in which the thread has worked for so long."""


class FrameWork(QObject):
    """Does pieces of work, as many in each turn as there is time for, until it is stopped.

    In a turn in which other work that was put off is done, or which follows upon the painting of a
    window, it does nothing.
    """

    def __init__(
        self, parent: QObject, pieces: Callable[[], Iterable[object]], interval: int = TURN_MS
    ) -> None:
        """Work every *interval* milliseconds, once started.

        *pieces* is called in each turn, looks what is still to be done, and yields after each
        piece; it calls `stop` when nothing is left.
        """
        super().__init__(parent)
        self._pieces = pieces
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(interval)
        self._timer.timeout.connect(self.take_turn)

    def start(self) -> None:
        """Begin with the next turn, unless work goes on already."""
        if not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Do nothing more, until it is started again."""
        self._timer.stop()

    @property
    def is_active(self) -> bool:
        """Whether there is something to be done."""
        return self._timer.isActive()

    @Slot()
    def take_turn(self) -> None:
        """Do what there is time for in this turn of the event loop."""
        if not PACE.is_free:
            return
        began = thread_time()
        for _ in self._pieces():
            if thread_time() - began >= BUDGET_SECONDS:
                break
        PACE.end()

"""Draws a part of the window some turns of the event loop after it has changed."""

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget


class LaterDrawing(QObject):
    """Spreads what one change has drawn over several turns of the event loop.

    A change has every part of the window told at once; to draw all of them in the same turn may
    take more than a frame.  What the parts tell, and what a click on them means, is true at once.
    """

    def __init__(self, part: QWidget, turns: int = 1) -> None:
        """Draw *part*, whose child this is, *turns* turns after `hold` was called."""
        super().__init__(part)
        self._part = part
        self._turns = turns
        self._left = 0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)

    def hold(self) -> None:
        """Draw nothing until the turn comes; changes meanwhile do not put that off."""
        if not self._left:
            self._left = self._turns
            self._part.setUpdatesEnabled(False)
            self._timer.start()

    @Slot()
    def _turn(self) -> None:
        self._left -= 1
        if not self._left:
            self._timer.stop()
            self._part.setUpdatesEnabled(True)

"""Holds back the painting of a whole window for some turns of the event loop."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from kalahloa.views.look.later_drawing import Delay

_UPDATE_REQUEST = QEvent.Type.UpdateRequest


class HeldPainting(Delay):
    """Has nothing in the window of a part painted until all is there that is to be seen of it.

    Qt keeps meanwhile what has changed, and paints that and no more; a part whose updates are
    disabled would be painted whole.
    """

    def __init__(self, part: QWidget, turns: int = 1) -> None:
        """Have the window of *part*, whose child this is, painted *turns* turns after `hold`."""
        super().__init__(part, turns)
        self._window: QWidget | None = None
        """What is held, None while nothing is."""
        self._asked = False

    def _begin(self) -> None:
        self._asked = False
        self._window = self._part.window()
        self._window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep the request to paint for later: Qt makes no other one until it is granted."""
        if event.type() is not _UPDATE_REQUEST:
            return False
        self._asked = True
        return True

    def _end(self) -> None:
        window, self._window = self._window, None
        if window is not None and isValid(window):
            window.removeEventFilter(self)
            if self._asked:
                QCoreApplication.postEvent(window, QEvent(_UPDATE_REQUEST))

"""Walks through a line by itself, one ply after the other."""

from PySide6.QtCore import QObject, QTimer, Slot

from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause

USUAL_SECONDS = 2.0
MIN_SECONDS = 0.1
MAX_SECONDS = 600.0


class Autoplay(Controller):
    """Goes forward in the line last followed until its end, or until anything else happens."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.seconds = USUAL_SECONDS
        """The time that each position is shown."""
        self._document = document
        self._is_stepping = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        document.add_follower(self)

    @property
    def running(self) -> bool:
        """Whether the line is being walked through."""
        return self._timer.isActive()

    def place_fields(self) -> Fields:
        """Return whether the line is being walked through."""
        return {"autoplaying": self.running}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Stop at the end of the line, and where somebody else has moved, walked or deleted."""
        others = causes & {Cause.NEW, Cause.MOVE} or (
            Cause.WALK in causes and not self._is_stepping
        )
        if others or self._document.node.followed is None:
            self._timer.stop()

    def start(self, seconds: float | None = None) -> None:
        """Begin, showing each position for *seconds*, by default as long as before."""
        if seconds is not None:
            self.seconds = min(MAX_SECONDS, max(MIN_SECONDS, seconds))
        with self._document.one_change():
            self._timer.start(round(1000 * self.seconds))
            self._document.report(Cause.ACTIVITY)

    def stop(self) -> None:
        """Stop where it is."""
        with self._document.one_change():
            self._timer.stop()
            self._document.report(Cause.ACTIVITY)

    @Slot()
    def _step(self) -> None:
        following = self._document.node.followed
        self._is_stepping = True
        try:
            if following is not None:
                self._document.go_to(following)
        finally:
            self._is_stepping = False

    @property
    def is_busy(self) -> bool:
        """Whether the line is being walked through."""
        return self.running

    def shut_down(self) -> None:
        """Stop for good."""
        self._timer.stop()

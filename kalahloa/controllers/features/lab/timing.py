"""How fast the engine is with the heuristic that is edited: measured when that is asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.lab.state import LabSpeed
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.lab import lab_speedometer
if TYPE_CHECKING:
    from kalahloa.models.heuristics.source import HeuristicSource


class LabTiming(QObject):
    """Measures one text at a time; what is known of another text is not told."""

    changed = Signal()
    """A measurement has begun, goes on, or has ended."""
    complete = Signal()
    """What was asked for is there, or was stopped."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.make_sandbox: Callable[[], lab_speedometer.Measures] | None = None
        """Makes what heuristics run in; the sandbox by default."""
        self._document = document
        self._worker: lab_speedometer.LabSpeedometer | None = None
        self._request = 0
        self._digest = ""
        self._known = LabSpeed()
        self._is_asked = False

    @property
    def running(self) -> bool:
        """Whether a text is being measured."""
        return bool(self._request)

    def of(self, digest: str) -> LabSpeed:
        """Return what is known of the text with this *digest*."""
        return self._known if digest == self._digest else LabSpeed()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was measured."""
        return not self._digest

    def measure(self, source: "HeuristicSource", *, asked: bool = False) -> None:
        """Measure *source* at the current position; if *asked*, `complete` tells when it is."""
        self._cancel()
        if self._worker is None:
            made = lab_speedometer.LabSpeedometer(self, self.make_sandbox)
            made.told.connect(self._take)
            self._worker = made
        self._digest, self._known, self._is_asked = source.digest, LabSpeed(running=True), asked
        document = self._document
        self._request = self._worker.ask(source, document.game, document.position)
        self.changed.emit()

    def stop(self) -> None:
        """End the measurement; nothing is known then."""
        if self._request:
            self._cancel()
            self._known = LabSpeed()
            self.changed.emit()
            self._complete()

    def forget(self) -> None:
        """End the measurement, and tell nothing of earlier ones."""
        self._cancel()
        self._digest, self._known, self._is_asked = "", LabSpeed(), False

    def _cancel(self) -> None:
        if self._request and self._worker is not None:
            self._worker.cancel()
        self._request = 0

    @Slot(object)
    def _take(self, news: "lab_speedometer.SpeedNews") -> None:
        if news.number != self._request:
            return
        if news.doing:
            self._known = LabSpeed(True, news.doing)
        else:
            self._request = 0
            self._known = LabSpeed(speed=news.speed, problem=news.error, line=news.line)
        self.changed.emit()
        if not self._request:
            self._complete()

    def _complete(self) -> None:
        if self._is_asked:
            self._is_asked = False
            self.complete.emit()

    def shut_down(self) -> None:
        """End the work; the object cannot be used afterwards."""
        self.forget()
        if self._worker is not None:
            self._worker.shut_down()

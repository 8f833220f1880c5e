"""How fast the engine is with the heuristic that is edited: measured when that is asked for."""

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.lab.state import LabSpeed
from kalahloa.controllers.work.worker import Worker, WorkerTask
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.models.sandbox import sandbox as sandboxes
if TYPE_CHECKING:
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.heuristics.speed import Speed
    from kalahloa.models.sandbox.sandbox import Sandbox


class LabTiming(QObject):
    """Measures one text at a time; what is known of another text is not told."""

    changed = Signal()
    """A measurement has begun, goes on, or has ended."""
    complete = Signal()
    """What was asked for is there, or was stopped."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.make_sandbox: Callable[[], Sandbox] | None = None
        """Makes what heuristics run in; the sandbox by default."""
        self._document = document
        self._worker = Worker("lab speed", self, gives_way=True)
        self._digest = ""
        self._known = LabSpeed()
        self._is_asked = False

    @property
    def running(self) -> bool:
        """Whether a text is being measured."""
        return self._worker.is_busy

    def of(self, digest: str) -> LabSpeed:
        """Return what is known of the text with this *digest*."""
        return self._known if digest == self._digest else LabSpeed()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was measured."""
        return not self._digest

    def measure(self, source: "HeuristicSource", *, asked: bool = False) -> None:
        """Measure *source* at the current position; if *asked*, `complete` tells when it is."""
        self._worker.drop()
        self._digest, self._known, self._is_asked = source.digest, LabSpeed(running=True), asked
        game, position = self._document.game, self._document.position.copy()
        make = self.make_sandbox

        def run(task: WorkerTask) -> "Speed":
            # In a process that ends then: Numba takes much memory.
            with closing((make or sandboxes.Sandbox)()) as sandbox:
                return sandbox.measure(source, game, position, task.stop, task.report)

        self._worker.do(
            run,
            news=self._take_stage,
            done=lambda speed: self._finish(LabSpeed(speed=speed)),
            failed=self._fail,
            failure=translate("Lab", "Cannot measure the speed: {reason}"),
        )
        self.changed.emit()

    def stop(self) -> None:
        """End the measurement; nothing is known then."""
        if self.running:
            self._worker.drop()
            self._known = LabSpeed()
            self.changed.emit()
            self._complete()

    def forget(self) -> None:
        """End the measurement, and tell nothing of earlier ones."""
        self._worker.drop()
        self._digest, self._known, self._is_asked = "", LabSpeed(), False

    def _take_stage(self, sentence: str) -> None:
        self._known = LabSpeed(True, sentence)
        self.changed.emit()

    def _fail(self, sentence: str, error: BaseException) -> None:
        self._finish(LabSpeed(problem=sentence, line=getattr(error, "line", None)))

    def _finish(self, speed: LabSpeed) -> None:
        self._known = speed
        self.changed.emit()
        self._complete()

    def _complete(self) -> None:
        if self._is_asked:
            self._is_asked = False
            self.complete.emit()

    def shut_down(self) -> None:
        """End the work; the object cannot be used afterwards."""
        self.forget()
        self._worker.shut_down()

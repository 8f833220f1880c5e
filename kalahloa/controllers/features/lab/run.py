"""Running a heuristic of the user's on the current position, and asking the engine as well."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.lab.opinion import Opinion
from kalahloa.controllers.features.lab.state import LabFailure
from kalahloa.controllers.work.worker import Worker
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.node import Node

with lazy_imports():
    from kalahloa.controllers.features.lab import lab_evaluator
    from kalahloa.models.sandbox import sandbox as sandboxes
if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.reports import LabReport
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.sandbox.sandbox import Sandbox


class LabRun(QObject):
    """One run at a time, of the text as it stands; what comes for another text is dropped."""

    changed = Signal()
    """A run has begun or ended, or the engine's opinion is there."""
    complete = Signal()
    """What `ask` asked for is there, with the engine's opinion, or has failed."""

    def __init__(self, document: Document, opinion: Opinion, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.opinion = opinion
        self.report: LabReport | None = None
        """What the heuristic says at the current node, None if it was not run there."""
        self.failure: LabFailure | None = None
        """Why it could not be run."""
        self.make_sandbox: Callable[[], Sandbox] | None = None
        """Makes what heuristics run in; the sandbox by default."""
        self._document = document
        self._worker = Worker("lab", self)
        self._sandbox: Sandbox | None = None
        self._ran: tuple[str, Node | None] = ("", None)
        """The digest of the text that was run last, and the node."""
        self._is_asked = False
        opinion.formed.connect(self._receive_opinion)

    @property
    def running(self) -> bool:
        """Whether a heuristic is being run."""
        return self._worker.is_busy

    @property
    def busy(self) -> bool:
        """Whether something is awaited: the end of a run, or an answer."""
        return self.running or self._is_asked

    def is_due(self, source: "HeuristicSource") -> bool:
        """Return whether *source* was not run at the current node since it was changed."""
        known = self.running or self.report is not None or self.failure is not None
        return not known or self._ran != (source.digest, self._document.node)

    def run(self, source: "HeuristicSource", *, asked: bool = False) -> None:
        """Run *source* at the current node; if *asked*, `complete` tells when all is there."""
        self.cancel(forget=False)
        self._is_asked = asked
        node, position = self._document.node, self._document.position.copy()
        self._ran = source.digest, node
        self._worker.do(
            lambda task: lab_evaluator.evaluate(
                self._opened_sandbox(), source, node, position, task.stop
            ),
            done=self._receive_report,
            failed=self._fail,
            failure=translate("Lab", "The heuristic did not run: {reason}"),
        )
        self.changed.emit()

    def _opened_sandbox(self) -> "Sandbox":
        """Return what heuristics run in, made when it is first needed; for use on the thread."""
        if self._sandbox is None:
            self._sandbox = (self.make_sandbox or sandboxes.Sandbox)()
        return self._sandbox

    def cancel(self, *, forget: bool = True) -> None:
        """End the run, and *forget* what was found."""
        self._worker.drop()
        self._is_asked = False
        self.opinion.forget()
        if forget:
            self.report = self.failure = None

    def _receive_report(self, report: "LabReport") -> None:
        self.report, self.failure = report, None
        self.opinion.ask()
        self.changed.emit()

    def _fail(self, sentence: str, error: BaseException) -> None:
        self.report, self.failure = None, LabFailure(sentence, getattr(error, "line", None))
        self._complete()
        self.changed.emit()

    @Slot()
    def _receive_opinion(self) -> None:
        self._complete()
        self.changed.emit()

    def _complete(self) -> None:
        if self._is_asked:
            self._is_asked = False
            self.complete.emit()

    def shut_down(self) -> None:
        """End the work; the object cannot be used afterwards."""
        self.opinion.forget()
        self._worker.shut_down()
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None

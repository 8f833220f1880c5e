"""Does an export in slices beside everything else: one slice a turn of the event loop."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.work.worker import Worker
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.views.pictures.job import Elsewhere, ExportStopped, Job, Slice


class Runner(QObject):
    """Does one job at a time; it must be shut down."""

    progressed = Signal(float)
    """The share that is done, from 0 to 1."""
    finished = Signal(object)
    """The job's result."""
    failed = Signal(str)
    """Why there is no result, as a sentence."""
    stopped = Signal()
    """The job was stopped."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: Job[Any] | None = None
        self._worker = Worker("export", self, gives_way=True)
        self._turn = single_shot(self, self._go_on)

    @property
    def is_busy(self) -> bool:
        """Whether a job is going on."""
        return self._job is not None

    def start(self, job: Job[Any]) -> None:
        """Begin *job*; there must be none."""
        assert self._job is None
        self._job = job
        self._turn.start()

    @Slot()
    def stop(self) -> None:
        """Stop the job, if there is one."""
        if self._job is not None:
            self._drop()
            self.stopped.emit()

    def shut_down(self) -> None:
        """Stop the job and end the thread; may be called twice."""
        self._drop()
        self._worker.shut_down()

    def _drop(self) -> None:
        self._turn.stop()
        self._worker.drop()
        job, self._job = self._job, None
        if job is not None:
            job.close()

    @Slot()
    def _go_on(self) -> None:
        if self._job is not None:
            self._advance(partial(self._job.send, None))

    def _advance(self, go_on: Callable[[], Slice | Elsewhere]) -> None:
        try:
            part = go_on()
        except StopIteration as end:
            self._job = None
            self.finished.emit(end.value)
        except ExportStopped:
            self._job = None
            self.stopped.emit()
        except KalahloaError as failure:
            self._job = None
            self.failed.emit(in_words(failure))
        except Exception as failure:  # of a board or library that is not ours
            self._job = None
            sentence = translate("Pictures", "The export failed: {reason}.")
            self.failed.emit(fill(sentence, reason=shorten(failure)))
        else:
            if isinstance(part, Elsewhere):
                self._hand_over(part)
            else:
                self.progressed.emit(part.share)
                # Unless a receiver has stopped it, or shut the window.
                if self._job is not None:
                    self._turn.start()

    def _hand_over(self, part: Elsewhere) -> None:
        job = self._job
        assert job is not None
        self._worker.do(
            lambda task: part.function(task.stop),
            done=lambda value: self._advance(partial(job.send, value)),
            failed=lambda _, error: self._advance(partial(job.throw, error)),
        )

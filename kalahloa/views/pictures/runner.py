"""Does an export in slices beside everything else: one slice a turn of the event loop."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop
from kalahloa.views.pictures.job import Elsewhere, ExportStopped, Job


@dataclass(frozen=True)
class _Request:
    """A part of a job for the other thread."""

    number: int
    function: Callable[[Callable[[], bool]], Any]
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class _Reply:
    """What came of request *number*: a value, or an error."""

    number: int
    value: Any = None
    error: Exception | None = None


class _Hand(Background[_Request]):
    """The thread for what needs no GUI thread."""

    gives_way = True
    done = Signal(object)
    """A `_Reply`; emitted on this thread."""

    def work(self, request: _Request) -> None:
        try:
            reply = _Reply(request.number, request.function(request.stop))
        except Exception as error:  # which the job gets
            reply = _Reply(request.number, error=error)
        self.done.emit(reply)


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
        self._answer: Any = None
        self._error: Exception | None = None
        self._number = 0
        self._hand: _Hand | None = None
        self._turn = single_shot(self, self._go_on)

    @property
    def is_busy(self) -> bool:
        """Whether a job is going on."""
        return self._job is not None

    def start(self, job: Job[Any]) -> None:
        """Begin *job*; there must be none."""
        assert self._job is None
        self._job = job
        self._answer = self._error = None
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
        if self._hand is not None:
            self._hand.shut_down()

    def _drop(self) -> None:
        self._turn.stop()
        self._number = 0
        if self._hand is not None:
            self._hand.cancel()
        job, self._job = self._job, None
        if job is not None:
            job.close()

    @Slot()
    def _go_on(self) -> None:
        job = self._job
        if job is None:
            return
        answer, error = self._answer, self._error
        self._answer = self._error = None
        try:
            part = job.send(answer) if error is None else job.throw(error)
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
            sentence = translate("Pictures", "The export has failed: {reason}.")
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
        if self._hand is None:
            self._hand = _Hand("export", self)
            self._hand.done.connect(self._take)
        self._number = self._hand.next_number()
        self._hand.submit(_Request(self._number, part.function))

    @Slot(object)
    def _take(self, reply: _Reply) -> None:
        if reply.number == self._number and self._job is not None:
            self._answer, self._error = reply.value, reply.error
            self._go_on()

"""Functions that run on a thread of their own, whose news arrive on the thread of their owner."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

Receiver = Callable[[Any], object]


class Policy(Enum):
    """What becomes of the tasks of a kind that were given before, when another one is."""

    QUEUE = auto()
    """They are done first."""
    LATEST = auto()
    """They are dropped."""


def _ignore(_value: Any) -> None:
    pass


@dataclass(eq=False)
class WorkerTask:
    """A function that a `Worker` calls with the task, on its thread, and who receives its news.

    `run` polls `stop`, and may `report` news meanwhile.  `number` is unique within the worker.
    """

    number: int
    run: "Callable[[WorkerTask], Any]"
    kind: str
    news: Receiver
    done: Receiver
    failed: Callable[[str, BaseException], object]
    failure: str
    worker: "Worker"
    stop: Stop = field(default_factory=Stop)
    is_dropped: bool = False

    def report(self, news: Any) -> None:
        """Have *news* received on the owner's thread; for use by `run`."""
        self.worker.happened.emit(self, self.news, (news,), False)

    def cancel(self) -> None:
        """Ask `run` to end early; what it returns is received."""
        self.stop.set()

    def drop(self) -> None:
        """Ask `run` to end early, or not to begin; nothing of it is received any longer."""
        self.is_dropped = True
        self.stop.set()


class Worker(Background[WorkerTask]):
    """Does one task after the other."""

    happened = Signal(object, object, object, bool)
    """A task, a receiver, what it is called with, and whether that is the last."""

    def __init__(
        self, name: str, parent: QObject | None = None, *, gives_way: bool = False
    ) -> None:
        """Prepare the thread, called *name*; *gives_way* is whether it has a lower priority."""
        super().__init__(name, parent)
        self.gives_way = gives_way
        self._tasks: list[WorkerTask] = []
        """Those of which something is still to be received."""
        self.happened.connect(self._receive, Qt.ConnectionType.QueuedConnection)

    def do(
        self,
        run: Callable[[WorkerTask], Any],
        *,
        done: Receiver,
        failed: Callable[[str, BaseException], object],
        news: Receiver = _ignore,
        failure: str = "",
        policy: Policy = Policy.QUEUE,
        kind: str = "",
    ) -> WorkerTask:
        """Call *run* on the thread, and return its task.

        *news* is called with all that it tells, and *done* with what it returns, or *failed* with
        a sentence and the exception: that of a `KalahloaError`, or else *failure*, in which
        ``{reason}`` stands for what is wrong.  These are called on the thread of the worker's
        owner, and not once the task was dropped.  Tasks of other kinds are not replaced.
        """
        if policy is Policy.LATEST:
            self.drop(kind)
        self._number += 1
        failure = failure or translate("Controllers", "This failed: {reason}.")
        task = WorkerTask(self._number, run, kind, news, done, failed, failure, self)
        self._tasks.append(task)
        self.submit(task)
        return task

    def drop(self, kind: str = "") -> None:
        """Drop the tasks of this *kind*."""
        for task in [task for task in self._tasks if task.kind == kind]:
            task.drop()
            self._tasks.remove(task)

    def is_doing(self, kind: str = "") -> bool:
        """Return whether there is a task of this *kind* whose end was not received."""
        return any(task.kind == kind for task in self._tasks)

    @property
    def is_busy(self) -> bool:
        """Whether there is a task whose end was not received."""
        return bool(self._tasks)

    def work(self, request: WorkerTask) -> None:
        """Call the function of the task *request*, unless that was dropped."""
        if request.is_dropped:
            return
        use: Callable[..., object] = request.done
        try:
            values: tuple[Any, ...] = (request.run(request),)
        except KalahloaError as error:
            use, values = request.failed, (in_words(error), error)
        except BaseException as error:  # a plug-in may raise anything; memory may be short
            reason = shorten(error) or type(error).__name__
            sentence = fill(request.failure, reason=reason)
            use, values = request.failed, (sentence, error)
        self.happened.emit(request, use, values, True)

    @Slot(object, object, object, bool)
    def _receive(
        self, task: WorkerTask, use: Callable[..., object], values: tuple[Any, ...], is_last: bool
    ) -> None:
        if task.is_dropped:
            return
        if is_last:
            self._tasks.remove(task)
        use(*values)

    def cancel(self) -> None:
        """Ask all tasks to end early."""
        for task in self._tasks:
            task.cancel()
        super().cancel()

    def end(self, seconds: float) -> bool:
        """Drop all tasks and end the thread; see `Background.end`."""
        for task in self._tasks:
            task.drop()
        self._tasks.clear()
        return super().end(seconds)

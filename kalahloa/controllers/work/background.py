"""Background threads that process numbered requests; a new request cancels the previous one.

A thread is started for the first request, and ends when there was none for a while: a window has
many kinds of work, of which few go on at a time.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.models.work.cancellation import Stop

SWITCH_INTERVAL = 0.0002
"""The interpreter's switch interval, in seconds, while background work runs."""
NICENESS = 5
"""How much `give_way` adds to a thread's niceness."""
SHUT_DOWN_SECONDS = 3.0
"""Maximum time to wait for work that ignores its flag."""
REST_MS = 1_000
"""How long a thread waits for another request before it ends, in milliseconds."""
_STACK_BYTES = 16 * 1024 * 1024
"""Deep searches recurse, and the default stack of a thread is small on some systems."""


_counter = count()
_abandoned: list["Background[Any]"] = []
"""Backgrounds whose work has not ended.  Destroying a running QThread would abort the process."""


def has_stuck_threads() -> bool:
    """Return whether a thread that was abandoned is still running.

    Such a thread would abort the process while Qt is torn down, or keep it from ending; leave with
    `os._exit` once everything is saved.
    """
    return any(background.is_alive for background in _abandoned)


_all: WeakSet["Background[Any]"] = WeakSet()


def end_all() -> None:
    """Shut down every `Background` there is, the newest first, whatever another raises.

    For use where what owns them could not be made: destroying a running QThread would abort.
    """
    for background in sorted(_all, key=lambda one: one.made, reverse=True):
        with suppress(Exception):
            background.shut_down()


class Request(Protocol):
    """A request to a `Background`; *stop* is set when its result is no longer needed."""

    @property
    def number(self) -> int:
        """The number of the request, unique within its `Background`."""
        ...

    @property
    def stop(self) -> Stop:
        """The cancellation flag, which the work must obey within a few milliseconds."""
        ...


R = TypeVar("R", bound=Request)


class _Worker(QObject):
    """Runs requests one after the other on the background thread."""

    def __init__(self, background: "Background") -> None:
        super().__init__()
        self._background = background

    @Slot()
    def begin(self) -> None:
        if self._background.gives_way:
            give_way()

    @Slot(object)
    def run(self, request: Request) -> None:
        try:
            with prompt_switching():
                self._background.work(request)
        finally:
            self._background.worked.emit()


class Background(QObject, Generic[R]):
    """A thread that processes one request at a time; subclasses implement `work`.

    Replies carry the number of their request, so that receivers can drop outdated ones.
    """

    gives_way = False
    """Whether the thread runs at a lower priority than the GUI and the searches for moves."""

    rests = True
    """Whether the thread ends when there was no request for a while, until the next one."""

    worked = Signal()
    """A request was processed; emitted on the background thread."""
    _requested = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """Prepare the thread, called *name*; the first request starts it."""
        super().__init__(parent)
        self.made = next(_counter)
        """How many were made before."""
        _all.add(self)
        self._number = 0
        self._current: R | None = None
        self._thread = QThread(self)
        self._thread.setObjectName(name)
        self._thread.setStackSize(_STACK_BYTES)
        self._worker = _Worker(self)
        self._worker.moveToThread(self._thread)
        self._thread.started.connect(self._worker.begin)
        self._requested.connect(self._worker.run, Qt.ConnectionType.QueuedConnection)
        self._has_ended = self._has_failed = self._is_resting = False
        self._unprocessed = 0
        """How many requests are not processed yet."""
        self._resting = single_shot(self, self._rest, REST_MS)
        if self.rests:
            self.worked.connect(self._on_worked, Qt.ConnectionType.QueuedConnection)

    def start(self) -> bool:
        """Start the thread if it does not run; return whether it does."""
        if self._is_resting:  # it has nothing to do, and ends at once
            self._thread.wait()
            self._is_resting = False
        if not (self._thread.isRunning() or self._has_ended):
            self._thread.start()
            self._has_failed = not self._thread.isRunning()
        return self._thread.isRunning()

    @Slot()
    def _on_worked(self) -> None:
        self._unprocessed -= 1
        if not (self._unprocessed or self._has_ended):
            self._resting.start()

    @Slot()
    def _rest(self) -> None:
        if not self._unprocessed:
            self._thread.quit()
            self._is_resting = True

    def work(self, request: R) -> None:
        """Process *request* and emit the results; called on the background thread."""
        raise NotImplementedError

    def next_number(self) -> int:
        """Cancel the running request and return the number of the next one."""
        self.cancel()
        self._number += 1
        return self._number

    def submit(self, request: R) -> int:
        """Queue *request* and return its number."""
        if self.rests:
            self._unprocessed += 1
            self._resting.stop()
        self.start()
        self._current = request
        self._requested.emit(request)
        return request.number

    def cancel(self) -> None:
        """Cancel the running request, if any."""
        if self._current is not None:
            self._current.stop.set()
            self._current = None

    @property
    def is_alive(self) -> bool:
        """Whether requests are processed: not after `end`, nor if no thread could be started."""
        return self._thread.isRunning() or not (self._has_ended or self._has_failed)

    def shut_down(self) -> None:
        """End the thread as `end` does, within `SHUT_DOWN_SECONDS`; may be called twice."""
        self.end(SHUT_DOWN_SECONDS)

    def end(self, seconds: float) -> bool:
        """Cancel the running request, end the thread and wait for it.

        Work that does not end within *seconds* is abandoned, and False is returned.
        """
        self.cancel()
        self._has_ended = True
        self._resting.stop()
        self._thread.quit()
        if self._thread.wait(max(0, round(1000 * seconds))):
            return True
        self.abandon()
        return False

    def abandon(self) -> None:
        """Cancel the running request and leave the thread to end when it will."""
        self.cancel()
        self._has_ended = True
        self._resting.stop()
        self._thread.quit()
        self.setParent(None)
        if self not in _abandoned:
            _abandoned[:] = [one for one in _abandoned if one.is_alive]
            _abandoned.append(self)


def give_way() -> None:
    """Lower the priority of the calling thread, and of the threads it starts from now on.

    Only on Linux, where niceness is per thread and inherited; elsewhere this does nothing.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):  # some sandboxes do not allow it
            mine = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, mine + NICENESS)


class _Switching:
    """The number of active `prompt_switching` contexts, and the interval before the first."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.usual = 0.0


_switching = _Switching()


@contextmanager
def prompt_switching() -> Iterator[None]:
    """Shorten the GIL's switch interval within the context, to keep the GUI responsive.

    Contexts may overlap on several threads; the last to end restores the interval.
    """
    with _switching.lock:
        if not _switching.count:
            _switching.usual = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_INTERVAL)
        _switching.count += 1
    try:
        yield
    finally:
        with _switching.lock:
            _switching.count -= 1
            if not _switching.count:
                sys.setswitchinterval(_switching.usual)

"""Work on a thread of its own, in numbered requests, of which a new one stops the one before."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from kalahloa.models.cancellation import Stop

SWITCH_INTERVAL = 0.0002
"""Seconds between two chances for the GUI to run while something is worked on in the background."""
NICENESS = 5
"""How much less a thread gets of a busy processor that gives way."""
_STACK_BYTES = 16 * 1024 * 1024
"""Deep searches recurse; the default stack of a thread is small on some systems."""


class Request(Protocol):
    """What a background is to do; *stop* is set as soon as nobody waits for it any more."""

    @property
    def number(self) -> int:
        """Which of the background's requests this is."""
        ...

    @property
    def stop(self) -> Stop:
        """What the work has to heed within a few milliseconds."""
        ...


R = TypeVar("R", bound=Request)


class _Worker(QObject):
    """Runs requests one after the other; lives on the background's thread."""

    def __init__(self, background: "Background") -> None:
        super().__init__()
        self._background = background

    @Slot()
    def begin(self) -> None:
        if self._background.gives_way:
            give_way()

    @Slot(object)
    def run(self, request: Request) -> None:
        with prompt_switching():
            self._background.work(request)


class Background(QObject, Generic[R]):
    """A thread that does one thing at a time; subclasses say what, in `work`.

    Answers carry the number of their request: whoever asks drops those that come late.
    """

    gives_way = False
    """Whether the window and the searches for moves come first where the processor is busy."""

    _requested = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """Start the thread, called *name*."""
        super().__init__(parent)
        self._number = 0
        self._current: R | None = None
        self._thread = QThread(self)
        self._thread.setObjectName(name)
        self._thread.setStackSize(_STACK_BYTES)
        self._worker = _Worker(self)
        self._worker.moveToThread(self._thread)
        self._thread.started.connect(self._worker.begin)
        self._requested.connect(self._worker.run, Qt.ConnectionType.QueuedConnection)
        self._thread.start()

    def work(self, request: R) -> None:
        """Do what *request* asks and emit what comes of it; called on the thread."""
        raise NotImplementedError

    def next_number(self) -> int:
        """Stop what runs, and return the number that the next request has to carry."""
        self.cancel()
        self._number += 1
        return self._number

    def submit(self, request: R) -> int:
        """Have *request* worked on after what runs, and return its number."""
        self._current = request
        self._requested.emit(request)
        return request.number

    def cancel(self) -> None:
        """Stop what runs, if anything does."""
        if self._current is not None:
            self._current.stop.set()
            self._current = None

    def shut_down(self) -> None:
        """Stop what runs and the thread, and wait for both; safe to call twice."""
        self.cancel()
        self._thread.quit()
        self._thread.wait()


def give_way() -> None:
    """Let other threads come first on a busy processor from now on; so do threads begun later.

    Elsewhere than on Linux, where a thread has a niceness and hands it down, nothing happens.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):  # some sandboxes do not allow it
            mine = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, mine + NICENESS)


class _Switching:
    """How many are in `prompt_switching` now, on all threads, and what was before the first."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.usual = 0.0


_switching = _Switching()


@contextmanager
def prompt_switching() -> Iterator[None]:
    """Let the GUI run often while Python code works on another thread; for several at once."""
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

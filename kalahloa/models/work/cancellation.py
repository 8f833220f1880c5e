"""Cancelling work on other threads, and waiting for it.

Long-running functions take a callable that returns whether to stop, and poll it.  A `Stop` need
not be polled: setting it calls its listeners at once, so that a search running without the GIL is
stopped without waiting for a polling thread to acquire the GIL.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Future

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that ask a process to end; Windows has no SIGHUP."""
ASK_SECONDS = 0.002
"""Interval, in seconds, at which a callable other than a `Stop` is polled."""
TELL_SECONDS = 0.1
"""Minimum interval, in seconds, between two progress reports."""


class ReadingStopped(Exception):
    """Reading a record was cancelled."""


def never() -> bool:
    """Return False: the default for work that is not cancelled."""
    return False


class Stop:
    """A cancellation flag with listeners; calling it returns whether it is set.

    It may be set by any thread or signal handler, and cannot be cleared.
    """

    def __init__(self) -> None:
        # No lock: a signal handler could interrupt the thread that holds it, and deadlock.
        self._set = False
        self._listeners: dict[object, Callable[[], None]] = {}

    def __call__(self) -> bool:
        return self._set

    def is_set(self) -> bool:
        """Return whether the flag is set."""
        return self._set

    def set(self) -> None:
        """Set the flag and call all listeners."""
        self._set = True
        for tell in list(self._listeners.values()):
            tell()

    @contextmanager
    def telling(self, tell: Callable[[], None]) -> Iterator[None]:
        """Have *tell* called when the flag is set, at once if it already is, within the context.

        *tell* must return quickly and must tolerate being called twice, or shortly after the
        context has been left.
        """
        key = object()
        self._listeners[key] = tell
        try:
            # If the flag was set before the listener was added, `set` may have missed it.
            if self._set:
                tell()
            yield
        finally:
            del self._listeners[key]


class Throttle:
    """Limits progress reports to one per `TELL_SECONDS`."""

    def __init__(self) -> None:
        self._told_at = -inf

    def is_due(self) -> bool:
        """Return whether a report may be made now, and if so count it as made."""
        now = monotonic()
        if now - self._told_at < TELL_SECONDS:
            return False
        self._told_at = now
        return True


def wait_until(
    done: threading.Event,
    stopped: Callable[[], bool],
    stop: Callable[[], None],
    tell: Callable[[], None] | None = None,
) -> None:
    """Wait until *done* is set; call *stop* when *stopped* returns True.

    *tell*, if given, is called at most once per `TELL_SECONDS`.  Exceptions of *stopped* and *tell*
    propagate.
    """
    asked = not isinstance(stopped, Stop) and stopped is not never
    throttle = Throttle()
    throttle.is_due()  # the first report is due one interval from now
    with stopped.telling(stop) if isinstance(stopped, Stop) else nullcontext():
        # With a timeout, as a wait without one cannot be interrupted on some systems.
        while not done.wait(ASK_SECONDS if asked else TELL_SECONDS):
            if asked and stopped():
                stop()
            if tell is not None and throttle.is_due():
                tell()


def is_ready(future: "Future[Any]", stopped: Callable[[], bool]) -> bool:
    """Wait until *future* is done or *stopped* returns True.

    Returns whether *future* is done and *stopped* returns False.
    """
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    wait_until(done, stopped, done.set)
    return future.done() and not stopped()

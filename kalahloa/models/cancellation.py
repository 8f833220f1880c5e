"""How work on other threads is told to stop, and how one waits for it until then.

Whoever works takes a function that tells whether to stop, and asks it now and then.  Where that
function is a `Stop`, one need not ask: it tells those who listen at the moment it is set, so that a
search without the GIL ends without waiting for anybody who might have to wait for the GIL himself.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from math import inf
from time import monotonic
from typing import Any

ASK_SECONDS = 0.002
"""How often a function that is no `Stop` is asked."""
TELL_SECONDS = 0.1
"""How often those who wait may tell how far the work is."""


def never() -> bool:
    """Return False: nobody stops this."""
    return False


class Stop:
    """Tells all who work on something that nobody waits for it any more.

    It is set once, by any thread or a handler of signals; and called, it tells whether it was.
    """

    def __init__(self) -> None:
        # There is no lock, which a handler of signals could find taken by what it interrupts.
        self._set = False
        self._listeners: dict[object, Callable[[], None]] = {}

    def __call__(self) -> bool:
        return self._set

    def is_set(self) -> bool:
        """Return whether it was set."""
        return self._set

    def set(self) -> None:
        """Say stop, and tell all who listen."""
        self._set = True
        for tell in list(self._listeners.values()):
            tell()

    @contextmanager
    def telling(self, tell: Callable[[], None]) -> Iterator[None]:
        """Have *tell* called once this is set, at once if it is; not when the context is left.

        *tell* must be quick, and do no harm when it is called twice, or a little late.
        """
        key = object()
        self._listeners[key] = tell
        try:
            # Whoever sets this in the meantime has seen the listener, or is seen here.
            if self._set:
                tell()
            yield
        finally:
            del self._listeners[key]


class Throttle:
    """Says now and then that something may be told again: ten times a second at most."""

    def __init__(self) -> None:
        self._told_at = -inf

    def is_due(self) -> bool:
        """Return whether it may be told now; then it counts as told."""
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
    """Wait until *done* is set, and call *stop* as soon as *stopped* says so.

    *tell* is called ten times a second.  What *stopped* and *tell* raise is raised.
    """
    asked = not isinstance(stopped, Stop) and stopped is not never
    throttle = Throttle()
    throttle.is_due()  # whoever waits has just begun to
    with stopped.telling(stop) if isinstance(stopped, Stop) else nullcontext():
        # Nobody waits without end: on some systems that would hear no interrupt.
        while not done.wait(ASK_SECONDS if asked else TELL_SECONDS):
            if asked and stopped():
                stop()
            if tell is not None and throttle.is_due():
                tell()


def is_ready(future: Future[Any], stopped: Callable[[], bool]) -> bool:
    """Wait for *future*; return whether it is there and nobody has *stopped* the waiting."""
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    wait_until(done, stopped, done.set)
    return future.done() and not stopped()

"""Processes that play the games of a match."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from kalahloa.cli.interrupt import SIGNALS


class _Worker(SpawnProcess):
    """A process that begins without hearing the signals that end the one that starts it."""

    def start(self) -> None:
        with _signals_held():
            super().start()


class _Context(SpawnContext):
    Process = _Worker


class _Pool(ProcessPoolExecutor):
    """A pool whose own futures nobody else can cancel.

    When a process dies, `ProcessPoolExecutor` sets an exception in each future it still has; its
    thread fails with a traceback at one that was cancelled, and leaves the others unfinished.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future of the call that gets the outcome unless it is cancelled before."""
        outer: Future[Any] = Future()

        def hand_on(inner: Future[Any]) -> None:
            if not outer.set_running_or_notify_cancel():
                return
            error = CancelledError() if inner.cancelled() else inner.exception()
            if error is None:
                outer.set_result(inner.result())
            else:
                outer.set_exception(error)

        super().submit(fn, *args, **kwargs).add_done_callback(hand_on)
        return outer


@contextmanager
def worker_processes(count: int) -> Iterator[Executor]:
    """Give an executor of *count* processes; whatever they do is broken off at the end.

    An interrupt from the keyboard, and the end of a session, reach all processes of a terminal;
    the workers leave them to this one, and end with it.  They are started afresh rather than
    forked, which is safe beside other threads.
    """
    before = set(multiprocessing.active_children())
    if sys.platform != "win32":
        # A process of `multiprocessing` itself, which the end of a session must not end either.
        with _signals_held():
            resource_tracker.ensure_running()
    executor = _Pool(count, mp_context=_Context(), initializer=_begin)
    try:
        yield executor
    finally:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        # Its thread would complain at the end of this process if nobody waited for it.
        executor.shutdown(cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold the signals back from this thread, and from the processes that it starts meanwhile.

    A worker that is interrupted before it ignores that would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows: what is ignored is inherited as well
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, heard)
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Ignore what is meant for the process that waits for this one, and end when that ends."""
    for number in SIGNALS:
        if number != signal.SIGTERM:
            signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

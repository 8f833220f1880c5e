"""Worker processes that play the games of a match."""

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
    """A process that starts with the signals blocked."""

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
    """Yield an executor with *count* processes, which are terminated at the end.

    SIGINT and SIGHUP reach all processes of a terminal; the workers ignore them and end with this
    process.  They are spawned, not forked, which is safe with other threads.
    """
    before = set(multiprocessing.active_children())
    if sys.platform != "win32":
        # A helper process of `multiprocessing`, which must not be ended by SIGHUP either.
        with _signals_held():
            resource_tracker.ensure_running()
    executor = _Pool(count, mp_context=_Context(), initializer=_begin)
    try:
        yield executor
    finally:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        # Its thread would print an error at exit if it were not joined.
        executor.shutdown(cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block the signals in this thread, and in the processes that it starts meanwhile.

    A worker that is interrupted before it ignores signals would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows: ignored signals are inherited, too
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
    """Ignore the parent's signals, and exit when the parent does."""
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

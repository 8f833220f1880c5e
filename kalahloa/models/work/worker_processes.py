"""Worker processes: they play the games of a match, do pieces of a job, and read large files."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from kalahloa.models.work.cancellation import SIGNALS


class WorkerProcess(SpawnProcess):
    """A process that starts with the signals blocked."""

    def start(self) -> None:
        with _signals_held():
            super().start()


class _Context(SpawnContext):
    """Remembers the processes that it has made: those of one executor."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802 - its name there
        """Return a process that is not started yet."""
        self.made.append(WorkerProcess(*args, **kwargs))
        return self.made[-1]


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
def worker_processes(count: int, niceness: int = 0) -> Iterator[Executor]:
    """Yield an executor with *count* processes, which are terminated at the end.

    *niceness* is added to theirs, where there is such.  SIGINT and SIGHUP reach all processes of a
    terminal; the workers ignore them and end with this process.  They are spawned, not forked,
    which is safe with other threads.
    """
    if sys.platform != "win32":
        # A helper process of `multiprocessing`, which must not be ended by SIGHUP either.
        with _signals_held():
            resource_tracker.ensure_running()
    context = _Context()
    executor = _Pool(count, mp_context=context, initializer=begin_worker, initargs=(niceness,))
    try:
        yield executor
    finally:
        for process in context.made:
            with suppress(ValueError, AttributeError, OSError):  # it has ended, or never began
                process.terminate()
        # Its thread would print an error at exit if it were not joined.
        executor.shutdown(cancel_futures=True)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block the signals in this thread, and in the processes that it starts meanwhile.

    A worker that is interrupted before it ignores signals would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows: ignored signals are inherited, too
        if threading.current_thread() is not threading.main_thread():
            yield
            return
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


def begin_worker(niceness: int = 0) -> None:
    """Ignore the parent's signals, and exit when the parent does; called first in a process.

    What a user's heuristic prints must not get into the output of the program.
    """
    for number in SIGNALS:
        if number != signal.SIGTERM:
            signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    if niceness and hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(niceness)
    with suppress(OSError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.close(nothing)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

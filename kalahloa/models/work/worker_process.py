"""What worker processes have in common: they leave signals to this process, and end with it.

They are spawned, not forked, which is safe with other threads.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnProcess

from kalahloa.models.work.cancellation import SIGNALS


class WorkerProcess(SpawnProcess):
    """A process that starts with the signals blocked."""

    def start(self) -> None:
        if sys.platform != "win32":
            # A helper process of `multiprocessing`, which SIGHUP must not end either; starting it
            # unblocks signals.
            with _signals_held():
                resource_tracker.ensure_running()
        with _signals_held():
            super().start()


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

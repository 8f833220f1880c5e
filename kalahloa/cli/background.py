"""Work on a thread while the main thread handles signals."""

import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from kalahloa.cli.interrupt import Interrupt
from kalahloa.models.work.cancellation import never, wait_until

_SEARCH_STACK = 64 * 1024 * 1024
T = TypeVar("T")


def in_background(work: Callable[[], T], interrupt: Interrupt, patience: float = 0.0) -> T:
    """Return what *work* returns, or raise what it raises.

    Compiled code does not handle signals while it runs, so it runs in a daemon thread.  After an
    *interrupt*, which *work* may poll, it has *patience* more seconds; then `KeyboardInterrupt` is
    raised.
    """
    results: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    before = threading.stack_size(_SEARCH_STACK)  # searches recurse deeply
    try:
        threading.Thread(target=run, daemon=True).start()
    finally:
        threading.stack_size(before)
    deadline: float | None = None

    def listen() -> None:
        nonlocal deadline
        if interrupt.is_set():
            deadline = deadline or monotonic() + patience
            if monotonic() >= deadline:
                raise interrupt.as_exception()

    wait_until(done, never, lambda: None, listen)
    if errors:
        raise errors[0]
    return results[0]

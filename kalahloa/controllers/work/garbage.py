"""Holds off Python's garbage collector while a background thread makes many objects."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Holds:
    """The number of active `without_collections` contexts, and whether it was on before."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.was_enabled = False


_holds = _Holds()


@contextmanager
def without_collections() -> Iterator[None]:
    """Hold off the garbage collector within the context.

    The nodes of a large record, or their JSON, make it look at all objects of the program, more
    than once, and hold the GIL for 10 to 80 ms each time.  Contexts may overlap on several threads;
    the last to end turns the collector on again.
    """
    with _holds.lock:
        if not _holds.count:
            _holds.was_enabled = gc.isenabled()
            gc.disable()
        _holds.count += 1
    try:
        yield
    finally:
        with _holds.lock:
            _holds.count -= 1
            if not _holds.count and _holds.was_enabled:
                gc.enable()


def look_at_new_objects() -> None:
    """Have the collector look at new objects, which it has put off, here and now.

    Otherwise it does so as soon as any thread makes another object: on the GUI thread, in the midst
    of showing them.
    """
    gc.collect(0)

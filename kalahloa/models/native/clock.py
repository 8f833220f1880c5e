"""The engine's clock in plain Python: the twin of `clock.pxd`."""

import time


def now() -> float:
    """Return the time in seconds from some fixed moment."""
    return time.monotonic()


def processor_now() -> float:
    """Return the processor time of the process in seconds."""
    return time.process_time()

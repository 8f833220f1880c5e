"""Keeps pieces of work apart that were put off: one comes in a turn of the event loop."""

from time import perf_counter

APART_SECONDS = 0.0004
"""Less lies between two timers that are due in the same turn, more between those of two turns."""


class Pace:
    """Knows when the last piece of work ended, of all that is put off in this process.

    Timers of many parts of a window may be due in the same turn; what they do, and the painting of
    what was done before, would come one upon the other.
    """

    def __init__(self) -> None:
        self._ended = 0.0

    @property
    def is_free(self) -> bool:
        """Whether nothing was done in this turn yet; what is put off once more comes in another."""
        return perf_counter() - self._ended > APART_SECONDS

    def end(self) -> None:
        """Tell that a piece of work has been done just now."""
        self._ended = perf_counter()


PACE = Pace()
"""That of the thread of the GUI."""

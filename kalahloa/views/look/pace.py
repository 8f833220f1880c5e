"""Keeps pieces of work apart that were put off: one comes in a turn of the event loop."""

from time import perf_counter

APART_SECONDS = 0.001
"""Less lies between two timers that are due in the same turn, more between those of two turns."""
PAINTED_APART_SECONDS = 0.003
"""After a window was painted: its next turn is for events, and for what cannot be put off."""


class WorkPace:
    """Knows when the last piece of work ended, of all that is put off in this process.

    Timers of many parts of a window may be due in the same turn; what they do, and the painting of
    what was done before, would come one upon the other.
    """

    def __init__(self) -> None:
        self._ended = 0.0
        self._was_painted = False

    @property
    def is_free(self) -> bool:
        """Whether nothing was done in this turn yet; what is put off once more comes in another."""
        apart = PAINTED_APART_SECONDS if self._was_painted else APART_SECONDS
        return perf_counter() - self._ended > apart

    def end(self, *, painted: bool = False) -> None:
        """Tell that a piece of work has been done just now, or that a window was *painted*."""
        self._ended = perf_counter()
        self._was_painted = painted


PACE = WorkPace()
"""That of the thread of the GUI."""

"""Long work as generators: slices on the GUI thread, and parts that may run on another thread.

A job yields `Slice` after each part that it has done itself, and `Elsewhere` for a function that
needs no GUI thread, whose result it gets back.  What it returns is its result.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from kalahloa.models.work.cancellation import never

T = TypeVar("T")
Stopped = Callable[[], bool]


class ExportStopped(Exception):
    """The user has stopped an export."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A part is done; `share` of the whole, from 0 to 1, is done now."""

    share: float


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Call *function* with a callable that returns whether to stop; raise `ExportStopped` then."""

    function: Callable[[Stopped], Any]


Job = Generator[Slice | Elsewhere, Any, T]


def finish_picture(
    job: Job[T], stopped: Stopped = never, progress: Callable[[float], object] | None = None
) -> T:
    """Do all of *job* here and return its result; *progress* is called with the share done.

    Raises `ExportStopped` soon after *stopped* returns True, and what the job raises.
    """
    answer: Any = None
    try:
        while True:
            if stopped():
                raise ExportStopped
            part = job.send(answer)
            answer = None
            if isinstance(part, Elsewhere):
                answer = part.function(stopped)
            elif progress is not None:
                progress(part.share)
    except StopIteration as end:
        return end.value
    finally:
        job.close()

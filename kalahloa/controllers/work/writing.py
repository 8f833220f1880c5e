"""Background threads that write, and are waited for when the program ends."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from PySide6.QtCore import QObject

from kalahloa.controllers.work.background import Background, Request

MAX_WAIT_SECONDS = 2.0
"""How long the end of the program waits for what is being written."""

R = TypeVar("R", bound=Request)


class Writing(Background[R]):
    """Answers one request after the other; none cancels another.

    Subclasses number their requests by `new_number`, work within `answering`, and implement
    `write_rest`.  What waits to be written is theirs, under `lock`.
    """

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """Start the thread, called *name*."""
        super().__init__(name, parent)
        self.lock = threading.Condition()
        """The lock of what both threads use."""
        self._done = 0

    def new_number(self) -> int:
        """Return the number of the next request; those before are answered too."""
        self._number += 1
        return self._number

    def wait(self, seconds: float = MAX_WAIT_SECONDS) -> bool:
        """Wait until everything asked for is done; return False after *seconds*."""
        if not self.is_alive:
            return False
        with self.lock:
            return self.lock.wait_for(lambda: self._done >= self._number, seconds)

    def shut_down(self) -> None:
        """Write what waits and end the thread; may be called twice."""
        with ExitStack() as steps:  # the last one first; each runs whatever another raises
            steps.callback(self._write_rest)
            steps.callback(super().shut_down)
            steps.callback(self.wait)

    def _write_rest(self) -> None:
        if not self.is_alive:
            self.write_rest()

    def write_rest(self) -> Any:
        """Write what waits; called on the thread of the GUI, once the other has ended."""
        raise NotImplementedError

    @contextmanager
    def answering(self, request: R) -> Iterator[None]:
        """Take note that *request* is done, whatever is raised; for use on the thread."""
        try:
            yield
        finally:
            with self.lock:
                self._done = request.number
                self.lock.notify_all()

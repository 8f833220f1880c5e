"""Does what a change has left to do in turns of the event loop of their own."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Slot

from kalahloa.views.look.frame_work import FrameWork

MAX_PUT_OFF = 12
"""As many turns at most does another change put off what is waiting."""


class TurnQueue(FrameWork):
    """A queue of tasks, each under a key; the first in their order comes first.

    A change has many parts of the window told; to tell all of them in the same turn may take more
    than a frame.  What is added again under the same key takes the place of what was there.  A task
    may add others.
    """

    def __init__(self, parent: QObject, order: Callable[[str], int], wait: int = 1) -> None:
        """Make an empty queue, in which keys with a smaller *order* come first.

        The first task is done *wait* turns after the last one was added.
        """
        super().__init__(parent, self._do_all)
        self._order = order
        self._wait = wait
        self._left = 0
        self._put_off = 0
        self._due: dict[str, Callable[[], object]] = {}

    def add(self, key: str, task: Callable[[], object]) -> None:
        """Do *task* soon, and what was added under *key* no longer."""
        self._due[key] = task
        if self._put_off < MAX_PUT_OFF:
            self._left = self._wait
        self.start()

    def drop(self, key: str) -> None:
        """Remove the task that was added under *key*."""
        self._due.pop(key, None)

    def waits(self, key: str) -> bool:
        """Return whether there is something to be done under *key*."""
        return key in self._due

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left to be done."""
        return not self._due

    def finish(self, key: str | None = None) -> None:
        """Do now what is left to be done under *key*, by default all."""
        if key is not None:
            self._do(key)
            return
        while self._due:
            self._do(self._next())

    def _next(self) -> str:
        return min(self._due, key=self._order)

    def _do(self, key: str) -> None:
        task = self._due.pop(key, None)
        if task is not None:
            task()

    @Slot()
    def run_turn(self) -> None:
        """Do waiting tasks one by one, unless a change has just put them off."""
        self._put_off += 1
        self._left -= 1
        if self._left <= 0:
            super().run_turn()

    def _do_all(self) -> Iterator[None]:
        while self._due:
            self._do(self._next())
            if not self._due:
                break
            yield
        self._put_off = 0
        self.stop()

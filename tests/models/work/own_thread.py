"""A pool for tests whose only worker is the thread that waits."""

from collections.abc import Callable
from typing import Generic

from kalahloa.models.work.pool import ReportT, TaskT


class OwnThread(Generic[TaskT, ReportT]):
    """Does tasks by *do* when it is asked to wait; it has room for *room* of them.

    Each task of which *dies* returns True is lost instead.  `done` has those that were done.  It
    never has two tasks of the same *key*.
    """

    def __init__(
        self,
        do: Callable[[TaskT], ReportT],
        room: int = 1,
        dies: Callable[[TaskT], bool] = lambda task: False,
        key: Callable[[TaskT], object] = lambda task: task,
    ) -> None:
        self.done: list[TaskT] = []
        self._do = do
        self._room = room
        self._dies = dies
        self._key = key
        self._given: list[TaskT] = []

    def free(self) -> int:
        return self._room - len(self._given)

    def workers(self) -> int:
        return self._room

    def give(self, task: TaskT) -> None:
        assert self._key(task) not in map(self._key, self._given)
        self._given.append(task)

    def wait(self, seconds: float) -> list[tuple[TaskT, ReportT | None]]:
        if not self._given:
            return []
        # The last one first, as workers do not answer in order.
        task = self._given.pop()
        if self._dies(task):
            return [(task, None)]
        self.done.append(task)
        return [(task, self._do(task))]

    def close(self) -> None:
        pass

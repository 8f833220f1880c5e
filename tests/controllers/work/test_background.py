"""Work on a thread of its own: who comes first on a busy processor."""

import os
import sys
import threading
from dataclasses import dataclass, field

import pytest

from kalahloa.controllers.work.analysis_service import Priority
from kalahloa.controllers.work.background import NICENESS, Background
from kalahloa.controllers.work.endgame_service import EndgameService
from kalahloa.models.work.cancellation import Stop


@dataclass(frozen=True)
class Asked:
    """A request to tell how nice the thread is."""

    number: int
    stop: Stop = field(default_factory=Stop)


class Asking(Background[Asked]):
    """Asks how nice its thread is, and one that it begins."""

    def __init__(self, gives_way: bool) -> None:
        self.gives_way = gives_way
        self.told: list[int] = []
        super().__init__("asking")

    def work(self, request: Asked) -> None:
        self._ask()
        thread = threading.Thread(target=self._ask)
        thread.start()
        thread.join()

    def _ask(self) -> None:
        self.told.append(niceness())


def niceness() -> int:
    """Return how nice this thread is; 0 where threads are not."""
    if sys.platform != "linux":
        return 0
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.parametrize("gives_way", [False, True])
def test_a_thread_that_gives_way_is_nicer_and_so_are_those_it_begins(qapp, qtbot, gives_way):
    background = Asking(gives_way)
    more = NICENESS if gives_way and sys.platform == "linux" else 0

    background.submit(Asked(background.next_number()))
    qtbot.waitUntil(lambda: len(background.told) == 2)
    background.shut_down()

    assert background.told == [min(19, niceness() + more)] * 2


def test_what_is_only_shown_gives_way_to_searches_for_moves():
    assert EndgameService.gives_way
    assert [priority.gives_way for priority in Priority] == [False, False, *[True] * 5]

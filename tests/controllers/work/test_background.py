"""Work on a thread of its own: who comes first on a busy processor."""

import os
import sys
import threading
from dataclasses import dataclass, field

import pytest

from kalahloa.controllers.work import background
from kalahloa.controllers.work.analysis_service import Priority
from kalahloa.controllers.work.background import NICENESS, Background
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
    asking = Asking(gives_way)
    more = NICENESS if gives_way and sys.platform == "linux" else 0

    asking.submit(Asked(asking.next_number()))
    qtbot.waitUntil(lambda: len(asking.told) == 2)
    asking.shut_down()

    assert asking.told == [min(19, niceness() + more)] * 2


def test_what_is_only_shown_gives_way_to_searches_for_moves():
    assert [priority.gives_way for priority in Priority] == [False, False, *[True] * 5]


class Echo(Background[Asked]):
    """Tells the numbers of its requests, and on which threads of the system they were processed."""

    def __init__(self) -> None:
        super().__init__("echo")
        self.numbers: list[int] = []
        self.threads: list[int] = []
        self.gate = threading.Event()
        self.gate.set()

    def work(self, request: Asked) -> None:
        self.gate.wait()
        self.numbers.append(request.number)
        self.threads.append(threading.get_native_id())


def test_the_first_request_starts_the_thread(qapp, qtbot):
    echo = Echo()
    assert echo.is_alive and not echo._thread.isRunning()

    echo.submit(Asked(echo.next_number()))

    qtbot.waitUntil(lambda: echo.numbers == [1])
    echo.shut_down()
    assert not echo.is_alive
    assert not echo.start()


def test_a_thread_without_requests_ends_until_the_next_one(qapp, qtbot):
    echo = Echo()
    echo._resting.setInterval(0)
    echo.submit(Asked(echo.next_number()))
    qtbot.waitUntil(lambda: bool(echo.numbers) and not echo._thread.isRunning())
    assert echo.is_alive

    echo.submit(Asked(echo.next_number()))

    qtbot.waitUntil(lambda: echo.numbers == [1, 2])
    echo.shut_down()


def test_a_thread_with_requests_does_not_end(qapp, qtbot):
    echo = Echo()
    echo._resting.setInterval(0)
    echo.gate.clear()
    echo.submit(Asked(echo.next_number()))
    echo.submit(Asked(echo.next_number()))

    echo._rest()
    echo.gate.set()

    qtbot.waitUntil(lambda: echo.numbers == [1, 2])
    assert len(set(echo.threads)) == 1
    echo.shut_down()


def test_a_request_that_comes_while_the_thread_ends_is_processed(qapp, qtbot):
    echo = Echo()
    echo.submit(Asked(echo.next_number()))
    qtbot.waitUntil(lambda: echo._unprocessed == 0)

    for _ in range(20):
        echo._rest()  # which ends it now or in a moment
        echo.submit(Asked(echo.next_number()))

    qtbot.waitUntil(lambda: len(echo.numbers) == 21)
    assert echo.numbers == list(range(1, 22))
    echo.shut_down()


def test_shutting_down_what_was_never_asked_takes_no_thread(qapp):
    echo = Echo()

    echo.shut_down()

    assert not echo.is_alive and not background.has_stuck_threads()

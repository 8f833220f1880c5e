"""Stops: who is told, when, and how long one waits for what is worked on."""

import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future

import pytest

from kalahloa.cli.interrupt import Interrupt
from kalahloa.models.work.cancellation import Stop, is_ready, never, wait_until


class Listened(Stop):
    """A stop that is set as soon as somebody listens, and counts how often it is asked."""

    asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return super().__call__()

    def telling(self, tell: Callable[[], None]):
        threading.Timer(0, self.set).start()
        return super().telling(tell)


def test_whoever_listens_is_told_once_it_is_set():
    stop = Stop()
    told: list[str] = []

    with stop.telling(lambda: told.append("one")), stop.telling(lambda: told.append("two")):
        assert not stop()
        stop.set()

    assert stop() and stop.is_set()
    assert told == ["one", "two"]


def test_whoever_comes_late_is_told_at_once():
    stop = Stop()
    stop.set()
    told: list[bool] = []

    with stop.telling(lambda: told.append(True)):
        assert told == [True]


def test_whoever_has_gone_is_not_told():
    stop = Stop()
    told: list[bool] = []
    with pytest.raises(KeyError), stop.telling(lambda: told.append(True)):
        raise KeyError

    stop.set()

    assert told == []


def test_one_waits_no_longer_than_the_work_takes():
    done = threading.Event()
    done.set()
    calls: list[str] = []

    wait_until(done, lambda: True, lambda: calls.append("stop"), lambda: calls.append("tell"))

    assert calls == []


def test_a_stop_ends_the_wait_without_being_asked():
    done = threading.Event()
    stop = Listened()

    wait_until(done, stop, done.set)

    assert stop.asked == 0


def test_a_function_is_asked_until_it_says_stop():
    done = threading.Event()
    answers = iter([False, False, True])

    wait_until(done, lambda: next(answers), done.set)

    assert list(answers) == []


@pytest.mark.parametrize("stopped", [never, Stop(), lambda: False])
def test_whoever_waits_tells_of_it(stopped):
    done = threading.Event()
    told: list[bool] = []

    def tell() -> None:
        told.append(True)
        if len(told) == 2:
            done.set()

    wait_until(done, stopped, pytest.fail, tell)

    assert len(told) == 2


def test_what_the_teller_raises_ends_the_wait_and_the_listening():
    stop = Stop()
    stops: list[bool] = []

    def fail() -> None:
        raise KeyError("the teller")

    with pytest.raises(KeyError, match="the teller"):
        wait_until(threading.Event(), stop, lambda: stops.append(True), fail)
    stop.set()

    assert stops == []


def test_a_future_is_waited_for_until_it_is_there_or_a_stop_comes():
    future: Future[int] = Future()
    stop = Listened()

    assert not is_ready(future, stop)

    future.set_result(1)
    assert is_ready(future, never)
    assert not is_ready(future, stop)


def test_an_interrupt_of_the_keyboard_is_a_stop():
    told: list[bool] = []

    with Interrupt() as interrupt, interrupt.telling(lambda: told.append(True)):
        signal.raise_signal(signal.SIGINT)

    assert interrupt.is_set()
    assert told == [True]

"""Jobs in slices: the event loop turns between them, and they can be stopped at any moment."""

import threading
import time

import pytest
from PySide6.QtCore import QTimer

from kalahloa.models.text.errors import BadFile
from kalahloa.views.pictures.job import Elsewhere, ExportStopped, Job, Slice, finish_picture
from kalahloa.views.pictures.runner import Runner


class Told:
    """What a runner has told."""

    def __init__(self, runner: Runner) -> None:
        self.shares: list[float] = []
        self.results: list[object] = []
        self.failures: list[str] = []
        self.stops: list[bool] = []
        runner.progressed.connect(self.shares.append)
        runner.finished.connect(self.results.append)
        runner.failed.connect(self.failures.append)
        runner.stopped.connect(lambda: self.stops.append(True))


@pytest.fixture
def runner(qtbot):
    made = Runner()
    yield made
    made.shut_down()


def slices(count: int) -> Job[str]:
    for done in range(count):
        yield Slice(done / count)
    return "done"


def test_a_job_is_done_one_slice_a_turn(runner, qtbot):
    told = Told(runner)
    turns: list[int] = []
    timer = QTimer()
    timer.setInterval(0)
    timer.timeout.connect(lambda: turns.append(len(told.shares)))
    timer.start()

    runner.start(slices(20))

    assert told.shares == []
    qtbot.waitUntil(lambda: told.results == ["done"])
    assert told.shares == [done / 20 for done in range(20)]
    assert len(set(turns)) > 10
    assert not runner.is_busy


def test_what_is_to_be_done_elsewhere_is_done_on_another_thread(runner, qtbot):
    told = Told(runner)

    def job() -> Job[tuple[bool, int]]:
        name = yield Elsewhere(lambda _: threading.get_ident())
        yield Slice(0.5)
        return name != threading.get_ident(), (yield Elsewhere(lambda _: 6 * 7))

    runner.start(job())

    qtbot.waitUntil(lambda: told.results == [(True, 42)])


def test_an_error_elsewhere_reaches_the_job_and_is_told_in_words(runner, qtbot):
    told = Told(runner)
    seen: list[str] = []

    def refuse(_: object) -> None:
        raise BadFile("The disk is full.")

    def job() -> Job[None]:
        try:
            yield Elsewhere(refuse)
        finally:
            seen.append("closed")

    runner.start(job())

    qtbot.waitUntil(lambda: told.failures == ["The disk is full."])
    assert seen == ["closed"]
    assert not runner.is_busy


def test_an_unexpected_error_is_told_too(runner, qtbot):
    told = Told(runner)

    def job() -> Job[None]:
        yield Slice(0)
        raise ZeroDivisionError("by zero")

    runner.start(job())

    qtbot.waitUntil(lambda: told.failures == ["The export failed: by zero."])


def test_a_job_can_be_stopped_between_slices(runner, qtbot):
    told = Told(runner)
    runner.progressed.connect(lambda share: runner.stop() if share >= 0.5 else None)

    runner.start(slices(10))

    qtbot.waitUntil(lambda: told.stops == [True])
    assert told.shares[-1] == 0.5
    assert told.results == []
    assert not runner.is_busy


def test_a_job_can_be_stopped_while_the_other_thread_works(runner, qtbot):
    told = Told(runner)
    begun = threading.Event()

    def work(stopped: object) -> str:
        begun.set()
        while not stopped():
            time.sleep(0.001)
        return "first"

    def job(function: object) -> Job[object]:
        return (yield Elsewhere(function))

    runner.start(job(work))
    qtbot.waitUntil(begun.is_set)
    runner.stop()
    assert told.stops == [True]

    # What comes of the first job is not taken for the second's.
    runner.start(job(lambda _: "second"))
    qtbot.waitUntil(lambda: bool(told.results))
    assert told.results == ["second"]
    assert told.failures == []
    assert told.stops == [True]


def test_done_at_once_a_job_has_the_same_result():
    shares: list[float] = []

    def job() -> Job[int]:
        yield Slice(0.25)
        return (yield Elsewhere(lambda _: 7))

    assert finish_picture(job(), progress=shares.append) == 7
    assert shares == [0.25]
    with pytest.raises(ExportStopped):
        finish_picture(slices(3), stopped=lambda: True)

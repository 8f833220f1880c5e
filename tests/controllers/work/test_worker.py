"""The thread that runs functions: who receives what of a task, and when nobody does any longer."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

from kalahloa.controllers.work.worker import Policy, Worker, WorkerTask
from kalahloa.models.text.errors import BadFile


class Ears:
    """Receives what tasks tell, and on which thread."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.heard: list[tuple[str, Any]] = []
        self.threads: set[int] = set()

    def ask(self, run, **more: Any) -> WorkerTask:
        return self.worker.do(
            run,
            news=lambda value: self.note("news", value),
            done=lambda value: self.note("done", value),
            failed=lambda sentence, error: self.note("failed", (sentence, type(error))),
            **more,
        )

    def note(self, what: str, value: Any) -> None:
        self.heard.append((what, value))
        self.threads.add(threading.get_ident())


@pytest.fixture
def ears(qapp) -> Iterator[Ears]:
    worker = Worker("test")
    yield Ears(worker)
    worker.shut_down()


class Held:
    """A function that begins, and ends when it is allowed to; it returns whether it was stopped."""

    def __init__(self) -> None:
        self.began, self.may_end = threading.Event(), threading.Event()

    def __call__(self, task: WorkerTask) -> bool:
        self.began.set()
        self.may_end.wait()
        return task.stop()


def test_news_and_result_arrive_in_order_on_the_thread_of_the_owner(ears, qtbot):
    def run(task: WorkerTask) -> int:
        task.report("half")
        task.report("nearly")
        return threading.get_ident()

    ears.ask(run)
    qtbot.waitUntil(lambda: len(ears.heard) == 3)

    assert ears.heard[:2] == [("news", "half"), ("news", "nearly")]
    what, thread = ears.heard[2]
    assert what == "done" and thread != threading.get_ident()
    assert ears.threads == {threading.get_ident()}
    assert not ears.worker.is_busy


def test_tasks_in_a_queue_are_all_done_one_after_the_other(ears, qtbot):
    for number in range(5):
        ears.ask(lambda task, number=number: number)
    assert ears.worker.is_busy

    qtbot.waitUntil(lambda: len(ears.heard) == 5)
    assert ears.heard == [("done", number) for number in range(5)]


def test_the_latest_of_a_kind_replaces_those_before_and_others_stay(ears, qtbot):
    first = Held()
    ears.ask(first, kind="page", policy=Policy.LATEST)
    qtbot.waitUntil(first.began.is_set)
    begun = []
    ears.ask(lambda task: begun.append("second"), kind="page", policy=Policy.LATEST)
    ears.ask(lambda task: "walk", kind="walk", policy=Policy.LATEST)
    ears.ask(lambda task: "third", kind="page", policy=Policy.LATEST)
    first.may_end.set()

    qtbot.waitUntil(lambda: len(ears.heard) == 2)
    assert ears.heard == [("done", "walk"), ("done", "third")] and begun == []


def test_what_was_sent_before_a_task_was_dropped_is_not_received(ears, qtbot):
    sent = threading.Event()

    def run(task: WorkerTask) -> str:
        task.report("news")
        sent.set()
        return "result"

    task = ears.ask(run)
    sent.wait()
    task.drop()
    ears.ask(lambda task: "next")

    qtbot.waitUntil(lambda: bool(ears.heard))
    assert ears.heard == [("done", "next")]


def test_a_task_that_is_cancelled_ends_early_and_tells_its_result(ears, qtbot):
    held = Held()
    task = ears.ask(held)
    qtbot.waitUntil(held.began.is_set)
    task.cancel()
    held.may_end.set()

    qtbot.waitUntil(lambda: bool(ears.heard))
    assert ears.heard == [("done", True)]


def test_a_failure_is_a_sentence_and_ends_neither_thread_nor_queue(ears, qtbot):
    def torn(task: WorkerTask) -> None:
        raise BadFile("The file is torn.")

    def broken(task: WorkerTask) -> None:
        raise RuntimeError("broken")

    ears.ask(torn)
    ears.ask(broken, failure="It failed: {reason}.")
    ears.ask(lambda task: "well")

    qtbot.waitUntil(lambda: len(ears.heard) == 3)
    assert ears.heard == [
        ("failed", ("The file is torn.", BadFile)),
        ("failed", ("It failed: broken.", RuntimeError)),
        ("done", "well"),
    ]


def test_kinds_are_told_apart_while_they_wait(ears, qtbot):
    held = Held()
    ears.ask(held, kind="page")

    assert ears.worker.is_doing("page") and not ears.worker.is_doing("walk")
    ears.worker.drop("page")
    assert not ears.worker.is_doing("page") and not ears.worker.is_busy
    held.may_end.set()


def test_nothing_is_received_once_the_worker_is_shut_down(ears, qtbot):
    held = Held()
    ears.ask(held)
    qtbot.waitUntil(held.began.is_set)
    ears.ask(lambda task: "never")
    held.may_end.set()

    ears.worker.shut_down()
    QCoreApplication.processEvents()

    assert ears.heard == [] and not ears.worker.is_alive


def test_a_receiver_may_ask_for_more(ears, qtbot):
    ears.worker.do(
        lambda task: 1,
        done=lambda value: ears.ask(lambda task: value + 1),
        failed=lambda *_: None,
    )

    qtbot.waitUntil(lambda: ears.heard == [("done", 2)])

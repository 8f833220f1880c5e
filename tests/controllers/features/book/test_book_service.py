"""The thread that looks things up: one question of a kind at a time, and no error ends it."""

import threading
from collections.abc import Iterator

import pytest

from kalahloa.controllers.features.book.book_service import BookReply, BookService
from kalahloa.models.work.cancellation import Stop


@pytest.fixture
def service(qapp) -> Iterator[BookService]:
    made = BookService()
    yield made
    made.shut_down()


@pytest.fixture
def replies(service: BookService) -> list[BookReply]:
    heard: list[BookReply] = []
    service.replied.connect(heard.append)
    return heard


def test_each_kind_is_answered_on_another_thread(service, replies, qtbot):
    def here(_stop: Stop) -> int:
        return threading.get_ident()

    first, second = service.ask("page", here), service.ask("walk", here)

    qtbot.waitUntil(lambda: len(replies) == 2)
    assert [reply.number for reply in replies] == [first, second]
    assert threading.get_ident() not in {reply.result for reply in replies}


def test_a_later_question_of_a_kind_replaces_the_one_before(service, replies, qtbot):
    began, asked = threading.Event(), threading.Event()

    def wait(stop: Stop) -> str:
        began.set()
        while not stop():
            pass
        asked.wait()
        return "old"

    service.ask("page", wait)
    qtbot.waitUntil(began.is_set)
    service.ask("page", lambda stop: "not even begun")
    last = service.ask("page", lambda stop: "new")
    asked.set()

    qtbot.waitUntil(lambda: bool(replies))
    assert replies == [BookReply(last, "new")]


def test_what_is_dropped_is_not_answered(service, replies, qtbot):
    dropped = threading.Event()
    service.ask("page", lambda stop: dropped.wait())
    service.drop("page")
    dropped.set()
    last = service.ask("walk", lambda stop: 2)

    qtbot.waitUntil(lambda: bool(replies))
    assert replies == [BookReply(last, 2)]


def test_an_error_is_an_answer_and_the_next_question_is_answered(service, replies, qtbot):
    def fail(_stop: Stop) -> None:
        raise RuntimeError("torn pages")

    service.ask("page", fail)
    service.ask("walk", lambda stop: 2)

    qtbot.waitUntil(lambda: len(replies) == 2)
    assert [(reply.result, reply.error) for reply in replies] == [(None, "torn pages"), (2, "")]

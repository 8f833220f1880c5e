"""Replies of the reader that come too late, or in another language."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTranslator

from kalahloa.controllers.saving.library_reader import LibraryReader, OpenReply, RecentReply
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.record import Record


class Watched(LibraryReader):
    """A reader for whose replies one can wait without an event loop."""

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: Library.open(path))
        self.done = threading.Semaphore(0)
        self.finished.connect(self.done.release, Qt.ConnectionType.DirectConnection)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


@pytest.fixture
def reader(qapp, path: Path) -> Iterator[Watched]:
    made = Watched(path)
    yield made
    made.shut_down()


@pytest.fixture
def ids(path: Path) -> list[int]:
    with Library.open(path) as library:
        return [library.add(Record(find_game("kalah"))) for _ in range(2)]


def nothing() -> None:
    pass


def test_of_two_games_that_were_read_the_later_one_is_the_reply(reader, ids):
    for number in ids:
        reader.open(number, nothing)
        assert reader.done.acquire(timeout=30)

    reply = reader.take_reply()

    assert isinstance(reply, OpenReply)
    assert reply.wanted == ids[1]
    assert reader.take_reply() is None


def test_a_game_is_no_reply_once_another_one_was_asked_for(reader, ids):
    go_on = threading.Event()
    reader.open(ids[0], nothing)
    assert reader.done.acquire(timeout=30)
    reader.open(ids[1], go_on.wait)

    late = reader.take_reply()
    go_on.set()
    assert reader.done.acquire(timeout=30)
    reply = reader.take_reply()

    assert late is None
    assert isinstance(reply, OpenReply)
    assert reply.wanted == ids[1]


def test_a_list_of_recent_games_takes_only_as_many_as_were_asked_for(reader, ids):
    reader.list_recent(1)
    assert reader.done.acquire(timeout=30)

    reply = reader.take_reply()

    assert isinstance(reply, RecentReply)
    assert len(reply.games) == 1


class German(QTranslator):
    """One sentence of German."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context, text, comment=None, n=-1):
        is_known = text == "There is no game in {path}."
        return "In {path} ist kein Spiel." if is_known else None


def test_why_a_game_cannot_be_read_is_said_in_the_language_of_the_user(reader, tmp_path, qapp):
    german = German(qapp)
    qapp.installTranslator(german)
    try:
        reader.open(tmp_path, nothing)
        assert reader.done.acquire(timeout=30)
    finally:
        qapp.removeTranslator(german)

    reply = reader.take_reply()

    assert isinstance(reply, OpenReply)
    assert reply.error == f"In {tmp_path} ist kein Spiel."

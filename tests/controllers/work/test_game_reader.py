"""Replies of the reader that come too late."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTranslator

from kalahloa.controllers.game_files import GameFile, write_record
from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.work.game_reader import GameReader, ReadReply, RecentReply
from kalahloa.models.record import Record
from kalahloa.models.registry import find_game


class Watched(GameReader):
    """A reader for whose replies one can wait without an event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.done = threading.Semaphore(0)
        self.finished.connect(self.done.release, Qt.ConnectionType.DirectConnection)


@pytest.fixture
def reader(qapp) -> Iterator[Watched]:
    made = Watched()
    yield made
    made.shut_down()


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    found = [tmp_path / f"{name}.kalahloa" for name in ("one", "two")]
    for path in found:
        write_record(path, Record(find_game("kalah")), (HUMAN, HUMAN))
    return found


def nothing() -> None:
    pass


def test_of_two_games_that_were_read_the_later_one_is_the_reply(reader, paths):
    for path in paths:
        reader.read(path, path.parent, None, nothing)
        assert reader.done.acquire(timeout=30)

    reply = reader.take_reply()

    assert isinstance(reply, ReadReply)
    assert reply.path == paths[1]
    assert reader.take_reply() is None
    GameFile.open(paths[0]).close()  # not locked
    assert reply.game is not None
    reply.game.file.close()


def test_a_game_is_no_reply_once_another_one_was_asked_for(reader, paths):
    go_on = threading.Event()
    reader.read(paths[0], paths[0].parent, None, nothing)
    assert reader.done.acquire(timeout=30)
    reader.read(paths[1], paths[1].parent, None, go_on.wait)

    late = reader.take_reply()
    go_on.set()
    assert reader.done.acquire(timeout=30)
    reply = reader.take_reply()

    assert late is None
    GameFile.open(paths[0]).close()  # not locked
    assert isinstance(reply, ReadReply)
    assert reply.game is not None
    reply.game.file.close()


def test_the_current_game_is_not_read(reader, paths):
    reader.read(paths[0], paths[0].parent, paths[0], nothing)
    assert reader.done.acquire(timeout=30)

    reply = reader.take_reply()

    assert isinstance(reply, ReadReply)
    assert (reply.game, reply.error) == (None, "")


def test_a_list_of_recent_games_takes_only_as_many_as_were_asked_for(reader, paths):
    reader.list_recent(paths[0].parent, 1)
    assert reader.done.acquire(timeout=30)

    reply = reader.take_reply()

    assert isinstance(reply, RecentReply)
    assert len(reply.games) == 1


class German(QTranslator):
    """One sentence of German."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context, text, comment=None, n=-1):
        is_known = text == "{path} is not a regular file."
        return "{path} ist keine gewöhnliche Datei." if is_known else None


def test_why_a_game_cannot_be_read_is_said_in_the_language_of_the_user(reader, tmp_path, qapp):
    german = German(qapp)
    qapp.installTranslator(german)
    try:
        reader.read(tmp_path, tmp_path, None, nothing)
        assert reader.done.acquire(timeout=30)
    finally:
        qapp.removeTranslator(german)

    reply = reader.take_reply()

    assert isinstance(reply, ReadReply)
    assert reply.error == f"{tmp_path} ist keine gewöhnliche Datei."

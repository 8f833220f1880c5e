"""What the reader of games tells, to whom, and in which language."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTranslator

from kalahloa.controllers.saving.library_reader import LibraryReader, Wanted
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.record import Record


class Heard:
    """A reader, and what it has told."""

    def __init__(self, path: Path) -> None:
        self.reader = LibraryReader(lambda: Library.open(path))
        self.read = threading.Event()  # which the reader's thread may set until it has ended
        self.games: list[Any] = []
        self.errors: list[str] = []
        self.recent: list[Any] = []

    def open(self, wanted: Wanted, ready=lambda: None) -> None:
        self.reader.open(wanted, ready, self.games.append, self.errors.append)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


@pytest.fixture
def heard(qapp, path: Path) -> Iterator[Heard]:
    made = Heard(path)
    yield made
    made.reader.shut_down()


@pytest.fixture
def ids(path: Path) -> list[int]:
    with Library.open(path) as library:
        return [library.add(Record(find_game("kalah"))) for _ in range(2)]


def test_of_two_games_that_were_read_only_the_later_one_is_told(heard, ids, qtbot):
    heard.reader.worked.connect(heard.read.set, Qt.ConnectionType.DirectConnection)
    heard.open(ids[0])
    assert heard.read.wait(30)  # its reply is on the way, but was not received
    heard.open(ids[1])

    qtbot.waitUntil(lambda: bool(heard.games))
    assert [game.id for game in heard.games] == [ids[1]]
    assert not heard.reader.is_busy


def test_a_game_is_not_told_once_another_one_was_asked_for(heard, ids, qtbot):
    began, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        began.set()
        go_on.wait()

    heard.open(ids[0], wait)
    assert began.wait(30)
    heard.open(ids[1])
    go_on.set()

    qtbot.waitUntil(lambda: bool(heard.games))
    assert [game.id for game in heard.games] == [ids[1]]


def test_a_list_of_recent_games_takes_only_as_many_as_were_asked_for(heard, ids, qtbot):
    heard.reader.list_recent(1, heard.recent.append)

    qtbot.waitUntil(lambda: bool(heard.recent))

    (games,) = heard.recent
    assert len(games) == 1


def test_where_the_library_cannot_be_read_no_game_is_recent(heard, path, qtbot):
    path.mkdir()

    heard.reader.list_recent(3, heard.recent.append)

    qtbot.waitUntil(lambda: heard.recent == [()])


class German(QTranslator):
    """One sentence of German."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context, text, comment=None, n=-1):
        is_known = text == "{path} contains no game."
        return "In {path} ist kein Spiel." if is_known else None


def test_why_a_game_cannot_be_read_is_said_in_the_language_of_the_user(
    heard, tmp_path, qapp, qtbot
):
    german = German(qapp)
    qapp.installTranslator(german)
    try:
        heard.open(tmp_path)
        qtbot.waitUntil(lambda: bool(heard.errors))
    finally:
        qapp.removeTranslator(german)

    assert heard.errors == [f"In {tmp_path} ist kein Spiel."]

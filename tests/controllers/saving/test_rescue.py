"""Games that cannot be saved when the program ends go into files, and come back from there."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.saving import library_writer
from kalahloa.controllers.saving.game_files import read_record
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.rescue import rescue
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import LibraryUnavailable
from tests.controllers.conftest import COMPUTER
from tests.disk import Disk


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    disk = Disk(tmp_path / "library.sqlite")
    disk.prepare()
    return disk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def locked(disk: Disk) -> Iterator[sqlite3.Connection]:
    """Return another program's connection that has locked the library."""
    with closing(sqlite3.connect(disk.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


@pytest.fixture
def keeper(app, disk: Disk, folder: Path) -> Iterator[Keeper]:
    made = Keeper(
        app.document,
        lambda: Library.open(disk.path, patience=0.05),
        mend=disk.mend,
        folders=[lambda: folder],
    )
    yield made
    made.shut_down()


def game_with(*moves: int) -> OpenGame:
    record = Record(find_game("kalah"))
    for move in moves:
        record.play(move)
    return OpenGame(record, (HUMAN, COMPUTER))


def raise_unavailable() -> Path:
    raise LibraryUnavailable("You have no home folder.")


def test_a_game_is_written_to_the_first_folder_with_all_that_it_has(folder):
    game = game_with(3, 1)

    said = rescue([game], [lambda: folder])

    (path,) = folder.iterdir()
    record, players = read_record(path)
    assert record_to_json(record) == record_to_json(game.record)
    assert players == (HUMAN, COMPUTER)
    assert str(path) in said
    assert "next start" in said


def test_games_of_one_second_get_files_of_their_own(folder):
    rescue([game_with(3), game_with(4), game_with(5)], [lambda: folder])

    assert len(list(folder.iterdir())) == 3


def test_where_one_folder_fails_the_next_one_is_taken_and_named(tmp_path, folder):
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")

    said = rescue([game_with(3)], [raise_unavailable, lambda: blocked, lambda: folder])

    (path,) = folder.iterdir()
    assert str(path) in said
    assert "next start" not in said


def test_a_game_that_cannot_be_written_anywhere_is_said_to_be_lost():
    assert "lost" in rescue([game_with(3)], [raise_unavailable])


def test_a_game_that_another_program_keeps_out_of_the_library_comes_back(
    keeper, app, disk, folder, locked, qapp
):
    app.turns.play_text("b1-b3")
    app.turns.play_text("a4-c4")

    keeper.shut_down()

    assert "Another program has locked" in keeper.failure
    assert str(folder) in keeper.failure
    locked.execute("ROLLBACK")
    next_desk = open_app(find_game("loa"))
    next_one = Keeper(next_desk.document, disk.open)
    next_one.import_old_games(lambda: folder)
    assert next_one.restore_last()
    assert [node.text for node in next_desk.document.record.line()] == ["b1-b3", "a4-c4"]
    next_one.shut_down()
    next_desk.shut_down()


def test_what_could_be_saved_is_not_written_to_a_file(keeper, app, folder):
    app.turns.play_text("b1-b3")

    keeper.shut_down()

    assert keeper.failure == ""
    assert not folder.exists()


def test_a_locked_library_is_waited_for_once_and_not_at_each_move(keeper, app, locked, monkeypatch):
    patiences: list[float] = []
    monkeypatch.setattr(library_writer, "LOCKED_SECONDS", 0.0)
    monkeypatch.setattr(
        Library,
        "patience",
        property(lambda library: 0.0, lambda library, seconds: patiences.append(seconds)),
    )
    app.turns.play_text("b1-b3")
    keeper.save()
    before = list(patiences)

    app.turns.play_text("a4-c4")
    keeper.save()
    locked.execute("ROLLBACK")
    keeper.save()

    assert before == []
    assert patiences[0] == 0.0
    assert patiences[-1] >= 1
    assert keeper.failure == ""


def test_the_last_game_is_opened_when_a_lock_at_the_start_is_gone(
    app, disk, qtbot, folder, monkeypatch
):
    record = Record(find_game("loa"))
    record.play(record.position.legal_moves()[0])
    number = disk.add(record)
    with closing(sqlite3.connect(disk.path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        keeper = Keeper(
            app.document,
            lambda: Library.open(disk.path, patience=0.05),
            mend=lambda: (Library.open(disk.path, patience=0.05), ()),
        )
        keeper._retry.setInterval(20)
        said: list[str] = []
        keeper.failed.connect(said.append)
        assert not keeper.restore_last()
        qtbot.waitUntil(lambda: keeper._retry.isActive())

    qtbot.waitUntil(lambda: keeper.game_id == number)

    assert len(said) == 1
    assert "Another program has locked" in said[0]
    qtbot.waitUntil(lambda: not keeper._retry.isActive())
    keeper.shut_down()

"""The thread that writes to the library, and the one that has it on the disk."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.saving import library_flusher
from kalahloa.controllers.saving.library_flusher import LibraryCheckpointer
from kalahloa.controllers.saving.library_writer import LibraryWriter, Written
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.models.library.library import Library
from kalahloa.models.text.errors import LibraryUnavailable
from tests.disk import Disk
from tests.library_games import noted


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    disk = Disk(tmp_path / "library.sqlite")
    disk.prepare()
    return disk


@pytest.fixture
def writer(qapp, disk: Disk) -> Iterator[LibraryWriter]:
    writer = LibraryWriter(disk.open)
    yield writer
    disk.gate.set()
    writer.shut_down()


def play(game: OpenGame) -> None:
    game.record.play(game.record.position.legal_moves()[0])
    game.queue_changes()


def test_what_is_written_meanwhile_does_not_wait_for_a_slow_disk(writer, disk, qtbot, monkeypatch):
    flush, gate = Library.flush, threading.Event()
    monkeypatch.setattr(Library, "flush", lambda library: (gate.wait(), flush(library)))
    game = noted(3)
    writer.write(game)
    qtbot.waitUntil(lambda: game.id is not None)
    first = writer.last_number

    play(game)
    writer.write(game)

    qtbot.waitUntil(lambda: len(disk.records()[0].line()) == 2)
    assert writer.pop_results() == []  # it is not on the disk yet
    gate.set()
    assert writer.wait(first)
    assert writer.wait()
    assert {result.error for result in writer.pop_results()} == {""}


def test_a_disk_that_cannot_be_flushed_is_told_and_asked_again(writer, disk, monkeypatch):
    def fail(library: Library) -> None:
        raise LibraryUnavailable("The disk is broken.")

    game = noted(3)
    with monkeypatch.context() as broken:
        broken.setattr(Library, "flush", fail)
        writer.write(game)
        writer.wait()
        (result,) = writer.pop_results()
    writer.write(game)
    writer.wait()

    assert isinstance(result, Written)
    assert result.error == "The disk is broken."
    assert [again.error for again in writer.pop_results()] == [""]


def test_changes_that_are_not_written_yet_are_written_together(writer, disk, monkeypatch):
    calls: list[int] = []
    write = OpenGame.write
    monkeypatch.setattr(
        OpenGame, "write", lambda game, library: (calls.append(1), write(game, library))[1]
    )
    disk.gate.clear()
    game = noted(3)
    writer.write(game)
    for _ in range(8):
        play(game)
        writer.write(game)

    disk.gate.set()
    writer.wait()

    assert len(calls) <= 2
    assert len(disk.records()[0].line()) == 9


def test_what_somebody_waits_for_is_not_put_off(writer, disk, monkeypatch):
    monkeypatch.setattr("kalahloa.controllers.saving.library_writer.PAINT_SECONDS", 3600.0)
    writer.write(noted(3))

    assert writer.wait()

    assert disk.lines() == {("3",)}


def test_the_log_is_moved_as_often_as_that_is_asked_for_though_the_thread_ends_between(
    disk, qtbot, monkeypatch
):
    moved: list[None] = []
    monkeypatch.setattr(Library, "checkpoint", lambda library: moved.append(None))
    checkpointer = LibraryCheckpointer(disk.open)

    def ask_often() -> None:
        for _ in range(500):
            checkpointer.ask()

    asking = threading.Thread(target=ask_often)
    asking.start()
    asking.join()

    qtbot.waitUntil(lambda: len(moved) == 500)
    checkpointer.shut_down()
    assert not checkpointer.is_alive


def test_the_log_is_moved_to_the_file_now_and_then(writer, disk, qtbot, monkeypatch):
    monkeypatch.setattr(library_flusher, "CHECKPOINT_AFTER", 3)
    asked: list[bool] = []
    checkpoint = Library.checkpoint
    monkeypatch.setattr(Library, "checkpoint", lambda library: asked.append(checkpoint(library)))
    game = noted(3)
    for _ in range(7):
        writer.write(game)
        writer.wait()
        play(game)

    qtbot.waitUntil(lambda: len(asked) >= 2)

    assert asked[-1]


def test_news_is_told_before_the_disk_is_flushed_and_is_not_taken_for_saved(
    writer, qtbot, monkeypatch
):
    gate = threading.Event()
    monkeypatch.setattr(Library, "flush", lambda library: gate.wait())
    game = noted(3)
    monkeypatch.setattr(game, "write", lambda library: True)
    told: list[Written] = []

    writer.write(game)
    qtbot.waitUntil(lambda: told.extend(writer.pop_results()) or bool(told))
    early = list(told)
    gate.set()
    writer.wait()

    assert [(one.has_news, one.is_look) for one in early] == [(True, True)]
    assert [(one.has_news, one.is_look) for one in writer.pop_results()] == [(False, False)]

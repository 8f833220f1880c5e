"""Games that versions without a library kept in files are taken in at the first start."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.bulk import empty_trash
from kalahloa.models.library.library import Library
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import LibraryUnavailable
from tests.controllers.conftest import COMPUTER
from tests.disk import Disk, write_record


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "library.sqlite")


@pytest.fixture
def keeper(app, disk: Disk) -> Iterator[Keeper]:
    made = Keeper(app.document, disk.open)
    yield made
    made.shut_down()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three games, the newest of them with the move 3."""
    found = tmp_path / "games"
    for move in (1, 2, 3):
        record = Record(find_game("kalah"))
        record.play(record.position.read_move(str(move)))
        path = found / f"2026-01-0{move} 12.00.00 kalah.kalahloa"
        write_record(path, record, (COMPUTER, COMPUTER))
        os.utime(path, (1_700_000_000 + move, 1_700_000_000 + move))
    return found


def take_in(keeper: Keeper, folder: Path, qtbot) -> None:
    """Do what the program does at its start, and wait until everything is there."""
    with qtbot.waitSignal(keeper.imported):
        keeper.import_old_games(lambda: folder)


def test_the_newest_game_is_there_at_once_and_the_others_follow(keeper, app, disk, folder, qtbot):
    with qtbot.waitSignal(keeper.imported):
        keeper.import_old_games(lambda: folder)
        at_once = disk.lines()
        assert keeper.restore_last()

    assert ("3",) in at_once  # whatever of the others was as quick
    assert app.document.node.text == "3"
    assert app.document.players == (COMPUTER, COMPUTER)
    assert disk.lines() == {("1",), ("2",), ("3",)}


def test_the_files_stay_and_are_taken_in_only_once(keeper, disk, folder, qtbot):
    before = {path: path.read_bytes() for path in folder.iterdir()}

    for _ in range(3):
        take_in(keeper, folder, qtbot)

    assert len(disk.games()) == 3
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_game_that_was_deleted_for_good_does_not_come_back(keeper, disk, folder, qtbot):
    take_in(keeper, folder, qtbot)
    with Library.open(disk.path) as library:
        library.trash([game.id for game in library.search()])
        empty_trash(library)

    take_in(keeper, folder, qtbot)

    assert disk.games() == []


def test_a_game_of_the_library_that_was_gone_on_with_stays_the_last_one(
    keeper, app, disk, folder, qtbot
):
    app.turns.play_text("b1-b3")
    keeper.save()

    take_in(keeper, folder, qtbot)
    app.document.new_game(find_game("tictactoe"))
    keeper.restore_last()

    assert app.document.node.text == "b1-b3"
    assert len(disk.games()) == 4


def test_a_damaged_file_is_said_by_name_and_the_others_are_taken_in(keeper, disk, folder, qtbot):
    (folder / "newest.kalahloa").write_text("{", encoding="utf-8")
    (folder / "nowhere.kalahloa").symlink_to(folder / "lost")
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    with qtbot.waitSignal(keeper.imported):
        keeper.import_old_games(lambda: folder)
        at_once = disk.lines()

    qtbot.waitUntil(lambda: bool(heard))
    assert ("3",) in at_once  # whatever of the others was as quick
    assert "newest.kalahloa" in heard[0]
    assert "nowhere.kalahloa" in heard[0]
    assert disk.lines() == {("1",), ("2",), ("3",)}


def test_without_a_folder_nothing_happens(keeper, tmp_path, qtbot):
    with qtbot.assertNotEmitted(keeper.imported, wait=50):
        keeper.import_old_games(lambda: tmp_path / "nowhere")


def test_without_a_home_nothing_is_taken_in_and_nothing_is_raised(keeper):
    def no_home() -> Path:
        raise LibraryUnavailable("There is no folder.")

    keeper.import_old_games(no_home)

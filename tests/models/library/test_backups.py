"""Copies of a library are made now and then, and give back tables that are not there at all."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from kalahloa.controllers.saving.opening import mend_user_library
from kalahloa.models.library.backups import KEPT, MIN_AGE_SECONDS, backups, keep_backup
from kalahloa.models.library.diagnosis import Condition, diagnose
from kalahloa.models.library.library import Library
from kalahloa.models.library.repair import open_library
from kalahloa.models.storage.user_data import library_path
from tests.models.library.games import facts, random_record, record_of, reloaded

GAMES = 5


def everything(library) -> list[object]:
    return [
        (facts(reloaded(library, game)), library.edits(game), library.headers([game])[0].tags)
        for game in range(1, GAMES + 1)
    ]


@pytest.fixture
def copied(path):
    """What is in the library at the path, of which there is a copy."""
    with Library.open(path) as library:
        for seed in range(GAMES):
            game = library.add(random_record(seed, 12), tags=(f"tag {seed}",))
            library.add_edit(game, {"number": seed})
            library.keep_analyses(game, {0: {"a": seed}}, "reviews")
        keep_backup(library)
        return everything(library)


@pytest.mark.parametrize("table", ["games", "nodes", "edits", "tags", "imported", "reviews"])
def test_a_table_that_was_dropped_comes_back_from_the_copy(path, copied, table):
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(f"DROP TABLE {table}")

    library, said = open_library(path)

    with library:
        assert everything(library) == copied
        assert library.analyses(1, "reviews") == {0: {"a": 0}}
        assert str(backups(path)[0]) in said[1]
        assert diagnose(path, thorough=True).condition is Condition.WHOLE


def test_what_is_newer_than_the_copy_and_still_there_stays(path, copied):
    with Library.open(path) as library:
        number = library.add(record_of("1 5", players=("New", "")))
        library.trash([2])
        library.delete_trashed(2)
        library._database.execute("DROP TABLE edits")

    library, _ = open_library(path)

    with library:
        assert library.headers([number])[0].players[0] == "New"
        assert library.headers([2]) == []
        assert library.edits(2) == []
        assert [edit.data for edit in library.edits(1)] == [{"number": 0}]


def test_there_are_few_copies_and_none_soon_after_another(path, copied):
    with Library.open(path) as library:
        keep_backup(library)
        assert len(backups(path)) == 1
        for number in range(4):
            newest = backups(path)[0]
            os.utime(newest, (0, newest.stat().st_mtime - MIN_AGE_SECONDS - 1))
            old = newest.with_name(f"{path.stem} 2020-01-0{number + 1}{path.suffix}")
            newest.rename(old)
            keep_backup(library)
            assert len(backups(path)) == KEPT
            assert backups(path)[1] == old
    for copy in backups(path):
        assert os.name != "posix" or copy.stat().st_mode & 0o077 == 0
        assert diagnose(copy).condition is Condition.WHOLE


def test_where_the_disk_has_little_room_there_is_no_copy(path, monkeypatch):
    with Library.open(path) as library:
        library.add(record_of("1"))
        usage = shutil.disk_usage(path.parent)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000))
        keep_backup(library)

    assert backups(path) == []


def test_the_library_of_the_window_is_copied_when_it_was_checked(tmp_path, monkeypatch):
    monkeypatch.setenv("KALAHLOA_DATA", str(tmp_path))
    with Library.open(library_path()) as library:
        library.add(record_of("1"))

    mended, said = mend_user_library()

    mended.close()
    assert said == ()
    assert len(backups(library_path())) == 1


def test_an_empty_library_is_not_copied(path):
    with Library.open(path) as library:
        keep_backup(library)

    assert backups(path) == []

"""Where the library cannot be used, one sentence says why, and nothing is half written."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kalahloa.models.library import database as database_module
from kalahloa.models.library import error_sentences, schema
from kalahloa.models.library.library import Library
from kalahloa.models.library.repair import open_library
from kalahloa.models.storage.user_data import data_folder, library_path
from kalahloa.models.text.errors import (
    LibraryBusy,
    LibraryForeign,
    LibraryFull,
    LibraryReadOnly,
    LibraryTooNew,
    LibraryUnavailable,
)
from kalahloa.models.text.sentence import Sentence
from tests.models.library.games import facts, record_of, reloaded


def assert_says(caught, path) -> None:
    error = caught.value
    assert str(path) in str(error)
    assert isinstance(error.sentence, Sentence)
    assert str(error).endswith(".") and "\n" not in str(error)


def test_a_library_of_a_newer_version_is_left_as_it_is(path):
    Library.open(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    before = path.read_bytes()

    with pytest.raises(LibraryTooNew, match="newer version of Kalahloa") as caught:
        Library.open(path)

    assert_says(caught, path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_version_in_the_log_only_is_noticed_too(path):
    with Library.open(path) as library:
        with closing(sqlite3.connect(path)) as database:
            database.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        with pytest.raises(LibraryTooNew):
            Library.open(path)
        assert library.count() == 0


@pytest.mark.parametrize("version", [0, 7])
def test_a_database_of_another_program_is_left_as_it_is(path, version):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE bookmarks (x)")
        database.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()

    with pytest.raises(LibraryForeign, match="not a Kalahloa library") as caught:
        open_library(path)

    assert_says(caught, path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_library_that_another_program_has_locked_is_waited_for_and_then_said(path):
    with Library.open(path, patience=0.05) as library:
        game = library.add(record_of("1"))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LibraryBusy, match="Another program has locked") as caught:
                library.add(record_of("2"))
            assert_says(caught, path)
            assert facts(reloaded(library, game)) == facts(record_of("1"))
            other.execute("ROLLBACK")
        assert library.add(record_of("2")) > game


def test_a_lock_that_another_program_holds_is_had_soon_after_it_is_free(path, monkeypatch):
    naps: list[float] = []
    with Library.open(path) as library, closing(sqlite3.connect(path, isolation_level=None)) as one:
        one.execute("BEGIN IMMEDIATE")

        def nap(seconds: float) -> None:
            naps.append(seconds)
            if len(naps) == 200:
                one.execute("ROLLBACK")

        monkeypatch.setattr(database_module.time, "sleep", nap)
        library.add(record_of("2"))

        assert len(naps) == 200
        assert max(naps) <= 0.005
        library.search()  # which waits for itself
        assert library._database.execute("PRAGMA busy_timeout").fetchone() == (
            1000 * database_module.PATIENCE_SECONDS,
        )


def test_the_lock_of_a_killed_program_keeps_nobody_out(path):
    Library.open(path).close()
    script = (
        "import sqlite3, sys, time\n"
        f"database = sqlite3.connect({str(path)!r}, isolation_level=None)\n"
        "database.execute('BEGIN IMMEDIATE')\n"
        "print('locked', flush=True)\n"
        "time.sleep(100)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        other.kill()
        other.wait()

    with Library.open(path, patience=0.05) as library:
        assert library.add(record_of("1")) == 1


def test_a_full_disk_is_said_and_what_was_there_stays(path):
    with Library.open(path) as library:
        game = library.add(record_of("1 5"))
        (pages,) = library._database.execute("PRAGMA page_count").fetchone()
        library._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LibraryFull, match="the disk is full") as caught:
            for _ in range(50):
                library.add(record_of("1 5 2"))
        assert_says(caught, path)
        library._database.execute("PRAGMA max_page_count = 1000000")
        assert facts(reloaded(library, game)) == facts(record_of("1 5"))
        assert library.check(thorough=True) == []
        library.add(record_of("9"))


@pytest.mark.parametrize(
    ("free", "kind", "said"),
    [(4096, LibraryFull, "the disk is full"), (1 << 30, LibraryUnavailable, "disk I/O error")],
)
def test_an_error_of_the_disk_is_its_being_full_where_it_is(path, monkeypatch, free, kind, said):
    usage = shutil.disk_usage(path.anchor)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=free))
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE

    with pytest.raises(kind, match=said), error_sentences.library_failures(path):
        raise error


def test_a_library_that_cannot_be_written_is_said(path):
    with Library.open(path) as library:
        library._database.execute("PRAGMA query_only = ON")
        with pytest.raises(LibraryReadOnly, match="read-only") as caught:
            library.add(record_of("1"))

    assert_says(caught, path)


@pytest.mark.parametrize(
    ("number", "kind", "said"),
    [
        (errno.EROFS, LibraryReadOnly, "read-only"),
        (errno.EACCES, LibraryReadOnly, "read-only"),
        (errno.ENOSPC, LibraryFull, "full"),
        (errno.EIO, LibraryUnavailable, "cannot be used: Input/output error"),
    ],
)
def test_a_folder_that_cannot_be_made_is_said(path, monkeypatch, number, kind, said):
    def fail(folder, private):
        raise OSError(number, {errno.EIO: "Input/output error"}.get(number, "no"))

    monkeypatch.setattr(database_module, "make_folder", fail)

    with pytest.raises(kind, match=said) as caught:
        Library.open(path)

    assert_says(caught, path)


def test_a_folder_in_the_place_of_the_library_is_said(path):
    path.mkdir(parents=True)

    with pytest.raises(LibraryUnavailable) as caught:
        Library.open(path)

    assert_says(caught, path)


def test_a_library_that_is_not_to_be_created_is_said_to_be_missing(path):
    with pytest.raises(LibraryUnavailable, match="There is no library") as caught:
        Library.open(path, create=False)

    assert_says(caught, path)
    assert not path.parent.exists()


def test_a_library_that_was_replaced_is_not_written_to(path):
    with Library.open(path) as library:
        path.rename(path.with_name("aside"))
        with pytest.raises(LibraryUnavailable, match="was replaced"):
            library.add(record_of("1"))


@pytest.mark.skipif(sys.platform == "win32", reason="An open file cannot be deleted there.")
def test_a_log_that_was_deleted_is_noticed_and_what_was_in_it_is_kept(path):
    with Library.open(path) as library:
        first = library.identity
        game = library.add(record_of("1 5"))
        for end in ("-wal", "-shm"):
            path.with_name(f"{path.name}{end}").unlink()
        with pytest.raises(LibraryUnavailable, match="was replaced"):
            library.version()
    with Library.open(path) as library:
        assert library.identity != first  # so that what is played is compared with what is there
        assert facts(reloaded(library, game)) == facts(record_of("1 5"))
        library.add(record_of("2"))
        assert library.check(thorough=True) == []


def test_the_version_is_another_one_only_after_others_have_written(path):
    with Library.open(path) as library, Library.open(path) as other:
        before = library.version()
        library.add(record_of("1"))
        assert library.version() == before
        other.add(record_of("2"))
        assert library.version() != before


def test_a_library_and_its_backup_are_for_nobody_else_to_read(path, tmp_path):
    with Library.open(path) as library:
        library.add(record_of("1"))
        library.backup(tmp_path / "backup.sqlite")
        for file in (*path.parent.iterdir(), tmp_path / "backup.sqlite"):
            assert os.name != "posix" or file.stat().st_mode & 0o077 == 0, file


# -- where it is -----------------------------------------------------------------------------------


def test_the_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("KALAHLOA_DATA", str(tmp_path / "x"))

    assert data_folder() == tmp_path / "x"
    assert library_path() == tmp_path / "x" / "library.sqlite"


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "/home/me/.local/share/Kalahloa/Kalahloa"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/Kalahloa/Kalahloa"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/home/me/.local/share/Kalahloa/Kalahloa"),
        ("darwin", {}, "/home/me/Library/Application Support/Kalahloa/Kalahloa"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/Kalahloa/Kalahloa"),
        ("win32", {}, "/home/me/AppData/Roaming/Kalahloa/Kalahloa"),
    ],
)
def test_the_folder_is_the_platforms(monkeypatch, platform, variables, expected):
    for name in ("KALAHLOA_DATA", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    monkeypatch.setattr(sys, "platform", platform)

    assert data_folder() == Path(expected)


@pytest.mark.parametrize("home", [RuntimeError("no home"), Path()])
def test_without_a_home_folder_one_sentence_says_so(monkeypatch, home):
    def find() -> Path:
        if isinstance(home, Exception):
            raise home
        return home

    for name in ("KALAHLOA_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", find)

    with pytest.raises(LibraryUnavailable, match="no home folder, and KALAHLOA_DATA") as caught:
        data_folder()

    assert isinstance(caught.value.sentence, Sentence)

"""Libraries of older versions are brought up to date, and copies are whole libraries."""

import gzip
import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from kalahloa.models.library import analyses, schema, tables
from kalahloa.models.library.diagnosis import Condition, diagnose
from kalahloa.models.library.library import Library, Statistics
from kalahloa.models.library.query import Query
from kalahloa.models.library.repair import open_library
from kalahloa.models.library.selection import Selection
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.text.errors import KalahloaError, LibraryFull, LibraryUnavailable
from tests.models.library.games import facts, random_record, record_of, reloaded

OLD_LIBRARIES = {
    file.name.partition(".")[0].removeprefix("library-"): file
    for file in (Path(__file__).parents[2] / "old_files").glob("library-*.sqlite.gz")
}
"""Libraries that earlier versions have written, by the version of the tables.

Early ones of version 3 have no table of accuracies.
"""


def put_old(path: Path, version: str) -> None:
    """Put a library of an earlier *version* at *path*."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.decompress(OLD_LIBRARIES[version].read_bytes()))


@pytest.fixture
def old(path):
    """The path of a library that version 1 wrote."""
    put_old(path, "1")
    return path


def test_there_is_an_old_library_of_every_version_before():
    numbers = {int(version.partition("-")[0]) for version in OLD_LIBRARIES}

    assert numbers >= set(range(1, schema.VERSION))


@pytest.mark.parametrize("version", OLD_LIBRARIES)
def test_a_library_of_an_earlier_version_is_whole_and_loses_nothing(path, version):
    put_old(path, version)
    before = path.read_bytes()

    found = diagnose(path, thorough=True)

    number = int(version.partition("-")[0])
    expected = Condition.OLDER if number < schema.VERSION else Condition.WHOLE
    assert (found.condition, found.games) == (expected, 2)
    assert path.read_bytes() == before
    with Library.open(path) as library:
        assert_is_version_1_game(library)
        assert library.analyses(1) == ({1: {"a": 1}} if number >= 2 else {})
        assert library.analyses(1, analyses.REVIEWS) == ({1: {"r": 1}} if number >= 3 else {})
        library.keep_accuracy(1, 2, (50.0, None))
        library.add(record_of("1"))
    assert diagnose(path, thorough=True).condition is Condition.WHOLE


@pytest.mark.parametrize("version", OLD_LIBRARIES)
def test_a_damaged_library_of_an_earlier_version_is_read_into_one_of_this(path, version):
    put_old(path, version)
    content = bytearray(path.read_bytes())
    content[24:28] = b"\xff" * 4
    content[36:40] = b"\0\0\0\x09"  # pages that are free, and are not there
    path.write_bytes(content)

    library, said = open_library(path)

    with library:
        assert said
        assert_is_version_1_game(library)


def assert_is_version_1_game(library) -> None:
    record = reloaded(library, 1)
    (header,) = library.headers([1])
    assert [node.text for node in record.nodes] == ["", "1", "5", "2", "8", "3", "9", "3"]
    assert [node.number for node in record.nodes if node.removed] == [4]
    assert record.nodes[2].notes == Notes(
        "A comment\n\nin two paragraphs",
        (Mark.GOOD,),
        (Drawing(Shape.ARROW, "1", "9", Ink.RED),),
        (("XX", ("y",)),),
    )
    assert header.players == ("Anna", "Bert")
    assert header.details == {"event": "Cup", "date": "2001-02-03"}
    assert header.levels == ({"searcher": "engine", "strength": 3}, None)
    assert (header.source, header.tags) == ("/old/file.kalahloa", ("best", "study"))
    assert [(edit.data, edit.undone) for edit in library.edits(1)] == [({"remove": 4}, False)]
    assert [(edit.data, edit.undone) for edit in library.edits(2)] == [({"x": 1}, True)]


def test_what_is_in_an_old_library_is_found(old):
    with Library.open(old) as library:
        assert_is_version_1_game(library)
        assert [header.game for header in library.search(sort="created")] == [
            "kalah",
            "tictactoe",
        ]
        assert [header.game for header in library.search(Query(trashed=True))] == ["loa"]
        assert library.count(Query(words="paragraphs cup")) == 1
        assert library.check(thorough=True) == []
        library.add(record_of("1"))


@pytest.mark.parametrize("version", OLD_LIBRARIES)
def test_an_older_library_is_searched_inside_words_and_sorted_by_names(path, version):
    put_old(path, version)

    with Library.open(path) as library:
        for words in ("ARAGR", "nn", "ert cup", "tud", "tic-tac", "file.kala"):
            assert library.count(Query(words=words)) == int(words != "nn"), words
        added = [library.add(record_of("1", players=(name, ""))) for name in ("Zoe", "Ángel")]
        by_name = [header.players[0] for header in library.search(sort="first", descending=False)]
        assert [name for name in by_name if name in ("Anna", "Zoe", "Ángel")] == [
            *("Ángel", "Anna", "Zoe")
        ]
        assert library.count(Query(player="angel")) == len(added) - 1


def test_whoever_opens_an_older_library_waits_for_another_who_updates_it(old, monkeypatch):
    waits, sleep = threading.Event(), time.sleep

    def wait(seconds: float) -> None:
        waits.set()
        sleep(seconds)

    monkeypatch.setattr(time, "sleep", wait)
    holder = sqlite3.connect(old, isolation_level=None)
    holder.execute("PRAGMA journal_mode = WAL")
    holder.execute("BEGIN IMMEDIATE")
    opened: list[int] = []

    def open_it() -> None:
        with Library.open(old, patience=0.0) as library:
            opened.append(library.count())

    thread = threading.Thread(target=open_it)
    thread.start()
    assert waits.wait(30)
    assert opened == []

    holder.execute("ROLLBACK")
    holder.close()
    thread.join(30)
    assert opened == [2]


def test_an_older_library_gets_the_index_of_players(old):
    with Library.open(old) as library:
        assert library.results(Selection(player="Anna")).total.games == 1
        assert library.check(thorough=True) == []


def test_older_tables_are_brought_up_to_date(old, monkeypatch):
    steps = {schema.VERSION: ("ALTER TABLE games ADD COLUMN x REAL", "UPDATE games SET x = 0.5")}
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS | steps)
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)

    with Library.open(old) as library:
        assert_is_version_1_game(library)
        (version,) = library._database.execute("PRAGMA user_version").fetchone()
        assert version == schema.VERSION
        assert library._database.execute("SELECT sum(x) FROM games").fetchone() == (1.5,)


def test_a_step_that_fails_leaves_the_library_as_it_was(old, monkeypatch):
    steps = ("ALTER TABLE games ADD COLUMN x REAL", "UPDATE no_such_table SET x = 1")
    monkeypatch.setattr(schema, "MIGRATIONS", {**schema.MIGRATIONS, 1: steps})

    with pytest.raises(KalahloaError):
        Library.open(old)

    monkeypatch.undo()
    with Library.open(old) as library:
        assert_is_version_1_game(library)
        names = [row[1] for row in library._database.execute("PRAGMA table_info(games)")]
        assert "x" not in names


def test_many_connections_may_create_a_library_at_once(path):
    failed = []

    def work(number: int) -> None:
        try:
            with Library.open(path, patience=60) as library:
                library.add(record_of(str(number)))
        except KalahloaError as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    with Library.open(path) as library:
        assert library.count() == 8


def test_tables_may_be_created_while_a_connection_looks_for_them(path, monkeypatch):
    objects = tables._objects

    def objects_after_another_created_them(database):
        monkeypatch.undo()
        Library.open(path).close()
        return objects(database)

    monkeypatch.setattr(tables, "_objects", objects_after_another_created_them)
    with Library.open(path) as library:
        assert library.count() == 0


def test_commits_are_flushed_to_the_disk(library):
    (mode,) = library._database.execute("PRAGMA journal_mode").fetchone()
    (level,) = library._database.execute("PRAGMA synchronous").fetchone()
    (keys,) = library._database.execute("PRAGMA foreign_keys").fetchone()

    assert (mode, level, keys) == ("wal", 2, 1)


# -- copies and checks -----------------------------------------------------------------------------


def test_a_backup_is_a_whole_library(library, tmp_path):
    records = [random_record(seed, 20) for seed in range(5)]
    games = [library.add(record) for record in records]
    copy = tmp_path / "new" / "copy.sqlite"

    library.backup(copy)
    library.add(record_of("1"))

    assert [file.name for file in copy.parent.iterdir()] == [copy.name]
    with Library.open(copy) as other:
        assert [facts(reloaded(other, game)) for game in games] == list(map(facts, records))
        assert other.count() == 5
        assert other.check(thorough=True) == []


def test_a_backup_replaces_an_older_one_only_when_it_is_whole(library, tmp_path, monkeypatch):
    copy = tmp_path / "copy.sqlite"
    library.backup(copy)
    before = copy.read_bytes()
    library.add(record_of("1"))

    def fail(*words):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(LibraryFull, match=r"copy\.sqlite"):
        library.backup(copy)
    assert copy.read_bytes() == before
    monkeypatch.undo()
    library.backup(copy)

    assert copy.read_bytes() != before
    assert [file.name for file in tmp_path.glob("copy*")] == [copy.name]


def test_a_backup_in_the_place_of_a_folder_is_refused(library, tmp_path):
    (tmp_path / "copy.sqlite").mkdir()

    with pytest.raises(LibraryUnavailable, match=r"copy\.sqlite"):
        library.backup(tmp_path / "copy.sqlite")

    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.sqlite"]


def test_an_index_that_does_not_fit_is_found(library, path):
    library.add(record_of("1 5", players=("Anna", "")))
    assert library.check(thorough=True) == []
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE words_content SET c0 = 'Berta'")
        database.commit()

    assert library.check(thorough=True) != []


def test_statistics_count_what_there_is(library, path):
    games = [library.add(record_of("1 5")), library.add(record_of("1", "kalah"))]
    library.add(record_of("2"))
    library.trash(games[:1])

    statistics = library.statistics()

    assert statistics == Statistics(2, 1, 7, statistics.size, {"kalah": 1, "tictactoe": 1})
    assert statistics.size > 50_000

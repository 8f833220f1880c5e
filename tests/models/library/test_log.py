"""The log of the library: flushed, and moved to the file, apart from what writes to it."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kalahloa.models.library import bulk, database, log
from kalahloa.models.library.bulk import empty_trash, in_batches
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.importer import import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.text.errors import LibraryFull
from tests.models.library.games import record_of


@pytest.fixture
def flushed(monkeypatch) -> list[int]:
    """Return the files that are flushed from now on."""
    files: list[int] = []
    monkeypatch.setattr(log, "flush", files.append)
    return files


def synchronous(library: Library) -> int:
    (found,) = library._database.execute("PRAGMA synchronous").fetchone()
    return found


def games_in_the_file(path: Path) -> int:
    """Return how many games the file has without its log."""
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as database:
        (count,) = database.execute("SELECT count(*) FROM games").fetchone()
    return count


def test_each_transaction_is_flushed_by_itself_unless_that_is_left_to_others(library, flushed):
    library.add(record_of("1"))
    library.flush()

    assert synchronous(library) == 2  # FULL
    assert flushed == []


def test_what_was_written_is_flushed_when_that_is_asked_for(library, flushed):
    assert library.flush_apart()
    library.flush()
    before = len(flushed)

    library.add(record_of("1"))
    library.add(record_of("2"))
    library.flush()

    assert synchronous(library) == 1  # NORMAL
    assert (before, len(flushed)) == (0, 1)


def test_the_log_is_flushed_when_the_library_is_closed(library, flushed):
    library.flush_apart()
    library.add(record_of("1"))

    library.close()
    library.close()
    library.flush()

    assert len(flushed) == 1


def test_a_flush_that_fails_is_said_and_so_when_it_fails_at_the_end(library, monkeypatch):
    def fail(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space")

    library.flush_apart()
    library.add(record_of("1"))
    monkeypatch.setattr(log, "flush", fail)

    with pytest.raises(LibraryFull):
        library.flush()
    library.close()
    with pytest.raises(LibraryFull):
        library.flush()


def test_a_library_without_a_log_flushes_by_itself(path, flushed, monkeypatch):
    monkeypatch.setattr("kalahloa.models.library.database._use_log", lambda *_: False)
    with Library.open(path) as library:
        assert not library.flush_apart()
        library.add(record_of("1"))
        library.flush()

        assert synchronous(library) == 2
        assert flushed == []


def test_many_transactions_are_flushed_once_at_their_end(library, flushed):
    with library.flushing_once():
        within = synchronous(library)
        library.add(record_of("1"))
        library.add(record_of("2"))
        before = len(flushed)

    assert (within, synchronous(library)) == (1, 2)
    assert (before, len(flushed)) == (0, 1)


def test_what_was_written_before_an_error_is_flushed(library, flushed):
    with pytest.raises(ValueError), library.flushing_once():
        library.add(record_of("1"))
        raise ValueError

    assert synchronous(library) == 2
    assert len(flushed) == 1


def test_what_is_flushed_apart_stays_so(library, flushed):
    library.flush_apart()
    with library.flushing_once():
        library.add(record_of("1"))

    assert synchronous(library) == 1
    assert flushed == []


def test_within_a_transaction_nothing_is_flushed_by_itself(library, flushed):
    with library.together(), library.flushing_once():
        library.add(record_of("1"))

    assert synchronous(library) == 2
    assert flushed == []


@pytest.mark.parametrize("change", ["import", "many", "trash", "emptied trash"])
def test_changes_of_many_games_are_flushed_once(library, flushed, change, tmp_path, monkeypatch):
    monkeypatch.setattr(bulk, "HOLD_SECONDS", 0.0)
    file = tmp_path / "games.sgf"
    file.write_bytes(write_games([record_of("1")] * 40))
    games = [library.add(record_of("1")) for _ in range(3)]
    if change == "emptied trash":
        library.trash(games)

    if change == "import":
        import_files(library, [file], ALL_READERS)
    elif change == "many":
        library.add_many([NewGame.of(record_of("2"))] * 40)
    elif change == "trash":
        in_batches(library, games, lambda game: library.trash([game]))
    else:
        empty_trash(library)

    assert len(flushed) == 1
    assert synchronous(library) == 2


def test_a_checkpoint_moves_what_is_in_the_log_to_the_file(path, library):
    library.checkpoint()
    library.flush_apart()
    library.add(record_of("1 2"))
    before = games_in_the_file(path)

    with Library.open(path) as other:
        assert other.checkpoint()

    assert (before, games_in_the_file(path)) == (0, 1)


def test_a_log_that_was_moved_begins_anew(path, library):
    wal = path.with_name(f"{path.name}-wal")
    library.flush_apart()
    with Library.open(path) as other:
        sizes = []
        for _ in range(6):
            library.add(record_of("1 2 3"))
            other.checkpoint()
            sizes.append(wal.stat().st_size)

    assert max(sizes[1:]) <= 2 * sizes[0]


def test_a_checkpoint_while_somebody_reads_moves_what_it_can(path, library):
    library.flush_apart()
    library.add(record_of("1"))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        library.add(record_of("2"))

        with Library.open(path) as other:
            assert not other.checkpoint()
            reader.execute("ROLLBACK")
            assert other.checkpoint()


def test_a_log_that_becomes_too_long_is_moved_whole_though_others_wait(path, library, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(database, "_LONG_LOG", 1)
    library.flush_apart()
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as reader,
        Library.open(path, patience=0.01) as other,
    ):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        library.add(record_of("1"))
        other._database.set_trace_callback(asked.append)

        assert not other.checkpoint()

        assert asked[-1].endswith("(RESTART)")

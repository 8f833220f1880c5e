"""Names that opening a game has overwritten come back from the file that the game was read from."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.importer import import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.overwritten_names import restore_names
from kalahloa.models.library.query import Query
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.record import Record

GAME = find_game("tictactoe")


def record(first: str, second: str, *moves: int) -> Record:
    made = Record(GAME, players=(first, second))
    for move in moves:
        made.play(move)
    return made


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A library of version 4 with three games of one file, whose names were overwritten."""
    source, path = tmp_path / "games.sgf", tmp_path / "library.sqlite"
    games = [record("Anna", "Ben", 1, 5), record("", "", 2), record("Cleo", "Dora", 3)]
    source.write_bytes(write_games(games))
    with Library.open(path) as library:
        import_files(library, [source], ALL_READERS)
        library.add(record("Human", "Human", 7))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET first = 'Human', second = 'Human'")
        database.execute("UPDATE games SET second = 'Emil' WHERE id = 3")
        for table in ("overwritten", "visits", "unindexed"):
            database.execute(f"DROP TABLE {table}")
        for name in ("first", "second"):
            database.execute(f"DROP INDEX games_by_{name}")
            database.execute(f"ALTER TABLE games DROP COLUMN {name}_key")
        database.execute("PRAGMA user_version = 4")
    return path


def names(path: Path) -> list[tuple[str, str]]:
    with Library.open(path) as library:
        return [one.players for one in library.headers([1, 2, 3, 4])]


def test_overwritten_names_come_back_once_and_nothing_else_changes(old):
    with Library.open(old) as library:
        before = library.headers([1])[0]
        assert restore_names(library) == 1
        after = library.headers([1])[0]
        assert [one.id for one in library.search(Query(words="anna"))] == [1]

    human = ("Human", "Human")
    assert names(old) == [("Anna", "Ben"), human, ("Human", "Emil"), human]
    assert (after.modified, after.revision) == (before.modified, before.revision)
    with Library.open(old) as library:
        assert library.overwritten() == {}
        assert restore_names(library) == 0
        assert library.check(thorough=True) == []


def test_names_stay_where_more_was_played_than_is_in_the_file(old):
    with closing(sqlite3.connect(old)) as database, database:
        database.execute("UPDATE games SET plies = 3 WHERE id = 1")

    with Library.open(old) as library:
        assert restore_names(library) == 0
        assert library.overwritten() == {}


def test_names_stay_where_the_file_is_another_one_now(old):
    source = old.with_name("games.sgf")
    source.write_bytes(write_games([record("Zoe", "Yves", 1, 5)]))

    with Library.open(old) as library:
        assert restore_names(library) == 0
        assert library.overwritten() == {}


def test_a_file_that_is_away_is_looked_for_again(old):
    source = old.with_name("games.sgf")
    source.rename(old.with_name("away"))
    with Library.open(old) as library:
        assert restore_names(library) == 0

    old.with_name("away").rename(source)
    with Library.open(old) as library:
        assert restore_names(library) == 1

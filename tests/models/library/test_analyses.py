"""What the engine has found is kept with the game, in libraries of older versions too."""

import gzip
import re
from pathlib import Path

import pytest

from kalahloa.models.library import schema
from kalahloa.models.library.analyses import MAX_ANALYSIS_TEXT, REVIEWS
from kalahloa.models.library.bulk import empty_trash
from kalahloa.models.library.library import Library
from kalahloa.models.library.repair import open_library
from tests.models.library.games import record_of

VERSION_1 = Path(__file__).parents[2] / "old_files" / "library-1.sqlite.gz"


def test_what_was_kept_is_there_again_the_newest_last(library, path):
    game, other = library.add(record_of("1 5")), library.add(record_of("2"))

    library.keep_analyses(game, {0: {"depth": 3}, 2: [1, None]})
    library.keep_analyses(game, {0: {"depth": 9}})

    assert library.analyses(game) == {0: {"depth": 9}, 2: [1, None]}
    assert library.analyses(other) == {}
    with Library.open(path) as again:
        assert again.analyses(game) == {0: {"depth": 9}, 2: [1, None]}


def test_analyses_do_not_change_the_game(library):
    game = library.add(record_of("1 5"))
    before = library.headers([game])

    library.keep_analyses(game, {1: "x"})

    assert library.headers([game]) == before


def test_analyses_go_with_their_game(library):
    game = library.add(record_of("1 5"))
    library.keep_analyses(game, {1: "x"})
    library.trash([game])
    assert library.analyses(game) == {1: "x"}

    empty_trash(library)

    assert library.analyses(game) == {}
    library.keep_analyses(game, {1: "x"})
    assert library.analyses(game) == {}
    assert library.check(thorough=True) == []


def test_what_is_too_long_or_damaged_is_left_out(library):
    game = library.add(record_of("1 5"))
    library.keep_analyses(game, {0: "x" * MAX_ANALYSIS_TEXT, 1: "short"})
    library._database.execute("INSERT INTO analyses VALUES (?, 2, '{')", (game,))
    library._database.execute("INSERT INTO analyses VALUES (?, 3, ?)", (game, "[" * 10_000))

    assert library.analyses(game) == {1: "short"}


@pytest.fixture
def old(path):
    """The path of a library that version 1 wrote."""
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(VERSION_1.read_bytes()))
    return path


def test_a_library_of_version_1_gets_the_table(old):
    with Library.open(old) as library:
        assert library._database.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        library.keep_analyses(1, {2: {"depth": 4}})
        assert library.analyses(1) == {2: {"depth": 4}}
        assert library.check(thorough=True) == []
    with Library.open(old) as library:
        assert library.analyses(1) == {2: {"depth": 4}}


def test_a_new_library_has_the_tables_of_one_brought_up_to_date(old, tmp_path):
    def tables(library: Library) -> set[tuple[str, str]]:
        rows = library._database.execute("SELECT name, sql FROM sqlite_schema").fetchall()
        return {(name, re.sub(r"\s*([,()\s])\s*", r"\1", sql or "")) for name, sql in rows}

    with Library.open(old) as migrated, Library.open(tmp_path / "new.sqlite") as new:
        assert tables(migrated) == tables(new)


def test_analyses_survive_a_repair(path):
    with Library.open(path) as library:
        game = library.add(record_of("1 5 2"))
        library.keep_analyses(game, {1: {"depth": 7}})
        library._database.execute("DROP INDEX games_by_modified")
        library._database.execute("DROP TABLE positions")
    mended, _ = open_library(path)

    with mended:
        assert mended.analyses(game) == {1: {"depth": 7}}


def test_reviews_are_kept_beside_analyses_and_survive_a_repair(path):
    with Library.open(path) as library:
        game = library.add(record_of("1 5 9"))
        library.keep_analyses(game, {1: "found"})
        library.keep_analyses(game, {1: "reviewed", 2: 7}, REVIEWS)
        library._database.execute("DROP INDEX games_by_modified")
        library._database.execute("DROP TABLE positions")
    mended, _ = open_library(path)

    with mended:
        assert mended.analyses(game) == {1: "found"}
        assert mended.analyses(game, REVIEWS) == {1: "reviewed", 2: 7}


def test_the_accuracy_is_in_the_header_as_long_as_the_line_is_that_long(path):
    with Library.open(path) as library:
        game, other = library.add(record_of("1 5 9")), library.add(record_of("1 5 9"))
        plies = library.headers([game])[0].plies

        library.keep_accuracy(game, plies, (87.5, None))

        assert library.headers([game])[0].accuracy == (87.5, None)
        assert library.headers([other])[0].accuracy == (None, None)
        library.keep_accuracy(game, plies + 1, (50.0, 50.0))
        assert library.headers([game])[0].accuracy == (None, None)
        library.keep_accuracy(77, 3, (1.0, 1.0))
        library.keep_accuracy(game, plies, (-5.0, 1e9))
        assert library.headers([game])[0].accuracy == (None, None)

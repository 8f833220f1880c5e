"""Whole, busy, read-only, foreign, older, newer and damaged libraries are told apart."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from kalahloa.models.library import repair as repair_module
from kalahloa.models.library import schema, tables
from kalahloa.models.library.diagnosis import Condition, diagnose
from kalahloa.models.library.library import Library
from kalahloa.models.library.repair import open_library, repair
from kalahloa.models.text.errors import KalahloaError, LibraryBusy, LibraryDamaged
from tests.models.library.games import facts, random_record, record_of, reloaded
from tests.processes import without_display
from tests.sweeps import rounds

GAMES = 6
EXPECTED = {
    name: kind
    for name, (kind, _, statement) in tables._expected().items()
    if statement and not name.startswith(("words_", "sqlite_"))
}


def everything(library) -> list[object]:
    """Return all that a user has made in *library*."""
    return [
        (facts(reloaded(library, game)), library.edits(game), library.headers([game])[0].tags)
        for game in range(1, GAMES + 1)
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a library in one file, and what is in it."""
    path = tmp_path_factory.mktemp("library") / "library.sqlite"
    with Library.open(path) as library:
        for seed in range(GAMES):
            game = library.add(random_record(seed, 12), tags=(f"tag {seed}",))
            library.add_edit(game, {"number": seed})
        found = everything(library)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes(), found


@pytest.fixture
def put(path, whole):
    """A function that puts a whole library at the path, changed by a statement."""

    def put_there(statement: str = "") -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(whole[0])
        if statement:
            with closing(sqlite3.connect(path, isolation_level=None)) as database:
                database.execute("PRAGMA trusted_schema = ON")
                database.execute(statement)

    return put_there


def assert_is_said(found, path, condition, words) -> None:
    assert found.condition is condition
    assert words in found.sentence
    assert str(path) in found.sentence
    assert found.sentence.endswith(".") and "\n" not in found.sentence


@pytest.mark.parametrize(
    ("statement", "condition", "words"),
    [
        ("", Condition.WHOLE, "is undamaged: 6 games"),
        (f"PRAGMA user_version = {schema.VERSION + 1}", Condition.NEWER, "newer version"),
        ("PRAGMA user_version = 0", Condition.DAMAGED, "version cannot be read"),
        ("PRAGMA user_version = -7", Condition.DAMAGED, "version cannot be read"),
        ("PRAGMA application_id = 5", Condition.DAMAGED, "mark as a library is missing"),
    ],
)
def test_a_look_says_in_one_sentence_what_a_library_is_and_changes_nothing(
    path, put, statement, condition, words
):
    put(statement)
    before = path.read_bytes()

    found = diagnose(path, thorough=True)

    assert_is_said(found, path, condition, words)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_library_that_is_missing_is_no_damaged_one(path):
    assert diagnose(path).condition is Condition.MISSING
    assert not path.parent.exists()


@pytest.mark.parametrize("statement", ["PRAGMA user_version = 0", "PRAGMA application_id = 5"])
def test_a_damaged_mark_or_version_costs_nothing(path, put, whole, statement):
    put(statement)

    library, said = open_library(path)

    with library:
        assert said
        assert everything(library) == whole[1]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_table_or_index_that_is_missing_is_noticed_and_comes_back(path, put, whole, name):
    put(f"DROP {EXPECTED[name]} {name}")

    found = diagnose(path)

    assert_is_said(found, path, Condition.DAMAGED, f"the {EXPECTED[name]} {name} is missing")
    if EXPECTED[name] == "index" or name in ("accuracies", "visits", "overwritten"):
        Library.open(path).close()  # nothing is lost by making it anew
    else:
        with pytest.raises(LibraryDamaged, match=f"the table {name} is missing"):
            Library.open(path)
        open_library(path)[0].close()
    assert diagnose(path, thorough=True).condition is Condition.WHOLE
    with Library.open(path) as library:
        if name in (
            "positions",
            "words",
            "imported",
            "analyses",
            "reviews",
            "accuracies",
            "visits",
            "overwritten",
        ):
            assert everything(library) == whole[1]
        elif name not in ("games", "nodes"):
            assert [one[0] for one in everything(library)] == [one[0] for one in whole[1]]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER games_gone AFTER INSERT ON nodes BEGIN DELETE FROM games; END",
        "CREATE UNIQUE INDEX one_each ON games (first)",
    ],
)
def test_what_could_change_or_refuse_games_behind_our_back_is_removed(path, put, whole, statement):
    put(f"{statement}")
    assert "does not belong there" in diagnose(path).sentence

    with Library.open(path) as library:
        for _ in range(2):
            library.add(record_of("1", players=("Anna", "")))
        assert everything(library) == whole[1]


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE nodes DROP COLUMN notes",
        "ALTER TABLE games RENAME COLUMN first TO one",
        "ALTER TABLE tags RENAME TO labels",
    ],
)
def test_a_table_that_is_another_one_is_damage(path, put, statement):
    put(statement)

    assert diagnose(path).condition is Condition.DAMAGED
    with pytest.raises(LibraryDamaged):
        Library.open(path)
    open_library(path)[0].close()
    assert diagnose(path, thorough=True).condition is Condition.WHOLE


def test_a_column_more_that_may_be_left_out_is_none(path, put):
    put("ALTER TABLE games ADD COLUMN mine TEXT")

    assert diagnose(path).condition is Condition.WHOLE
    with Library.open(path) as library:
        library.add(record_of("1"))


def test_what_others_have_added_beside_our_tables_is_left_alone(path, put):
    put("CREATE TABLE notes_of_mine (text)")

    assert diagnose(path).condition is Condition.WHOLE
    Library.open(path).close()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM notes_of_mine").fetchone() == (0,)


@pytest.mark.parametrize("seed", range(rounds(12)))
def test_a_byte_of_the_list_of_tables_may_be_damaged(path, whole, seed):
    """Names with bytes that are no text, statements that are none, other pages."""
    content = bytearray(whole[0])
    text = content.index(b"CREATE TABLE nodes") - 40
    place = text + 29 * seed % 900
    content[place] ^= (0x80, 0x01, 0xFF)[seed % 3]
    path.parent.mkdir()
    path.write_bytes(content)

    assert diagnose(path).condition in (Condition.WHOLE, Condition.DAMAGED)
    library, _ = open_library(path)

    with library:
        assert everything(library) == whole[1]


# -- others ----------------------------------------------------------------------------------------


def test_a_whole_library_to_which_another_program_writes_is_not_repaired(path, put, whole):
    put()
    place = path.stat().st_ino
    with Library.open(path) as library, closing(sqlite3.connect(path)) as other:
        library.add(record_of("1"))
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE games SET first = 'half written'")

        assert diagnose(path, thorough=True).condition is Condition.WHOLE
        assert repair(path, thorough=True, patience=0.05) is None
        again, said = open_library(path, patience=0.05)
        with again:
            assert said == ()
        other.rollback()

        assert path.stat().st_ino == place
        assert everything(library) == whole[1]


def test_a_library_that_is_locked_is_busy_and_not_damaged(path, put):
    put()
    before = path.read_bytes()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        path.with_name(f"{path.name}-wal").touch()

        assert_is_said(
            diagnose(path, patience=0.01), path, Condition.BUSY, "Another program has locked"
        )
        with pytest.raises(LibraryBusy):
            repair(path, patience=0.01)
    assert path.read_bytes() == before


def test_a_damaged_library_is_not_repaired_while_another_program_writes_to_it(path, put):
    put("DROP TABLE positions")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryBusy, match="Another program has locked"):
            repair(path, patience=0.01)
        other.execute("UPDATE games SET first = 'Last'")
        other.execute("COMMIT")

    library, said = open_library(path)

    with library:
        assert said
        assert library.headers([1])[0].players[0] == "Last"


def test_nobody_writes_into_a_library_that_is_being_replaced(path, put, monkeypatch):
    put()
    with Library.open(path, patience=0.05) as window:
        window._database.execute("DROP TABLE positions")
        move = repair_module._move_into_place
        refused: list[type[Exception]] = []

        def write() -> None:
            try:
                window.add_edit(1, {"late": True})
            except KalahloaError as error:
                refused.append(type(error))

        def write_and_move(place):
            write()
            return move(place)

        monkeypatch.setattr(repair_module, "_move_into_place", write_and_move)
        assert repair(path, patience=0.05) is not None
        write()

    assert refused[0] is LibraryBusy
    assert len(refused) == 2
    assert diagnose(path, thorough=True).condition is Condition.WHOLE


def test_a_new_library_that_is_ready_does_not_replace_one_that_is_in_use(path, put, whole):
    put()
    ready = path.with_name(f"{path.name}.salvaged")
    shutil.copy(path, ready)
    with closing(sqlite3.connect(ready)) as database, database:
        database.execute("UPDATE games SET first = 'Old'")

    library, said = open_library(path)

    with library:
        assert said == ()
        assert everything(library) == whole[1]
    assert len([file for file in path.parent.iterdir() if " damaged " in file.name]) == 1
    assert not ready.exists()


# -- libraries that read-only ---------------------------------------------------------------

_READ = """
import sys
from pathlib import Path
from kalahloa.cli.main import main
from kalahloa.models.library.diagnosis import diagnose
path = Path(sys.argv[1])
print(diagnose(path, thorough=True).condition.value)
for line in ("list --player Anna", "show 1", "export 1 2", "statistics", "check", "check --repair",
             "trash 1", "tag 1 new", "import " + sys.argv[2]):
    print(line.split()[0], main(["library", *line.split()]), file=sys.stderr)
"""


def read_only(path, tmp_path, *prefix: str) -> subprocess.CompletedProcess[str]:
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[9];B[b1b3])")
    return subprocess.run(
        [*prefix, sys.executable, "-c", _READ, path, game],
        env=without_display() | {"KALAHLOA_DATA": str(path.parent)},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Permissions are others there.")
@pytest.mark.parametrize("version", [schema.VERSION, 1])
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_library_that_can_only_be_read_is_listed_searched_and_exported(
    path, put, tmp_path, what, version
):
    from tests.models.library.test_schema import put_old

    if version == schema.VERSION:
        put()
    else:
        put_old(path, str(version))
    before = path.read_bytes()
    prefix: tuple[str, ...] = ()
    if os.geteuid() == 0:
        prefix = ("setpriv", "--bounding-set=-dac_override")
        if shutil.which("setpriv") is None:
            pytest.skip("Nothing holds root back here.")
    if what == "file":
        path.chmod(0o444)
    else:
        path.parent.chmod(0o555)
    try:
        result = read_only(path, tmp_path, *prefix)
    finally:
        path.parent.chmod(0o755)
        path.chmod(0o644)

    said = result.stderr
    assert "Traceback" not in said
    for command in ("list 0", "show 0", "export 0", "statistics 0", "check 0"):
        assert f"{command}\n" in said
    for command in ("trash 1", "tag 1", "import 1"):
        assert f"it or its folder is read-only.\n{command}\n" in said
    assert result.stdout.startswith("read-only\n")
    assert "read-only" in result.stdout
    assert "Anna" in result.stdout
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]

"""A damaged library is kept aside, and what can be read of it is read into a new one."""

import random
import shutil
import sqlite3
from contextlib import closing

import pytest

from kalahloa.models.library import repair as repair_module
from kalahloa.models.library.library import Library
from kalahloa.models.library.partial_games import read_readable
from kalahloa.models.library.repair import open_library
from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.text.errors import BadFile, KalahloaError, LibraryBusy, LibraryFull
from tests.models.library.games import facts, random_record, record_of, reloaded
from tests.models.library.test_two_writers import assert_index_is_right
from tests.sweeps import rounds

GAMES = 200
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a library of 200 games, and these by their ids."""
    path = tmp_path_factory.mktemp("library") / "library.sqlite"
    with Library.open(path) as library:
        for seed in range(GAMES):
            game = library.add(random_record(seed, 25, ("kalah", "tictactoe")[seed % 2]))
            library.add_edit(game, {"number": seed})
        library.set_tags(1, ["first"])
        games = {
            header.id: facts(reloaded(library, header.id)) for header in library.search(limit=999)
        }
    return path.read_bytes(), games


def damaged(path, content) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


def survey(library, games) -> tuple[int, int]:
    """Return how many games are as they were, and how many can be read at least in part."""
    same = part = 0
    for game, expected in games.items():
        try:
            record = read_readable(library.load(game)).record
        except KalahloaError:
            continue
        part += 1
        same += facts(record) == expected
    return same, part


def root_page(path, table) -> int:
    """Return the number of the first page of *table*."""
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as database:
        (page,) = database.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)
        ).fetchone()
    return page


def clear_page(path, page) -> None:
    content = bytearray(path.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    path.write_bytes(content)


def flip_bits(content, chance, count):
    for _ in range(count):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def flip_in_first_page(content, chance, count):
    for _ in range(count):
        # Not in the format's version: a newer library is left as it is.
        place = chance.choice([*range(18), *range(24, 60), *range(72, PAGE)])
        content[place] ^= 1 << chance.randrange(8)


def clear_pages(content, chance, count):
    for _ in range(count):
        page = chance.randrange(1, len(content) // PAGE)
        content[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)


def scramble_pages(content, chance, count):
    for _ in range(count):
        page = chance.randrange(1, len(content) // PAGE)
        content[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)


def cut_off(content, chance, count):
    del content[chance.randrange(len(content) * 3 // 4, len(content)) :]


@pytest.mark.parametrize("seed", range(rounds(1)))
@pytest.mark.parametrize("count", [1, 10])
@pytest.mark.parametrize(
    ("damage", "left"),
    [
        (flip_bits, 180),
        (flip_in_first_page, 195),
        (clear_pages, 90),
        (scramble_pages, 90),
        (cut_off, 20),
    ],
)
def test_a_damaged_library_opens_with_what_can_be_read(path, whole, damage, left, count, seed):
    content, games = bytearray(whole[0]), whole[1]
    damage(content, random.Random(f"{damage.__name__} {count} {seed}"), count)
    damaged(path, content)

    library, said = open_library(path)

    with library:
        same, _ = survey(library, games)
        kept = [file for file in path.parent.iterdir() if " damaged " in file.name]
        if said:
            assert library.check(thorough=True) == []
            assert kept[0].read_bytes() == content
            assert str(kept[0]) in said[0]
            for header in library.search(limit=5):
                assert_index_is_right(library, header.id)
        else:
            assert kept == []
        assert same >= left
        assert library.add(record_of("1")) > 0


def test_a_whole_library_is_opened_and_nothing_is_said(path, whole):
    damaged(path, whole[0])

    library, said = open_library(path)

    with library:
        assert said == ()
        assert survey(library, whole[1]) == (GAMES, GAMES)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_library_that_is_missing_is_created(path):
    library, said = open_library(path)

    with library:
        assert (said, library.count()) == ((), 0)


def test_what_is_no_database_at_all_is_kept_aside(path):
    damaged(path, b"no database " * 1000)

    library, said = open_library(path)

    with library:
        assert library.count() == 0
    assert "has 0 games read" in said[0]
    assert [file.read_bytes()[:11] for file in path.parent.glob("* damaged *")] == [b"no database"]


def test_edits_tags_and_revisions_survive(path, whole):
    content = bytearray(whole[0])
    content[100:200] = bytes(100)
    damaged(path, content)

    library, said = open_library(path)

    with library:
        assert said
        assert [edit.data for edit in library.edits(7)] == [{"number": 6}]
        assert library.headers([1])[0].tags == ("first",)
        assert survey(library, whole[1]) == (GAMES, GAMES)


def test_what_is_only_in_the_log_is_read_too(path, whole):
    damaged(path, whole[0])
    with Library.open(path) as library:
        game = library.add(record_of("1 5 9"))
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", path.with_name(f"copy{end}"))
    copy = path.with_name("copy")
    clear_page(copy, root_page(copy, "accuracies"))  # which the game has not written to

    library, said = open_library(copy)

    with library:
        assert said
        assert [node.text for node in reloaded(library, game).line()] == ["1", "5", "9"]
        assert survey(library, whole[1]) == (GAMES, GAMES)


def test_the_root_of_the_moves_may_be_lost(path, whole):
    damaged(path, whole[0])
    clear_page(path, root_page(path, "nodes"))

    library, said = open_library(path)

    with library:
        same, part = survey(library, whole[1])
        assert (part, same > 150) == (GAMES, True)
    assert "could not be read, or only in part" in said[1]


def test_a_move_that_cannot_be_made_leaves_the_others(library):
    game = library.add(record_of("1 5 2 8 3"))
    library._database.execute("UPDATE nodes SET text = '1' WHERE game = ? AND number = 4", (game,))

    stored = library.load(game)

    with pytest.raises(BadFile):
        stored.to_record()
    readable = read_readable(stored)
    assert [node.text for node in readable.record.line()] == ["1", "5", "2"]
    assert (readable.order, readable.left_out) == ((0, 1, 2, 3), 2)
    assert readable.sentence == "The game is damaged: 2 moves of it cannot be read."


def test_notes_that_are_damaged_are_shown_as_they_are(library):
    game = library.add(record_of("1"))
    library._database.execute("UPDATE nodes SET notes = '{bro' || x'ff' WHERE number = 1")

    assert reloaded(library, game).nodes[1].comment == "{bro\ufffd"


def test_a_killed_repair_is_finished_at_the_next_start(path, whole, monkeypatch):
    content = bytearray(whole[0])
    content[100:200] = bytes(100)
    damaged(path, content)
    monkeypatch.setattr(repair_module, "_move_into_place", lambda path: path)
    repair_module.repair(path)
    assert path.read_bytes() == content
    monkeypatch.undo()

    library, _ = open_library(path)

    with library:
        assert survey(library, whole[1]) == (GAMES, GAMES)
    names = sorted(file.name for file in path.parent.iterdir())
    assert len(names) == 2 and " damaged " in names[0]


def test_without_room_for_the_new_library_nothing_is_changed(path, whole, monkeypatch):
    content = bytearray(whole[0])
    content[100:200] = bytes(100)
    damaged(path, content)

    def full(*words):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(LibraryFull, match="the disk is full"):
        open_library(path)

    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_two_programs_do_not_repair_at_once(path):
    damaged(path, b"no database " * 1000)
    lock = FileLock(path)
    try:
        with pytest.raises(LibraryBusy, match="is repairing"):
            open_library(path)
    finally:
        lock.release()

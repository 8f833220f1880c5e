"""Files with games are taken into the library, each once, and what cannot be read is said."""

import gc
import json
import shutil
import time
from pathlib import Path

import pytest

from kalahloa.models.library.bulk import empty_trash
from kalahloa.models.library.importer import (
    OWN_READERS,
    FoundGame,
    ImportProgress,
    find_files,
    import_files,
)
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_text import encode_json
from kalahloa.models.work.cancellation import ReadingStopped
from tests.models.library.games import random_record, record_of, reloaded

OLD_FILES = Path(__file__).parents[2] / "old_files"
LEVEL = {"searcher": "engine", "depth": None, "seconds": None, "heuristic": None, "strength": 3}


def write(path: Path, record: Record, levels=(None, LEVEL)) -> Path:
    plain = record_to_json(record) | {"levels": list(levels)}
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(encode_json(plain)))
    return path


@pytest.fixture
def folder(tmp_path):
    """A folder with two games."""
    write(tmp_path / "games" / "2024-05-06 07.08.09 tictactoe.kalahloa", record_of("1 5 2 8 3"))
    write(tmp_path / "games" / "b.kalahloa", random_record(3, 30))
    return tmp_path / "games"


def test_all_files_of_a_folder_are_taken_in_and_left_where_they_are(library, folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    report = import_files(library, [folder])

    assert len(report.imported) == 2
    assert report.failed == report.known == report.notes == ()
    first = reloaded(library, report.imported[0])
    assert [node.text for node in first.line()] == "1 5 2 8 3".split()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_levels_times_and_the_file_are_kept(library, folder):
    report = import_files(library, [folder])

    header, other = library.headers(report.imported)
    path = folder / "2024-05-06 07.08.09 tictactoe.kalahloa"
    assert header.levels == (None, LEVEL)
    assert header.source == str(path)
    assert time.localtime(header.created)[:6] == (2024, 5, 6, 7, 8, 9)
    assert header.modified == pytest.approx(path.stat().st_mtime, rel=0, abs=0.001)
    assert header.date == "2024-05-06"
    assert other.created == other.modified


@pytest.mark.parametrize("old", sorted(OLD_FILES.glob("*.kalahloa")), ids=lambda old: old.stem)
def test_files_of_old_versions_are_taken_in(library, old):
    report = import_files(library, [old])

    assert report.failed == ()
    assert len(report.imported) == 1
    assert len(reloaded(library, report.imported[0]).nodes) > 1


def test_nothing_is_taken_in_twice(library, folder, tmp_path):
    ids = import_files(library, [folder]).imported
    copy = shutil.copy(folder / "b.kalahloa", tmp_path / "copy.kalahloa")

    report = import_files(library, [folder, copy, tmp_path / "copy.kalahloa"])

    assert report.imported == ()
    assert len(report.known) == 4
    assert library.count() == len(ids)


def test_garbage_is_looked_for_as_often_as_before_once_an_import_has_ended(library, folder):
    before, within = gc.get_threshold(), []
    gc.set_threshold(123, 7, 8)
    try:
        import_files(library, [folder], progress=lambda _: within.append(gc.get_threshold()[0]))

        assert min(within) > 10_000
        assert gc.get_threshold() == (123, 7, 8)
    finally:
        gc.set_threshold(*before)


def test_two_files_with_the_same_content_are_one_game(library, folder):
    shutil.copy(folder / "b.kalahloa", folder / "c.kalahloa")

    assert len(import_files(library, [folder]).imported) == 2


def test_a_file_that_has_changed_is_another_game(library, folder):
    import_files(library, [folder])
    write(folder / "b.kalahloa", record_of("1 2 3"))

    assert len(import_files(library, [folder]).imported) == 1


@pytest.mark.parametrize(("again", "count"), [(True, 2), (False, 0)])
def test_a_game_that_was_deleted_comes_back_only_when_asked_for(library, folder, again, count):
    library.trash(import_files(library, [folder]).imported)
    assert import_files(library, [folder], again=again).imported == ()
    empty_trash(library)

    assert len(import_files(library, [folder], again=again).imported) == count


def test_what_cannot_be_read_is_reported_and_the_rest_is_taken_in(library, folder):
    (folder / "a.kalahloa").write_bytes(b"nonsense")
    plain = record_to_json(record_of("1 5"))
    plain["nodes"][1]["move"] = "1"
    (folder / "illegal.kalahloa").write_text(json.dumps(plain))
    (folder / "dangling.kalahloa").symlink_to(folder / "nowhere")
    (folder / "bomb.kalahloa").write_bytes(b"[" * 1_000_000)
    (folder / "other.txt").write_text("not looked at")

    report = import_files(library, [folder, folder / "other.txt", folder / "nul\0"])

    assert len(report.imported) == 2
    said = {unread.path.name: unread.problem for unread in report.failed}
    assert sorted(said) == [
        "a.kalahloa",
        "bomb.kalahloa",
        "dangling.kalahloa",
        "illegal.kalahloa",
        "nul\0",
        "other.txt",
    ]
    assert "is not a game saved by Kalahloa" in said["a.kalahloa"]
    assert said["illegal.kalahloa"].startswith("Cannot open ")
    assert "illegal.kalahloa. The record cannot be read:" in said["illegal.kalahloa"]
    assert "too many entries" in said["bomb.kalahloa"]
    assert "only files ending in .kalahloa, .json can be imported." in said["other.txt"]


def test_strange_levels_are_kept_for_those_who_know_them(library, tmp_path):
    paths = [
        write(tmp_path / "a.kalahloa", record_of("1"), levels=("strange", {"x": [1]})),
        write(tmp_path / "b.kalahloa", record_of("2"), levels=(1, 2, 3)),
    ]

    first, second = library.headers(import_files(library, paths).imported)

    assert first.levels == ("strange", {"x": [1]})
    assert second.levels == (None, None)


def test_folders_below_are_searched_too(tmp_path):
    write(tmp_path / "one" / "a.kalahloa", record_of("1"))
    write(tmp_path / "two" / "b.JSON", record_of("1"))

    files, failed = find_files([tmp_path])

    assert [path.name for path in files] == ["a.kalahloa", "b.JSON"]
    assert failed == []


def test_progress_is_told_and_stopping_keeps_what_was_read(library, folder):
    told: list[ImportProgress] = []

    report = import_files(library, [folder], progress=told.append, stopped=lambda: len(told) > 0)

    assert told == [ImportProgress(1, 2, 1)]
    assert len(report.imported) == library.count() == 1


def test_stopping_within_a_file_keeps_what_was_read_before(library, folder):
    def stopped_reader(content, path, stopped):
        raise ReadingStopped

    report = import_files(library, [folder], {**OWN_READERS, ".x": stopped_reader})
    (folder / "z.x").write_text("x")
    write(folder / "c.kalahloa", record_of("9"))

    report = import_files(library, [folder], {**OWN_READERS, ".x": stopped_reader})

    assert len(report.imported) == 1


def test_a_file_that_was_stopped_in_is_read_to_its_end_the_next_time(library, tmp_path):
    path = tmp_path / "many.games"
    path.write_text("1 5\n9 8")
    stops = [True, False]

    def reader(content, path, stopped):
        is_stopped = stops.pop(0)
        for line in content.decode().splitlines():
            yield FoundGame(record_of(line))
            if is_stopped:
                raise ReadingStopped

    first = import_files(library, [path], {".games": reader})
    second = import_files(library, [path], {".games": reader})

    assert (len(first.imported), len(second.imported)) == (1, 1)
    assert second.known == ()
    assert library.count() == 2


def test_a_file_with_several_games_is_read_by_its_reader(library, tmp_path):
    path = tmp_path / "many.games"
    path.write_text("1 5\n2\nbad\n9 8")

    def reader(content, path, stopped):
        for line in content.decode().splitlines():
            if line == "bad":
                yield FoundGame(problem=f"{path.name}: bad.")
            else:
                yield FoundGame(record_of(line), notes=("Leniently read.",))

    report = import_files(library, [path], {".games": reader})

    assert len(report.imported) == 3
    assert [(unread.path, unread.problem) for unread in report.failed] == [
        (path, "many.games: bad.")
    ]
    assert len(report.notes) == 3
    assert import_files(library, [path], {".games": reader}).known == (path,)


def test_the_library_itself_is_not_read_as_a_game(library):
    readers = {**OWN_READERS, ".sqlite": OWN_READERS[".kalahloa"]}

    report = import_files(library, [library.path], readers)

    assert [unread.problem for unread in report.failed] == [
        f"{library.path} is the library itself."
    ]

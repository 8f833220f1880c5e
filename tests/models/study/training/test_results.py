"""The results of exercises: two programs may add to them, and nothing is lost."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.study.puzzles.keeping import add_puzzles, mined_path
from kalahloa.models.study.training import own_files, results
from kalahloa.models.study.training.results import add_results, read_results, results_path
from kalahloa.models.study.training.schedule import Attempt
from kalahloa.models.text.errors import BadFile


def test_results_are_in_the_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("KALAHLOA_DATA", str(tmp_path))

    assert results_path() == tmp_path / "puzzles" / "results.json"
    assert mined_path() == tmp_path / "puzzles" / "mined.puzzles"


def test_without_a_file_there_are_no_results(tmp_path):
    assert read_results(tmp_path / "results.json") == ()


def test_what_is_added_is_read_again_and_what_was_there_stays(tmp_path):
    path = tmp_path / "new" / "results.json"
    first, second = Attempt(5, "loa-1", 2), Attempt(3, "loa-2", 5)

    add_results(path, [first])
    kept = add_results(path, [second, first])

    assert kept.attempts == read_results(path) == (second, first)
    assert kept.notes == ()
    assert sorted(one.name for one in path.parent.iterdir()) == ["results.json"]


def test_two_programs_that_add_at_the_same_time_lose_nothing(tmp_path):
    path = tmp_path / "results.json"
    attempts = [Attempt(number, f"loa-{number % 3}", number % 6) for number in range(40)]

    with ThreadPoolExecutor(4) as executor:
        list(executor.map(lambda one: add_results(path, [one]), attempts))

    assert read_results(path) == tuple(attempts)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"[" * 10_000,
        b"\xff",
        b'{"format": "kalahloa puzzles", "version": 1, "attempts": []}',
        b'{"format": "kalahloa puzzle results", "version": true, "attempts": []}',
        b'{"format": "kalahloa puzzle results", "version": 0, "attempts": []}',
        b'{"format": "kalahloa puzzle results", "version": 1}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": 3}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": [["a", 1]]}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": [["A/", 1, 1]]}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": [["a", -1, 1]]}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": [["a", 1e3, 1]]}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": [["a", 1, 6]]}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": [["a", 1, true]]}',
        b'{"format": "kalahloa puzzle results", "version": 1, "attempts": [[["a"], 1, 1]]}',
    ],
)
def test_results_that_are_damaged_are_kept_aside_and_told_of(tmp_path, content):
    path = tmp_path / "results.json"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="damaged"):
        read_results(path)

    first = add_results(path, [Attempt(1, "loa-1", 5)])

    assert first.attempts == read_results(path) == (Attempt(1, "loa-1", 5),)
    (note,) = first.notes
    assert str(tmp_path / "results.json.damaged-1") in note
    assert (tmp_path / "results.json.damaged-1").read_bytes() == content
    path.write_bytes(content)
    add_results(path, [])
    assert (tmp_path / "results.json.damaged-2").read_bytes() == content


def test_results_of_a_newer_version_are_left_alone(tmp_path):
    path = tmp_path / "results.json"
    newer = {"format": "kalahloa puzzle results", "version": 2, "attempts": []}
    path.write_text(json.dumps(newer))

    with pytest.raises(BadFile):
        add_results(path, [Attempt(1, "loa-1", 5)])

    assert json.loads(path.read_text()) == newer


def test_the_oldest_results_are_forgotten_when_there_are_too_many(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "MAX_ATTEMPTS", 3)

    kept = add_results(tmp_path / "r.json", [Attempt(time, "a", 5) for time in range(5)])

    assert [one.time for one in kept.attempts] == [2, 3, 4]


def test_results_of_years_are_read_again(tmp_path):
    path = tmp_path / "results.json"
    attempts = tuple(Attempt(number, f"kalah-{number}", 5) for number in range(20_000))

    add_results(path, attempts)
    kept = add_results(path, [Attempt(20_000, "kalah-20000", 5)])

    assert kept.notes == () and kept.attempts[:-1] == attempts
    assert read_results(path) == kept.attempts


def test_a_file_that_another_program_keeps_locked_is_told_of(tmp_path, monkeypatch):
    monkeypatch.setattr(own_files, "LOCK_SECONDS", 0.0)
    path = tmp_path / "results.json"
    lock = FileLock(path)

    with pytest.raises(BadFile, match="Another program"):
        add_results(path, [Attempt(1, "a", 5)])

    lock.release()
    assert add_results(path, [Attempt(1, "a", 5)]).attempts


@pytest.mark.skipif(os.name != "posix", reason="a file is no folder")
def test_what_cannot_be_written_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")

    for add in (lambda path: add_results(path, []), lambda path: add_puzzles(path, [])):
        with pytest.raises(BadFile, match="cannot be written"):
            add(tmp_path / "file" / "results.json")

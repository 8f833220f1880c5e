"""What a heuristic was before: kept whenever its file is written anew."""

import os
from datetime import UTC, datetime

import pytest

from kalahloa.models.heuristics import versions
from kalahloa.models.heuristics.source import MAX_TEXT, HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.text.errors import BadHeuristic


@pytest.fixture
def store(tmp_path) -> HeuristicStore:
    return HeuristicStore(tmp_path / "heuristics")


def own(text: str, name: str = "mine") -> HeuristicSource:
    return HeuristicSource(name, "loa", text)


def texts(store: HeuristicStore, name: str = "mine") -> list[str]:
    return [version.text for version in store.versions("loa", name)]


def test_each_text_that_is_written_over_becomes_a_version_the_latest_first(store):
    for text in ("one\n", "two\n", "three\n"):
        store.save(own(text))

    assert texts(store) == ["two\n", "one\n"]
    assert [version.number for version in store.versions("loa", "mine")] == [2, 1]
    assert store.load("loa", "mine").text == "three\n"
    assert store.names("loa") == ["mine"]


def test_the_same_text_again_is_no_version(store):
    for text in ("one\n", "one\n", "two\n", "two\n"):
        store.save(own(text))

    assert texts(store) == ["one\n"]


def test_what_another_program_wrote_is_kept_too(store):
    store.save(own("one\n"))
    store.path("loa", "mine").write_bytes(b"\xef\xbb\xbfother\r\n")

    store.save(own("two\n"))

    assert texts(store) == ["other\n"]


def test_a_version_has_the_time_at_which_its_file_was_written(store):
    store.save(own("one\n"))
    when = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
    os.utime(store.path("loa", "mine"), (when.timestamp(), when.timestamp()))

    store.save(own("two\n"))

    assert [version.kept for version in store.versions("loa", "mine")] == [when]


def test_the_oldest_are_removed_and_numbers_go_on(store, monkeypatch):
    monkeypatch.setattr(versions, "MAX_VERSIONS", 3)

    for number in range(7):
        store.save(own(f"{number}\n"))

    assert texts(store) == ["5\n", "4\n", "3\n"]
    assert [version.number for version in store.versions("loa", "mine")] == [6, 5, 4]


def test_versions_go_with_a_new_name(store):
    store.save(own("elder\n", "better"))
    store.save(own("other\n", "better"))
    store.remove("loa", "better")
    store.save(own("one\n"))
    store.save(own("two\n"))

    store.rename("loa", "mine", "better")

    assert texts(store, "mine") == []
    assert texts(store, "better") == ["one\n", "elder\n"]


def test_versions_outlive_the_heuristic(store):
    store.save(own("one\n"))
    store.save(own("two\n"))

    store.restore(store.remove("loa", "mine"))

    assert texts(store) == ["one\n"]


def test_a_text_without_a_file_can_be_kept(store):
    store.keep_version(own("typed\n"))
    store.keep_version(own("typed\n"))

    assert texts(store) == ["typed\n"]


def test_a_file_too_large_for_a_heuristic_is_kept_as_it_is(store):
    store.save(own("one\n"))
    large = b"#" * (4 * MAX_TEXT + 1)
    store.path("loa", "mine").write_bytes(large)

    store.save(own("two\n"))

    (path,) = (store.folder / "versions" / "loa" / "mine").iterdir()
    assert path.read_bytes() == large
    assert store.load("loa", "mine").text == "two\n"


def test_other_files_among_the_versions_are_passed_over(store):
    store.save(own("one\n"))
    store.save(own("two\n"))
    folder = store.folder / "versions" / "loa" / "mine"
    (folder / "notes.py").write_text("")
    (folder / "000009 20260101T000000Z.py").mkdir()
    (folder / "000008 20269901T000000Z.py").write_text("no such month")

    assert texts(store) == ["one\n"]


def test_nothing_is_written_over_where_there_is_no_room_for_versions(store):
    store.save(own("one\n"))
    (store.folder / "versions").write_text("a file, where a folder is to be")

    with pytest.raises(BadHeuristic, match="cannot be written"):
        store.save(own("two\n"))

    assert store.load("loa", "mine").text == "one\n"

"""Which version of a heuristic has played, told by its text."""

import pytest

from kalahloa.models.heuristics.played_version import PlayedVersion, PlayedVersions
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore


@pytest.fixture
def store(tmp_path) -> HeuristicStore:
    return HeuristicStore(tmp_path / "heuristics")


def own(text: str, name: str = "mine") -> HeuristicSource:
    return HeuristicSource(name, "loa", text)


def save(store: HeuristicStore, *texts: str) -> None:
    for text in texts:
        store.save(own(text))


def test_a_heuristic_that_never_was_another_needs_no_number(store):
    save(store, "one\n")

    assert PlayedVersions(store).of(own("one\n")) is None
    assert PlayedVersions(store).of(own("one\n", "of nobody")) is None
    assert PlayedVersions(store).of(None) is None


def test_what_the_file_has_is_told_by_the_number_that_it_will_have(store):
    save(store, "one\n", "two\n", "three\n")
    now = [PlayedVersions(store).of(own(text)) for text in ("one\n", "two\n", "three\n")]
    save(store, "four\n")
    later = [PlayedVersions(store).of(own(text)) for text in ("one\n", "two\n", "three\n")]

    assert now == later == [PlayedVersion(1), PlayedVersion(2), PlayedVersion(3)]


def test_a_version_that_was_brought_back_has_its_number(store):
    save(store, "one\n", "two\n", "one\n")

    assert PlayedVersions(store).of(own("one\n")) == PlayedVersion(1)
    assert PlayedVersions(store).of(own("two\n")) == PlayedVersion(2)


def test_what_is_not_kept_under_the_name_is_another_version(store):
    save(store, "one\n")

    assert PlayedVersions(store).of(own("none of these\n")) == PlayedVersion(None)


def test_versions_are_found_though_the_file_is_gone(store):
    save(store, "one\n", "two\n")
    store.remove("loa", "mine")

    assert PlayedVersions(store).of(own("one\n")) is None  # the only one that is known
    assert PlayedVersions(store).of(own("two\n")) == PlayedVersion(None)


def test_what_is_kept_under_a_name_is_read_once(store):
    save(store, "one\n", "two\n")
    versions = PlayedVersions(store)
    assert versions.of(own("two\n")) == PlayedVersion(2)

    save(store, "two and a half\n")

    assert versions.of(own("two and a half\n")) == PlayedVersion(None)

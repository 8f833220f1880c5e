"""The check of the library at the start, and what is said while an old one is updated."""

import gzip
from collections.abc import Callable
from threading import Event

import pytest

from kalahloa.controllers.saving import library_checker
from kalahloa.controllers.saving.library_checker import LibraryChecker
from kalahloa.models.library.database import is_outdated
from kalahloa.models.library.library import Library
from tests.test_old_files import FILES

UPDATING, DONE = "Updating your library for this version…", "Your library is up to date."


@pytest.fixture
def check(tmp_path, qtbot, monkeypatch) -> Callable[..., list[str]]:
    """Return a function that checks a library, which takes until something was said or is done."""
    monkeypatch.setattr(library_checker, "SLOW_MS", 1)
    monkeypatch.setattr(library_checker, "AGAIN_MS", 1)

    def run(*, outdated: bool, times: int) -> list[str]:
        said: list[str] = []
        ready, done = Event(), Event()

        def mend() -> tuple[Library, tuple[()]]:
            ready.wait(20)
            return Library.open(tmp_path / "library.sqlite"), ()

        checker = LibraryChecker(mend, updates=lambda: outdated)
        checker.message.connect(said.append)
        checker.check(done.set)
        qtbot.waitUntil(lambda: len(said) >= times)
        ready.set()
        qtbot.waitUntil(done.is_set)
        checker.shut_down()
        return said

    return run


def test_a_long_update_is_told_of_until_it_is_done(check):
    said = check(outdated=True, times=2)

    assert said[:2] == [UPDATING, UPDATING] and said[-1] == DONE


def test_nothing_is_said_of_a_check_without_an_update(check):
    assert check(outdated=False, times=0) == []


@pytest.mark.parametrize("version", range(1, 9))
def test_a_library_of_an_older_version_is_outdated_until_it_has_been_opened(tmp_path, version):
    path = tmp_path / "library.sqlite"
    path.write_bytes(gzip.decompress((FILES / f"library-{version}.sqlite.gz").read_bytes()))

    assert is_outdated(path)

    with Library.open(path):
        pass

    assert not is_outdated(path)


def test_what_is_no_library_is_not_outdated(tmp_path):
    other = tmp_path / "library.sqlite"

    assert not is_outdated(other)

    other.write_bytes(b"no library at all" * 100)

    assert not is_outdated(other)

"""Files are written whole, durably, and with the permissions that others expect."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.models.storage.atomic_file import write_whole

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


@needs_posix
def test_a_new_file_gets_the_permissions_that_the_umask_allows(tmp_path: Path, umask):
    path = tmp_path / "new"

    write_whole(path, [b"whole"])

    assert path.stat().st_mode & 0o777 == 0o640


@needs_posix
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_an_existing_file_keeps_its_permissions(tmp_path: Path, umask, mode):
    path = tmp_path / "old"
    path.write_bytes(b"old")
    path.chmod(mode)

    write_whole(path, [b"new"])

    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == mode


def test_what_was_there_stays_where_writing_fails(tmp_path: Path):
    path = tmp_path / "old"
    path.write_bytes(b"old")

    def parts() -> Iterator[bytes]:
        yield b"new"
        raise OSError

    with pytest.raises(OSError):
        write_whole(path, parts())

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_only_old_files_of_killed_writers_are_cleared_away(tmp_path: Path):
    path = tmp_path / "game [1]"
    left, fresh = (tmp_path / f"game [1].{name}.part" for name in ("0123abcd", "4567abcd"))
    own = tmp_path / "game [1].my second.part"
    for file in (left, fresh, own):
        file.write_bytes(b"")
    for file in (left, own):
        os.utime(file, (0, 0))

    write_whole(path, [b"whole"])

    assert sorted(tmp_path.iterdir()) == sorted([path, fresh, own])

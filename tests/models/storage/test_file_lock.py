"""A locked file has one writer, and a lock never outlives its process."""

import subprocess
import sys
from pathlib import Path

import pytest

from kalahloa.models.storage.file_lock import FileLock
from tests.processes import without_display

_HOLD = """
import sys
from pathlib import Path
from kalahloa.models.storage.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print("locked", flush=True)
sys.stdin.read()
"""


def test_a_lock_excludes_another_until_it_is_released(tmp_path: Path):
    path = tmp_path / "game"
    first = FileLock(path)

    with pytest.raises(BlockingIOError):
        FileLock(path)
    first.release()

    FileLock(path).release()
    assert list(tmp_path.iterdir()) == []


def test_files_are_locked_each_on_its_own(tmp_path: Path):
    locks = [FileLock(tmp_path / name) for name in ("one", "two")]

    for lock in locks:
        lock.release()
        lock.release()

    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_cannot_be_made_is_not_taken_for_one_that_is_held(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "nowhere" / "game")


def test_the_lock_of_a_killed_process_keeps_no_one_out(tmp_path: Path):
    path = tmp_path / "game"
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)],
        env=without_display(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(BlockingIOError):
            FileLock(path)
        process.kill()

    FileLock(path).release()

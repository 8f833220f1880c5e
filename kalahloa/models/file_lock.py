"""Locks that keep a second process from writing a file, and that end with their process."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(error.errno, error.strerror) from error
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """An advisory lock on *path*, held from construction to `release`.

    The lock is on a hidden file beside *path*, because *path* itself is replaced when it is
    written.  The system releases it when the process ends, however it ends; a lock file that
    is left over then keeps nobody out.  Two locks exclude each other in one process, too.

    Raises `BlockingIOError` where the lock is held, and another `OSError` where the lock file
    cannot be made or locked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        while True:
            file = open(self._path, "ab")  # noqa: SIM115 - stays open as long as the lock is held
            try:
                _lock(file)
                if self._is_current(file):
                    break
            except BaseException:
                file.close()
                raise
            file.close()
        self._file = file

    def _is_current(self, file: BinaryIO) -> bool:
        """Return whether *file* still has its name: its last owner may just have deleted it."""
        if sys.platform == "win32":
            return True  # open files cannot be deleted
        try:
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self._path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Release the lock and delete its file; safe to call twice."""
        if self._file.closed:
            return
        if sys.platform == "win32":
            self._file.close()
            with suppress(OSError):
                self._path.unlink()
            return
        # Deleted while it is held, or the lock of the next owner would be deleted.
        with suppress(OSError):
            self._path.unlink()
        self._file.close()

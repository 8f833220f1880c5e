"""Advisory file locks, which the system releases when the process ends."""

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

    The locked file is a hidden one beside *path*, because *path* itself is replaced on writing.
    The system releases the lock when the process ends, even by a crash; a lock file left behind
    then blocks nobody.  Two locks also exclude each other within one process.

    Raises `BlockingIOError` if the lock is held, and another `OSError` if the lock file cannot be
    created or locked.
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
        """Return whether *file* is still the lock file: its last owner may just have deleted it."""
        if sys.platform == "win32":
            return True  # open files cannot be deleted
        try:
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self._path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Release the lock and delete the lock file; may be called twice."""
        if self._file.closed:
            return
        if sys.platform == "win32":
            self._file.close()
            with suppress(OSError):
                self._path.unlink()
            return
        # Deleted while still locked; otherwise this could delete the next owner's lock file.
        with suppress(OSError):
            self._path.unlink()
        self._file.close()

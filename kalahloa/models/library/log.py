"""The write-ahead log of a library, which is flushed apart from what writes to it."""

import os
import threading
from contextlib import suppress
from pathlib import Path

CAN_FLUSH_APART = os.name == "posix"
"""Elsewhere a file that is open can neither be deleted nor moved, and SQLite is to do both."""


def log_of(path: Path) -> str:
    """Return the path of the log of the library at *path*."""
    return f"{os.path.realpath(path)}-wal"


class Log:
    """The open log of the library at a path; any thread may flush it.

    It may be opened and closed although SQLite uses it: the locks of a library are on other files.
    """

    def __init__(self, path: Path) -> None:
        """Open the log of the library at *path*; raises `OSError`."""
        self._lock = threading.Lock()
        self._file: int | None = os.open(log_of(path), os.O_RDWR)
        self._error: OSError | None = None

    def flush(self) -> None:
        """Have on the disk what was written before; raises `OSError`."""
        with self._lock:
            if self._file is not None:
                flush(self._file)
            elif self._error is not None:
                raise self._error

    def close(self) -> None:
        """Flush and close; what fails in that, `flush` raises from now on.  May be called twice."""
        with self._lock:
            file, self._file = self._file, None
            if file is None:
                return
            try:
                flush(file)
            except OSError as error:
                self._error = error
            finally:
                with suppress(OSError):
                    os.close(file)


def flush(file: int) -> None:
    """Have on the disk what was written to *file* before."""
    getattr(os, "fdatasync", os.fsync)(file)

"""Files that grow while something goes on, and from which it can go on after a crash."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from kalahloa.models.storage.file_lock import FileLock


class GrowingFile:
    """A context manager that appends to the file at *path*, which it locks meanwhile.

    *read* reads the file once it is locked, and returns where its whole part ends; what a killed
    process left incomplete behind that is cut off.  Raises `BlockingIOError` if another one has
    locked the file, other `OSError`, and what *read* raises.
    """

    def __init__(self, path: Path, read: Callable[[], int]) -> None:
        self.path = path
        self._lock = FileLock(path)
        try:
            end = read()
            self._file: BinaryIO = open(path, "r+b")  # noqa: SIM115 - open until it is closed
            try:
                self._file.truncate(end)
                self._file.seek(end)
            except BaseException:
                self._file.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file, and let others go on with it."""
        try:
            with suppress(OSError):
                self.sync()
            self._file.close()
        finally:
            self._lock.release()

    def sync(self) -> None:
        """Wait until what was written is on the disk; raise `OSError`."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def write(self, content: bytes) -> None:
        """Append *content*, which then survives the end of the process; raise `OSError`."""
        self._file.write(content)
        self._file.flush()

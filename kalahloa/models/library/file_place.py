"""Notices that the file of an open library, or its log, is not where it was."""

import os
import sqlite3
from collections import Counter
from pathlib import Path

from kalahloa.models.library.error_sentences import replaced
from kalahloa.models.library.log import log_of

_lost_logs: Counter[str] = Counter()
"""How often the log of a library was found deleted, with what was not in the file yet."""


class FilePlace:
    """Where the file of a library and its log are, as long as nobody replaces them."""

    def __init__(self, path: Path, has_log: bool) -> None:
        """Take note of the files of the library at *path*, which is open."""
        self._path = path
        self._log_path = log_of(path)
        self._file = _found(path)
        self._log = _found(self._log_path) if has_log else None
        self._losses = _lost_logs[self._log_path]

    @property
    def identity(self) -> tuple[int, ...]:
        """The device, the number of the file there, and how often its log was lost before."""
        return (*(self._file or ()), self._losses)

    def require_file(self) -> None:
        """Raise `LibraryUnavailable` if the file was moved: another program has repaired it."""
        if _found(self._path) != self._file:
            raise replaced(self._path)

    def require_log(self, database: sqlite3.Connection) -> None:
        """Raise `LibraryUnavailable` if somebody has deleted the log, where the newest games are.

        What is in it is moved to the file, as long as nobody else can have written to that.
        """
        if self._log is None or database.in_transaction:
            return
        there = _found(self._log_path)
        if there == self._log:
            return
        if there is None and _found(self._path) == self._file:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _lost_logs[self._log_path] += 1
        raise replaced(self._path)


def _found(path: Path | str) -> tuple[int, int] | None:
    """Return what tells a file from one that is put in its place; None if there is none."""
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return None
    return there.st_dev, there.st_ino

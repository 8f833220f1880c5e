"""A damaged library: found, kept aside, and read into a new one as far as it can be.

The order of steps is such that a program that is killed at any of them loses nothing: the new
library is whole before the damaged one is moved, and if only that has happened, the next start
moves the new one into its place.
"""

import os
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from kalahloa.models.errors import LibraryBusy, LibraryDamaged
from kalahloa.models.file_lock import FileLock
from kalahloa.models.library.database import (
    PATIENCE_SECONDS,
    copy_file,
    in_sentences,
    open_database,
    said_of_system,
    shown,
    transaction,
)
from kalahloa.models.library.library import Library
from kalahloa.models.library.pages import with_new_schema
from kalahloa.models.library.salvage import Salvage
from kalahloa.models.library.saving import build_indexes
from kalahloa.models.sentence import QT_TRANSLATE_NOOP, Sentence

_BESIDE = ("-wal", "-shm", "-journal")
_COPY = ".copy"
_UNFINISHED = ".part"
_READY = ".salvaged"


@dataclass(frozen=True)
class Repaired:
    """What a repair has done: the file `kept` aside, how many games were read, how many not."""

    path: Path
    kept: Path
    games: int
    lost: int

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What the user is told."""
        said = QT_TRANSLATE_NOOP(
            "Models",
            "The library {path} was damaged. It is kept as {kept}, and %n game(s) could be read "
            "from it into a new one.",
        ).counted(self.games, path=shown(self.path), kept=shown(self.kept))
        if not self.lost:
            return (said,)
        lost = QT_TRANSLATE_NOOP(
            "Models", "%n game(s) could not be read, or only in part."
        ).counted(self.lost)
        return said, lost


def open_library(
    path: Path, patience: float = PATIENCE_SECONDS, check: bool = True
) -> tuple[Library, tuple[Sentence, ...]]:
    """Open the library at *path*, created if there is none and repaired if it is damaged.

    Returns what the user is to be told.  With *check*, damage is looked for, which takes a second
    for some hundred megabytes; without, only what opening finds is repaired.  Raises a
    `LibraryUnavailable`.
    """
    with in_sentences(path):
        _finish(path)
    library = _open_whole(path, patience, check)
    if library is not None:
        return library, ()
    try:
        lock = FileLock(path)
    except BlockingIOError:
        raise LibraryBusy(
            QT_TRANSLATE_NOOP(
                "Models", "The library {path} is being repaired by another program."
            ).format(path=shown(path))
        ) from None
    except OSError as error:
        raise said_of_system(error, path) from error
    try:
        # Another program may just have done it.
        library = _open_whole(path, patience, check)
        if library is not None:
            return library, ()
        repaired = repair(path)
        return Library.open(path, patience=patience), repaired.sentences
    finally:
        lock.release()


def _open_whole(path: Path, patience: float, check: bool) -> Library | None:
    """Return the library at *path*, or None if it is damaged."""
    try:
        library = Library.open(path, patience=patience)
    except LibraryDamaged:
        return None
    try:
        if not check or not library.check():
            return library
    except LibraryDamaged:
        pass
    except BaseException:
        library.close()
        raise
    library.close()
    return None


def repair(path: Path) -> Repaired:
    """Read all that can be read of the library at *path* into a new one in its place.

    The damaged file is kept beside it, with its log, under a name with the date.  Raises a
    `LibraryUnavailable`, and leaves the file where it is, if there is no room for the new one.
    """
    with in_sentences(path):
        copy, part = _beside(path, _COPY), _beside(path, _UNFINISHED)
        for old in (copy, part):
            _delete(old)
        try:
            copy_file(path, copy)
            with suppress(FileNotFoundError):
                copy_file(_beside(path, "-wal"), _beside(copy, "-wal"))
            games, lost = _read_over(copy, part)
            os.replace(part, _beside(path, _READY))
        finally:
            for used in (copy, part):
                _delete(used)
        return Repaired(path, _finish(path) or path, games, lost)


def _read_over(copy: Path, part: Path) -> tuple[int, int]:
    """Read what can be read of *copy* into a new library *part*.

    Returns how many games were read, and how many not or only in part.
    """
    with closing(open_database(part)) as new:
        # Not a log of its own: it is one file when it is moved.
        new.execute("PRAGMA journal_mode = DELETE")
        try:
            with closing(Salvage(copy)) as old, transaction(new):
                counts = old.read_into(new)
        except sqlite3.Error:
            # Not even the list of tables: another one is put in its place.
            with_new_schema(copy, part)
            try:
                with closing(Salvage(copy)) as old, transaction(new):
                    counts = old.read_into(new)
            except sqlite3.Error:
                counts = 0, 0
        with transaction(new):
            build_indexes(new)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    return counts


def _finish(path: Path) -> Path | None:
    """Move a new library that is ready to *path*; return where what was there is kept."""
    ready = _beside(path, _READY)
    if not ready.exists():
        return None
    kept = None
    if path.exists():
        kept = _free_name(path)
        for end in _BESIDE:
            with suppress(FileNotFoundError):
                os.rename(_beside(path, end), _beside(kept, end))
        os.rename(path, kept)
    os.rename(ready, path)
    return kept


def _free_name(path: Path) -> Path:
    """Return a name beside *path*, with the date, that no file has."""
    number = 1
    while True:
        more = f" {number}" if number > 1 else ""
        name = f"{path.stem} damaged {time.strftime('%Y-%m-%d %H.%M.%S')}{more}{path.suffix}"
        kept = path.with_name(name)
        if not kept.exists():
            return kept
        number += 1


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _delete(path: Path) -> None:
    for name in (path, *(_beside(path, end) for end in _BESIDE)):
        name.unlink(missing_ok=True)

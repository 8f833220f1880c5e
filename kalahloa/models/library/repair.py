"""A damaged library: found, kept aside, and read into a new one as far as it can be.

The order of steps is such that a program that is killed at any of them loses nothing: the new
library is whole before the damaged one is moved, and if only that has happened, the next start
moves the new one into its place.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kalahloa.models.library.backups import fill_in
from kalahloa.models.library.database import (
    PATIENCE_SECONDS,
    beside,
    copy_file,
    open_database,
    transaction,
)
from kalahloa.models.library.diagnosis import Condition, diagnose
from kalahloa.models.library.error_sentences import code_of, library_failures, shown
from kalahloa.models.library.library import Library
from kalahloa.models.library.pages import with_new_schema
from kalahloa.models.library.recovery import Recovery
from kalahloa.models.library.saving import build_indexes
from kalahloa.models.storage.atomic_file import make_folder
from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.text.errors import LibraryBusy, LibraryDamaged
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_BESIDE = ("-wal", "-shm", "-journal")
_COPY = ".copy"
_UNFINISHED = ".part"
_READY = ".salvaged"


@dataclass(frozen=True)
class Repaired:
    """What a repair has done: the file `kept` aside, how many games were read, how many not.

    `backup` is the copy from which tables were taken that were not there at all.
    """

    path: Path
    kept: Path
    games: int
    lost: int
    backup: Path | None = None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What the user is told."""
        said = QT_TRANSLATE_NOOP(
            "Models",
            "The library {path} was damaged. It is saved as {kept}; a new library has %n "
            "game(s) read from it.",
        ).counted(self.games, path=shown(self.path), kept=shown(self.kept))
        if self.backup is not None:
            taken = QT_TRANSLATE_NOOP(
                "Models", "Missing games come from the backup {backup}."
            ).format(backup=shown(self.backup))
            return said, taken
        if not self.lost:
            return (said,)
        lost = QT_TRANSLATE_NOOP(
            "Models", "%n game(s) could not be read, or only in part."
        ).counted(self.lost)
        return said, lost


def open_library(
    path: Path, patience: float = PATIENCE_SECONDS
) -> tuple[Library, tuple[Sentence, ...]]:
    """Open the library at *path*, created if there is none and repaired if it is damaged.

    Returns what the user is to be told.  To look for damage takes a second for some hundred
    megabytes.  Raises a `LibraryUnavailable`.
    """
    repaired = (
        repair(path, patience=patience) if _is_to_be_repaired(path, False, patience) else None
    )
    return Library.open(path, patience=patience), repaired.sentences if repaired else ()


def _is_to_be_repaired(path: Path, thorough: bool, patience: float) -> bool:
    if beside(path, _READY).exists():
        return True
    return diagnose(path, thorough, patience).condition is Condition.DAMAGED


def repair(
    path: Path, thorough: bool = False, patience: float = PATIENCE_SECONDS
) -> Repaired | None:
    """Read all that can be read of the library at *path* into a new one in its place.

    Returns None if nothing was to be repaired, or only what loses nothing, as a missing index.
    Nobody else can write meanwhile.  The damaged file is kept beside the new one, with its log,
    under a name with the date.  Raises a `LibraryUnavailable`, and leaves the file where it is, if
    it is not damaged, another program uses it, or there is no room for the new one.
    """
    with library_failures(path), _alone(path, patience):
        if (kept := _finish(path)) is not None:
            return kept
        with suppress(LibraryDamaged):
            Library.open(path, create=False, patience=patience).close()
        found = diagnose(path, thorough, patience)
        if found.condition is not Condition.DAMAGED:
            if found.error is not None:
                raise found.error
            return None
        with _locked(path, patience):
            return _replaced(path)


@contextmanager
def _alone(path: Path, patience: float) -> Iterator[None]:
    """Run the body while no other program repairs the library at *path*."""
    make_folder(path.parent, private=True)
    try:
        lock = FileLock(path)
    except BlockingIOError:
        raise LibraryBusy(
            QT_TRANSLATE_NOOP("Models", "Another program is repairing the library {path}.").format(
                path=shown(path)
            )
        ) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _locked(path: Path, patience: float) -> Iterator[None]:
    """Run the body while nobody else can write to the library at *path*.

    Whoever waits for that finds the file moved then, and opens the new one.
    """
    with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as database:
        try:
            database.execute("BEGIN IMMEDIATE")
        except (sqlite3.DatabaseError, UnicodeError) as error:
            if code_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            # It is too damaged for anybody to write to it.
        if os.name != "posix":
            database.close()  # what is open there cannot be moved
        yield


def _replaced(path: Path) -> Repaired:
    """Put a new library in the place of the damaged one at *path*."""
    copy, part = beside(path, _COPY), beside(path, _UNFINISHED)
    for old in (copy, part):
        _delete(old)
    try:
        copy_file(path, copy)
        with suppress(FileNotFoundError):
            copy_file(beside(path, "-wal"), beside(copy, "-wal"))
        games, lost, backup = _read_over(copy, part, path)
        os.replace(part, beside(path, _READY))
    finally:
        for used in (copy, part):
            _delete(used)
    return Repaired(path, _move_into_place(path), games, lost, backup)


def _read_over(copy: Path, part: Path, path: Path) -> tuple[int, int, Path | None]:
    """Read what can be read of *copy*, the library at *path*, into a new library *part*.

    Returns how many games were read, how many not or only in part, and from which backup tables
    were taken that are not there at all.
    """
    lacking: frozenset[str] = frozenset()
    with closing(open_database(part)) as new:
        # Not a log of its own: it is one file when it is moved.
        new.execute("PRAGMA journal_mode = DELETE")
        try:
            with closing(Recovery(copy)) as old, transaction(new):
                lacking = old.lacking()
                counts = old.read_into(new)
        except (sqlite3.Error, UnicodeError):
            # Not even the list of tables: another one is put in its place.
            with_new_schema(copy, part)
            try:
                with closing(Recovery(copy)) as old, transaction(new):
                    counts = old.read_into(new)
            except (sqlite3.Error, UnicodeError):
                counts = 0, 0
        backup = fill_in(new, path, lacking)
        with transaction(new):
            build_indexes(new)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    return (*counts, backup)


def _finish(path: Path) -> Repaired | None:
    """Do what is left of a repair that was killed when the new library was ready, if one was."""
    ready = beside(path, _READY)
    if not ready.exists():
        return None
    if path.exists() and diagnose(path).condition is not Condition.DAMAGED:
        # What is there is in use: another one was made since.
        os.rename(ready, _free_name(path))
        return None
    with closing(open_database(ready)) as new:
        (games,) = new.execute("SELECT count(*) FROM games").fetchone()
        new.execute("PRAGMA journal_mode = DELETE")
    return Repaired(path, _move_into_place(path), games, 0)


def _move_into_place(path: Path) -> Path:
    """Move a new library that is ready to *path*; return where what was there is kept."""
    kept = _free_name(path)
    if path.exists():
        # Of its log only what is not in the file.
        for end in _BESIDE:
            with suppress(FileNotFoundError):
                left = beside(path, end)
                if end == "-shm" or not left.stat().st_size:
                    left.unlink()
                else:
                    os.rename(left, beside(kept, end))
        os.rename(path, kept)
    os.rename(beside(path, _READY), path)
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


def _delete(path: Path) -> None:
    for name in (path, *(beside(path, end) for end in _BESIDE)):
        name.unlink(missing_ok=True)

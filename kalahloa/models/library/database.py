"""Opens the library's database, and puts its errors into sentences."""

import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kalahloa.models.atomic_file import make_folder
from kalahloa.models.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryFull,
    LibraryReadOnly,
    LibraryTooNew,
    LibraryUnavailable,
)
from kalahloa.models.library import schema
from kalahloa.models.quotation import shorten
from kalahloa.models.sentence import QT_TRANSLATE_NOOP

PATIENCE_SECONDS = 5.0
"""How long a lock of another program is waited for."""
CACHE_KIB = 65_536
MAX_SHOWN_PATH = 200
_OLDEST_SQLITE = (3, 37, 0)
"""The first one with STRICT tables."""
_RETRY_SECONDS = 0.05
_LOCK_RETRY_SECONDS = 0.0005
_TURN_SECONDS = 0.002
"""How long a connection that has just written leaves the lock to others, who look for it often."""
_CHECKPOINTS = 3
"""How often what others write during a checkpoint is moved as well."""
_LONG_LOG = 16_384
"""From so many pages on, 64 MiB, others have to wait until all of the log is moved."""
_LEAST_ROOM = 131_072
"""With less room, in bytes, errors of the disk are taken for its being full."""
_FULL = (errno.ENOSPC, errno.EDQUOT)


class Connection(sqlite3.Connection):
    """A connection that knows when it last ended a transaction, by `time.monotonic`."""

    ended = -_TURN_SECONDS
    patience = 0.0
    """How many seconds a lock of another program is waited for."""
    has_log = False
    """Whether it writes to a write-ahead log: then only the beginning of a transaction can wait."""
    is_patient = True
    """Whether SQLite does so by itself, with its `busy_timeout`."""

    def wait_by_itself(self, is_patient: bool) -> None:
        """Have SQLite wait for locks, or not, if that is not so already."""
        if is_patient != self.is_patient:
            self.execute(f"PRAGMA busy_timeout = {1000 * self.patience * is_patient:.0f}")
            self.is_patient = is_patient


def open_database(
    path: Path, create: bool = True, patience: float = PATIENCE_SECONDS
) -> sqlite3.Connection:
    """Return a connection to the library at *path*, created if it is missing and *create* is True.

    Older tables are brought up to date.  The connection commits by itself outside of
    `transaction`; one thread at a time may use it.  Raises a `LibraryUnavailable`, and leaves a
    file of a newer version, or of another program, as it is.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise LibraryUnavailable(
            QT_TRANSLATE_NOOP(
                "Models", "The library needs SQLite {least}, and Python has SQLite {found}."
            ).format(least="3.37", found=sqlite3.sqlite_version)
        )
    with in_sentences(path):
        _require_ours(path)
        if create:
            make_folder(path.parent)
        elif not path.exists():
            raise LibraryUnavailable(
                QT_TRANSLATE_NOOP("Models", "There is no library {path}.").format(path=shown(path))
            )
        database = sqlite3.connect(
            path,
            timeout=patience,
            isolation_level=None,
            check_same_thread=False,
            factory=Connection,
        )
        assert isinstance(database, Connection)
        database.patience = patience
        try:
            _prepare(database, path, patience)
        except BaseException:
            database.close()
            raise
    return database


def _require_ours(path: Path) -> None:
    """Raise `LibraryTooNew` or `LibraryDamaged` by the header of the file, if there is one.

    SQLite reads it as a file that does not change, and so writes nothing to the folder.  To open it
    here is not possible: where a process closes a file, it loses all locks that it has on it, by
    other connections too, and another process that then closes the library deletes the log that
    those write to.
    """
    if not path.is_file() or not path.stat().st_size:
        return
    where = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(where, uri=True)) as database:
            application, version = _versions(database)
    except sqlite3.DatabaseError:
        return  # which is found, and said, when it is opened
    _require_known(path, application, version)


def _require_known(path: Path, application: int, version: int) -> None:
    if application not in (0, schema.APPLICATION_ID) or (version and not application):
        raise LibraryDamaged(
            QT_TRANSLATE_NOOP("Models", "{path} is not a library of Kalahloa.").format(
                path=shown(path)
            )
        )
    if version > schema.VERSION:
        raise LibraryTooNew(
            QT_TRANSLATE_NOOP(
                "Models",
                "The library {path} was written by a newer version of Kalahloa: its format is "
                "{found}, and this version knows {known}. It is left as it is.",
            ).format(path=shown(path), found=version, known=schema.VERSION)
        )


def _prepare(database: Connection, path: Path, patience: float) -> None:
    database.text_factory = readable
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA temp_store = MEMORY")
    database.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    database.has_log = _use_log(database, patience)
    database.execute("PRAGMA synchronous = FULL")
    if _versions(database) != (schema.APPLICATION_ID, schema.VERSION):
        with transaction(database):
            application, version = _versions(database)
            _require_known(path, application, version)
            if not application:
                schema.create(database)
            else:
                schema.migrate(database, version)


def has_log(database: sqlite3.Connection) -> bool:
    """Return whether *database* writes to a write-ahead log."""
    return isinstance(database, Connection) and database.has_log


def leave_to_others(database: sqlite3.Connection) -> bool:
    """Have transactions flush nothing and move nothing from the log; return whether that can be.

    Then the log is to be flushed for what was written to outlast the power, and `checkpoint` to be
    called on another connection.  Without a log nothing changes.
    """
    if not has_log(database):
        return False
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    return True


@contextmanager
def flushing_later(database: sqlite3.Connection) -> Iterator[None]:
    """Run the body, whose transactions flush nothing; the log is to be flushed after it.

    Whoever waits for the lock need not wait for the disk then.
    """
    database.execute("PRAGMA synchronous = NORMAL")
    try:
        yield
    finally:
        database.execute("PRAGMA synchronous = FULL")


def checkpoint(database: sqlite3.Connection) -> bool:
    """Move what is in the log to the file without keeping others out; return whether all is."""
    for _ in range(_CHECKPOINTS):
        busy, pages, moved = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if busy or pages == moved:
            break
        # Some were written meanwhile, and the log begins anew only when all are moved.
    if pages > max(_LONG_LOG, moved):
        busy, pages, moved = database.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
    return not busy and pages == moved


def readable(raw: bytes) -> str:
    """Return stored text, which may be damaged."""
    return raw.decode("utf-8", "replace")


def _versions(database: sqlite3.Connection) -> tuple[int, int]:
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return application, version


def _use_log(database: sqlite3.Connection, patience: float) -> bool:
    """Switch to the write-ahead log, and return whether that is so.

    Where the file system has none, the default stays.
    """
    end = time.monotonic() + patience
    while True:
        try:
            (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
            return mode == "wal"
        except sqlite3.OperationalError as error:
            # SQLite does not wait for this lock by itself.
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                raise
            time.sleep(_RETRY_SECONDS)


def copy_file(path: Path, copy: Path) -> None:
    """Copy the file of a library, to which there may be connections.

    It stays open for as long as the process runs: see `_require_ours`.
    """
    source = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        with open(source, "rb", closefd=False) as file, copy.open("wb") as target:
            shutil.copyfileobj(file, target)
    finally:
        if os.name != "posix":
            os.close(source)


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Run the body in one transaction for writing, which is rolled back if it raises.

    Within another one, the body is a part of that.
    """
    is_within = database.in_transaction
    if is_within:
        yield
        return
    _begin(database)
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    finally:
        if isinstance(database, Connection):
            database.ended = time.monotonic()


def _begin(database: sqlite3.Connection) -> None:
    """Begin to write as soon as no other connection does, within the connection's patience.

    SQLite itself looks less and less often, in the end once in 0.1 s: beside a program that writes
    all the time it could be late by several times that.  For the same reason a connection that
    writes all the time leaves a gap after each transaction, in which others find the lock free.
    """
    if not isinstance(database, Connection):
        database.execute("BEGIN IMMEDIATE")
        return
    rest = database.ended + _TURN_SECONDS - time.monotonic()
    if rest > 0:
        time.sleep(rest)
    end = time.monotonic() + database.patience
    database.wait_by_itself(False)
    while True:
        try:
            database.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                raise
            time.sleep(_LOCK_RETRY_SECONDS)
    if not database.has_log:
        database.wait_by_itself(True)


@contextmanager
def reading(database: sqlite3.Connection) -> Iterator[None]:
    """Run the body, which only reads, on one state of the database."""
    if isinstance(database, Connection):
        database.wait_by_itself(True)
    database.execute("BEGIN")
    try:
        yield
    finally:
        # SQLite ends it by itself at some errors.
        if database.in_transaction:
            database.execute("ROLLBACK")


@contextmanager
def in_sentences(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and of the system in the body into `LibraryUnavailable`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _said(error, path) from error
    except OSError as error:
        raise said_of_system(error, path) from error


def shown(path: Path) -> str:
    """Return *path* for a message: on one line, and not too long."""
    return shorten(path, MAX_SHOWN_PATH)


def _code(error: sqlite3.Error) -> int:
    """Return the primary result code of *error*; 0 if it is not SQLite's."""
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _said(error: sqlite3.Error, path: Path) -> LibraryUnavailable:
    where = shown(path)
    match _code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return LibraryBusy(
                QT_TRANSLATE_NOOP(
                    "Models", "The library {path} is locked by another program."
                ).format(path=where)
            )
        case sqlite3.SQLITE_FULL:
            return _full(path)
        case sqlite3.SQLITE_IOERR if not _has_room(path):
            return _full(path)  # SQLite says so of a full disk where it is not the file that grows
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return _read_only(path)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(path)
        case 0 | sqlite3.SQLITE_ERROR | sqlite3.SQLITE_MISMATCH | sqlite3.SQLITE_CONSTRAINT:
            # What is stored is not what the tables can hold: a damaged schema, text that is not
            # UTF-8, a row that refers to nothing.
            return damaged(path, error)
    return LibraryUnavailable(
        QT_TRANSLATE_NOOP("Models", "The library {path} cannot be used: {reason}.").format(
            path=where, reason=shorten(error)
        )
    )


def _has_room(path: Path) -> bool:
    """Return whether the disk of *path* has room for a few pages, as far as that is known."""
    try:
        return shutil.disk_usage(path.parent).free >= _LEAST_ROOM
    except OSError:
        return True


def said_of_system(error: OSError, path: Path) -> LibraryUnavailable:
    """Return *error* of the system, at the library *path*, as a sentence."""
    if error.errno in _FULL:
        return _full(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _read_only(path)
    return LibraryUnavailable(
        QT_TRANSLATE_NOOP("Models", "The library {path} cannot be used: {reason}.").format(
            path=shown(path), reason=error.strerror or shorten(error)
        )
    )


def damaged(path: Path, error: object = None) -> LibraryDamaged:
    """Return the error that the library at *path* is damaged, by *error* if that says more."""
    if error is None:
        return LibraryDamaged(
            QT_TRANSLATE_NOOP("Models", "The library {path} is damaged.").format(path=shown(path))
        )
    return LibraryDamaged(
        QT_TRANSLATE_NOOP("Models", "The library {path} is damaged: {reason}.").format(
            path=shown(path), reason=shorten(error)
        )
    )


def _full(path: Path) -> LibraryFull:
    return LibraryFull(
        QT_TRANSLATE_NOOP(
            "Models", "The library {path} cannot be written: the disk is full."
        ).format(path=shown(path))
    )


def _read_only(path: Path) -> LibraryReadOnly:
    return LibraryReadOnly(
        QT_TRANSLATE_NOOP(
            "Models", "The library {path} cannot be written: it or its folder is read-only."
        ).format(path=shown(path))
    )

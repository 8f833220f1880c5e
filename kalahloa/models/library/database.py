"""Opens the library's database, and writes to it in turn with others."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kalahloa.models.library import schema
from kalahloa.models.library.error_sentences import (
    code_of,
    damaged_library,
    library_failures,
    log_unreadable,
    missing,
    read_only,
    replaced,
)
from kalahloa.models.library.tables import faults, mend, version_of
from kalahloa.models.library.tree import comment_of
from kalahloa.models.storage.atomic_file import make_folder
from kalahloa.models.text.errors import KalahloaError, LibraryDamaged, LibraryUnavailable
from kalahloa.models.text.folding import searchable
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.countdown import Countdown

PATIENCE_SECONDS = 5.0
"""How long a lock of another program is waited for."""
UPDATE_SECONDS = 60.0
"""How long somebody else is waited for who brings older tables up to date: 100,000 games take 8."""
CACHE_KIB = 65_536
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
_USUAL_PAGES, _LATER_PAGES = 1_000, 16_384
"""How many pages are in the log when SQLite moves them by itself."""


State = tuple[int, ...]


def _state(path: Path) -> State:
    """Return what changes where somebody writes to the library at *path*."""
    file, log = os.stat(path), beside(path, "-wal")
    logged = log.stat().st_size if log.exists() else 0
    return file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns, logged


def beside(path: Path, end: str) -> Path:
    """Return the path of the file that SQLite keeps beside *path*, with this *end*."""
    return path.with_name(path.name + end)


def _searchable(*values: object) -> str:
    return searchable(*(value for value in values if isinstance(value, str)))


class Connection(sqlite3.Connection):
    """A connection that knows when it last ended a transaction, by `time.monotonic`."""

    ended = -_TURN_SECONDS
    patience = 0.0
    """How many seconds a lock of another program is waited for."""
    has_log = False
    """Whether it writes to a write-ahead log: then only the beginning of a transaction can wait."""
    is_patient = True
    """Whether SQLite does so by itself, with its `busy_timeout`."""
    is_read_only = False
    seen: "State | None" = None
    """The state of a file that is read as one that does not change."""

    def is_outdated(self, path: Path) -> bool:
        """Return whether what is read at *path* as a file that does not change has changed."""
        return self.seen is not None and _state(path) != self.seen

    def require_unchanged(self, path: Path) -> None:
        """Raise `LibraryUnavailable` if `is_outdated`."""
        if self.is_outdated(path):
            raise replaced(path)

    def wait_by_itself(self, is_patient: bool) -> None:
        """Have SQLite wait for locks, or not, if that is not so already."""
        if is_patient != self.is_patient:
            self.execute(f"PRAGMA busy_timeout = {1000 * self.patience * is_patient:.0f}")
            self.is_patient = is_patient


def open_database(
    path: Path, create: bool = True, patience: float = PATIENCE_SECONDS
) -> Connection:
    """Return a connection to the library at *path*, created if it is missing and *create* is True.

    Older tables are brought up to date.  Where the file or its folder cannot be written, it is
    opened to be read.  The connection commits by itself outside of `transaction`; one thread at a
    time may use it.  Raises a `LibraryUnavailable`, and leaves a file of a newer version, or of
    another program, as it is.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise LibraryUnavailable(
            QT_TRANSLATE_NOOP(
                "Models", "The library needs SQLite {least}, and Python has SQLite {found}."
            ).format(least="3.37", found=sqlite3.sqlite_version)
        )
    with library_failures(path):
        if not path.exists():
            if not create:
                raise missing(path)
            make_folder(path.parent, private=True)
            _create_private(path)
        elif not can_be_written(path):
            return _open_to_look(path, patience)
        _require_ours(path)
        with _open(path, patience) as database:
            _prepare(database, path, patience)
    return database


def _create_private(path: Path) -> None:
    """Create an empty file that only its owner may read, as SQLite does its log then too.

    It gets its name when it is closed: see `_require_ours`.
    """
    part = beside(path, f".{os.urandom(4).hex()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with suppress(OSError):  # another program was first, or the disk has no links
            os.link(part, path)
    finally:
        part.unlink(missing_ok=True)


def can_be_written(path: Path) -> bool:
    """Return whether the file at *path* and its folder can be written."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(one, os.W_OK, effective_ids=effective) for one in (path, path.parent))


@contextmanager
def _open(path: Path | str, patience: float, options: str = "") -> Iterator[Connection]:
    """Connect to *path*, with the *options* of a URI; close again only if the body raises.

    What the body raises, whatever it is, comes of what is in the file.
    """
    where = f"{Path(path).absolute().as_uri()}?{options}" if options else path
    database = sqlite3.connect(
        where,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
        uri=bool(options),
    )
    assert isinstance(database, Connection)
    database.patience = patience
    database.text_factory = readable
    # Where there is no index, games are searched by these.
    database.create_function("searchable", -1, _searchable, deterministic=True)
    database.create_function("comment_of", 1, comment_of, deterministic=True)
    try:
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA cell_size_check = ON")
        database.execute("PRAGMA temp_store = MEMORY")
        database.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        yield database
    except (KalahloaError, sqlite3.Error, OSError, UnicodeError):
        database.close()
        raise
    except Exception as error:
        database.close()
        raise damaged_library(Path(path), error) from error
    except BaseException:
        database.close()
        raise


def connect_to_read(path: Path, patience: float = PATIENCE_SECONDS) -> Connection:
    """Return a connection that only reads the library at *path*, whatever its tables are.

    Nothing is written, nor are other files made beside it.  That takes that nobody else has it
    open, or that its log is there; otherwise `Connection.require_unchanged` raises as soon as
    somebody writes to it.  Raises what `library_failures` turns into sentences.
    """
    if beside(path, "-journal").exists() and can_be_written(path):
        # A program without a log was killed: what it has half written is taken back first.
        with closing(sqlite3.connect(path, timeout=patience)) as database:
            database.execute("SELECT 1 FROM sqlite_schema").fetchone()
    log = beside(path, "-wal")
    is_still = not (log.exists() and (log.stat().st_size or can_be_written(path)))
    try:
        with _open(path, patience, f"mode=ro{'&immutable=1' * is_still}") as database:
            database.is_read_only = True
            database.seen = _state(path) if is_still else None
            database.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if code_of(error) == sqlite3.SQLITE_CANTOPEN and not is_still:
            raise log_unreadable(path) from error
        raise
    return database


def _open_to_look(path: Path, patience: float) -> Connection:
    """Return a connection to the library at *path*, which cannot be written.

    Older tables are read as a copy, in which they are brought up to date.
    """
    database = connect_to_read(path, patience)
    try:
        with reading(database):
            version = version_of(database, path)
            is_current = version == schema.VERSION and not faults(database)
        if is_current:
            return database
        if not version:
            raise read_only(path)
        with _open("", patience) as copy:
            database.backup(copy)
            copy.seen, copy.is_read_only = database.seen, True
            _bring_up(copy, path)
            copy.execute("PRAGMA query_only = ON")
    except BaseException:
        database.close()
        raise
    database.close()
    return copy


def _require_ours(path: Path) -> None:
    """Raise `LibraryTooNew` or `LibraryForeign` before anything is written to the file.

    SQLite reads it as a file that does not change, and so writes nothing to the folder.  To open it
    here is not possible: where a process closes a file, it loses all locks that it has on it, by
    other connections too, and another process that then closes the library deletes the log that
    those write to.
    """
    if not path.is_file() or not path.stat().st_size:
        return
    # Other errors are found, and said, when it is opened: the newest pages may be in the log.
    with (
        suppress(sqlite3.Error, UnicodeError, LibraryDamaged),
        _open(path, 0, "mode=ro&immutable=1") as database,
        closing(database),
    ):
        version_of(database, path)


def is_outdated(path: Path) -> bool:
    """Return whether the library at *path* will be brought up to date when it is opened to write.

    What cannot be read is not: to open it says why.
    """
    if not path.is_file():
        return False
    with (
        suppress(sqlite3.Error, UnicodeError, KalahloaError),
        _open(path, 0, "mode=ro&immutable=1") as database,
        closing(database),
    ):
        return 0 < version_of(database, path) < schema.VERSION
    return False


def _prepare(database: Connection, path: Path, patience: float) -> None:
    database.execute("PRAGMA foreign_keys = ON")
    database.has_log = _use_log(database, patience)
    database.execute("PRAGMA synchronous = FULL")
    with reading(database):  # one state: another program may be creating the tables
        version = version_of(database, path)
        is_current = version == schema.VERSION and not faults(database)
    if is_current:
        return
    if version < schema.VERSION:
        database.patience = max(patience, UPDATE_SECONDS)  # another one may be at it
    try:
        _bring_up(database, path)
    finally:
        database.patience = patience


def _bring_up(database: Connection, path: Path) -> None:
    """Create the tables in *database*, or bring them up to date; raise `LibraryDamaged`."""
    with transaction(database):
        version = version_of(database, path)
        if not version:
            schema.create_tables(database)
        else:
            schema.migrate(database, version)
        if left := mend(database):
            raise damaged_library(path, left[0].reason)


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

    Whoever waits for the lock need not wait for the disk then.  A page that is written again and
    again is seldom moved from the log.
    """
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute(f"PRAGMA wal_autocheckpoint = {_LATER_PAGES}")
    try:
        yield
    finally:
        database.execute(f"PRAGMA wal_autocheckpoint = {_USUAL_PAGES}")
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


def _use_log(database: sqlite3.Connection, patience: float) -> bool:
    """Switch to the write-ahead log, and return whether that is so.

    Where the file system has none, the default stays.
    """
    countdown = Countdown(patience)
    while True:
        try:
            (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
            return mode == "wal"
        except sqlite3.OperationalError as error:
            # SQLite does not wait for this lock by itself.
            if code_of(error) != sqlite3.SQLITE_BUSY or countdown.is_over():
                raise
            time.sleep(_RETRY_SECONDS)


def copy_file(path: Path, copy: Path) -> None:
    """Copy the file of a library, to which there may be connections.

    It stays open for as long as the process runs: see `_require_ours`.
    """
    source = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        private = os.open(copy, os.O_CREAT | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
        with open(source, "rb", closefd=False) as file, open(private, "wb") as target:
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
        time.sleep(min(rest, _TURN_SECONDS))  # more only where the clock went back
    countdown = Countdown(database.patience)
    database.wait_by_itself(False)
    while True:
        try:
            database.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError as error:
            if code_of(error) != sqlite3.SQLITE_BUSY or countdown.is_over():
                raise
            time.sleep(_LOCK_RETRY_SECONDS)
    if not database.has_log:
        database.wait_by_itself(True)


@contextmanager
def reading(database: sqlite3.Connection) -> Iterator[None]:
    """Run the body, which only reads, on one state of the database.

    Within a `transaction`, it reads what that has written so far.
    """
    is_within = database.in_transaction
    if is_within:
        yield
        return
    if isinstance(database, Connection):
        database.wait_by_itself(True)
    database.execute("BEGIN")
    try:
        yield
    finally:
        # SQLite ends it by itself at some errors.
        if database.in_transaction:
            database.execute("ROLLBACK")

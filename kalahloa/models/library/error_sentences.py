"""Puts what goes wrong with the library's file into sentences."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kalahloa.models.text.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryForeign,
    LibraryFull,
    LibraryReadOnly,
    LibraryTooNew,
    LibraryUnavailable,
)
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MAX_SHOWN_PATH = 200
_MIN_ROOM = 131_072
"""With less room, in bytes, errors of the disk are taken for its being full."""
_FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def library_failures(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and of the system in the body into `LibraryUnavailable`."""
    try:
        yield
    except sqlite3.Error as error:
        raise said(error, path) from error
    except OSError as error:
        raise said_of_system(error, path) from error
    except UnicodeDecodeError as error:
        # In the text of an error of SQLite's, which names what is damaged.
        raise damaged_library(
            path, QT_TRANSLATE_NOOP("Models", "a name in it is not text")
        ) from error


def shown(path: Path) -> str:
    """Return *path* for a message: on one line, and not too long."""
    return shorten(path, MAX_SHOWN_PATH)


def code_of(error: Exception) -> int:
    """Return the primary result code of *error*; 0 if it is not SQLite's."""
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def said(error: sqlite3.Error, path: Path) -> LibraryUnavailable:
    """Return *error* of SQLite, at the library *path*, as a sentence."""
    where = shown(path)
    match code_of(error):
        case _ if isinstance(error, sqlite3.InterfaceError | sqlite3.ProgrammingError):
            pass  # as where the connection is closed: nothing is wrong with the file
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return busy(path)
        case sqlite3.SQLITE_FULL:
            return _full(path)
        case sqlite3.SQLITE_IOERR if not _has_room(path):
            return _full(path)  # SQLite says so of a full disk where it is not the file that grows
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return read_only(path)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged_library(path)
        case 0 | sqlite3.SQLITE_ERROR | sqlite3.SQLITE_MISMATCH | sqlite3.SQLITE_CONSTRAINT:
            # What is stored is not what the tables can hold: a damaged schema, text that is not
            # UTF-8, a row that refers to nothing.
            return damaged_library(path, error)
    return LibraryUnavailable(
        QT_TRANSLATE_NOOP("Models", "The library {path} cannot be used: {reason}.").format(
            path=where, reason=shorten(error)
        )
    )


def _has_room(path: Path) -> bool:
    """Return whether the disk of *path* has room for a few pages, as far as that is known."""
    try:
        return shutil.disk_usage(path.parent).free >= _MIN_ROOM
    except OSError:
        return True


def said_of_system(error: OSError, path: Path) -> LibraryUnavailable:
    """Return *error* of the system, at the library *path*, as a sentence."""
    if error.errno in _FULL:
        return _full(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(path)
    return LibraryUnavailable(
        QT_TRANSLATE_NOOP("Models", "The library {path} cannot be used: {reason}.").format(
            path=shown(path), reason=error.strerror or shorten(error)
        )
    )


def damaged_library(path: Path, error: object = None) -> LibraryDamaged:
    """Return the error that the library at *path* is damaged, by *error* if that says more."""
    if error is None:
        return LibraryDamaged(
            QT_TRANSLATE_NOOP("Models", "The library {path} is damaged.").format(path=shown(path))
        )
    return LibraryDamaged(
        QT_TRANSLATE_NOOP("Models", "The library {path} is damaged: {reason}.").format(
            path=shown(path), reason=error if isinstance(error, Sentence) else shorten(error)
        )
    )


def busy(path: Path) -> LibraryBusy:
    """Return the error that another program uses the library at *path*."""
    return LibraryBusy(
        QT_TRANSLATE_NOOP("Models", "Another program has locked the library {path}.").format(
            path=shown(path)
        )
    )


def foreign(path: Path) -> LibraryForeign:
    """Return the error that the database at *path* is that of another program."""
    return LibraryForeign(
        QT_TRANSLATE_NOOP("Models", "{path} is not a Kalahloa library. It stays unchanged.").format(
            path=shown(path)
        )
    )


def too_new(path: Path, found: int, known: int) -> LibraryTooNew:
    """Return the error that the library at *path* has the format *found*, after *known*."""
    return LibraryTooNew(
        QT_TRANSLATE_NOOP(
            "Models",
            "A newer version of Kalahloa saved the library {path}: its format is {found}, and "
            "this version reads {known}. It stays unchanged.",
        ).format(path=shown(path), found=found, known=known)
    )


def missing(path: Path) -> LibraryUnavailable:
    """Return the error that there is no library at *path*."""
    return LibraryUnavailable(
        QT_TRANSLATE_NOOP("Models", "There is no library {path}.").format(path=shown(path))
    )


def log_unreadable(path: Path) -> LibraryReadOnly:
    """Return the error that games of the library at *path* are in a log that cannot be read."""
    return LibraryReadOnly(
        QT_TRANSLATE_NOOP(
            "Models",
            "The library {path} needs a folder that allows writing: copy it to one, together "
            "with the file beside it that ends in -wal.",
        ).format(path=shown(path))
    )


def replaced(path: Path) -> LibraryUnavailable:
    """Return the error that the library at *path* is another file than the one that is open."""
    return LibraryUnavailable(
        QT_TRANSLATE_NOOP("Models", "The library {path} was replaced; open it again.").format(
            path=shown(path)
        )
    )


def _full(path: Path) -> LibraryFull:
    return LibraryFull(
        QT_TRANSLATE_NOOP(
            "Models", "The library {path} cannot be written: the disk is full."
        ).format(path=shown(path))
    )


def read_only(path: Path) -> LibraryReadOnly:
    """Return the error that the library at *path* may only be read."""
    return LibraryReadOnly(
        QT_TRANSLATE_NOOP(
            "Models", "The library {path} cannot be written: it or its folder is read-only."
        ).format(path=shown(path))
    )

"""Files of the user's own that several programs may add to at the same time.

Each program locks such a file, reads what is there, merges, and replaces the file atomically.  The
functions may wait for the other program, up to `LOCK_SECONDS`, so that a window calls them on
another thread.
"""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kalahloa.models.storage.atomic_file import make_folder, write_whole
from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.storage.json_file import read_bytes, shown_path
from kalahloa.models.storage.json_text import TooMuch, decode_json
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

LOCK_SECONDS = 5.0
_ASK_SECONDS = 0.02


def is_newer(path: Path, file_format: str, version: int) -> bool:
    """Return whether the file at *path* has this format, in a later version than *version*."""
    try:
        data = decode_json(read_bytes(path))
        found = data["version"]
        return data["format"] == file_format and type(found) is int and found > version
    except (BadFile, TooMuch, ValueError, RecursionError, KeyError, TypeError):
        return False


def rename_damaged(path: Path, error: BadFile) -> Sentence:
    """Give the file at *path* another name, and return a sentence that says so."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        os.rename(path, aside)
    except OSError as failure:
        raise error from failure
    return QT_TRANSLATE_NOOP("Models", "{problem} It is saved as {path}.").format(
        problem=error.sentence, path=shown_path(aside)
    )


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of *path*; raise `BadFile` if it cannot be had within `LOCK_SECONDS`."""
    ends = time.monotonic() + LOCK_SECONDS
    lock: FileLock | None = None
    while lock is None:
        try:
            make_folder(path.parent, private=True)
            lock = FileLock(path)
        except BlockingIOError as error:
            if time.monotonic() > ends:
                raise BadFile(
                    QT_TRANSLATE_NOOP("Models", "Another program is writing {path}.").format(
                        path=shown_path(path)
                    )
                ) from error
            time.sleep(_ASK_SECONDS)
        except (OSError, ValueError) as error:
            raise _unwritable(path, error) from error
    try:
        yield
    finally:
        lock.release()


def write_text(path: Path, parts: Iterable[str]) -> None:
    """Replace the file at *path* by *parts*, durably; raise `BadFile` if that is not possible."""
    try:
        write_whole(path, (part.encode() for part in parts), private=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: Exception) -> BadFile:
    reason = getattr(error, "strerror", None) or error
    return BadFile(
        QT_TRANSLATE_NOOP("Models", "{path} cannot be written: {reason}.").format(
            path=shown_path(path), reason=reason
        )
    )

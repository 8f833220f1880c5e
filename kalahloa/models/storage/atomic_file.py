"""Atomic, durable writing of files."""

import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

_UNFINISHED = ".part"
_LEFT_OVER_SECONDS = 3600.0
_BYTES_AT_ONCE = 1 << 23


def make_folder(folder: Path, private: bool = False) -> None:
    """Create *folder* and its missing parents, and sync them to disk; raise `OSError`.

    What is created is for nobody else to look into if it is *private*.
    """
    if not folder.is_dir():
        if folder.parent != folder:
            make_folder(folder.parent, private)
        folder.mkdir(0o700 if private else 0o777, exist_ok=True)
        _sync_folder(folder.parent)


def write_whole(path: Path, parts: Iterable[Any], private: bool = False) -> None:
    """Replace the content of *path* by *parts*, each bytes or a buffer, atomically and durably.

    If anything fails, *path* keeps its old content.  A new file gets the permissions that the umask
    allows, or is for nobody else to read if it is *private*; an existing one keeps its own.
    Missing folders are created.  Raises `OSError`, and what
    iterating over *parts* raises.
    """
    part: Path | None = None
    try:
        make_folder(path.parent, private)
        _clear_left_overs(path)
        file = _open_part(path, private)
        part = Path(file.name)
        with file:
            _copy_mode(path, file)
            waiting = 0
            for piece in parts:
                waiting += file.write(piece)
                if waiting >= _BYTES_AT_ONCE:
                    # Syncing piecewise keeps each wait short, so that *parts* can stop the work.
                    _sync_file(file)
                    waiting = 0
            _sync_file(file)
        os.replace(part, path)
        part = None
        _sync_folder(path.parent)
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink()


def _open_part(path: Path, private: bool) -> BinaryIO:
    """Create and open a file with an unused name beside *path*."""
    while True:
        # Not by tempfile, whose files only the owner may read.
        with suppress(FileExistsError):
            name = f"{path.name}.{os.urandom(4).hex()}{_UNFINISHED}"
            return open(path.with_name(name), "xb", opener=open_private if private else None)


def open_private(path: str, flags: int) -> int:
    """Open a file as `os.open` does; a new one is for nobody else to read."""
    return os.open(path, flags, 0o600)


def _copy_mode(path: Path, file: BinaryIO) -> None:
    """Give *file* the permissions of *path* if that exists (POSIX only)."""
    if os.name == "posix":
        with suppress(FileNotFoundError):
            os.fchmod(file.fileno(), path.stat().st_mode & 0o777)


def _clear_left_overs(path: Path) -> None:
    """Delete temporary files of killed writers of *path* older than `_LEFT_OVER_SECONDS`."""
    name = re.compile(re.escape(path.name) + r"\.[a-z0-9_]{8}" + re.escape(_UNFINISHED))
    for left in path.parent.iterdir():
        if name.fullmatch(left.name):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > _LEFT_OVER_SECONDS:
                    left.unlink()


def _sync_file(file: BinaryIO) -> None:
    """Flush *file* to disk."""
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Flush the entries of *folder* to disk (POSIX only)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

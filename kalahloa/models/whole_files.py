"""Files that are there whole or not at all, whatever happens while they are written."""

import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

_UNFINISHED = ".part"
_LEFT_OVER_SECONDS = 3600.0
_BYTES_AT_ONCE = 1 << 23


def write_whole(path: Path, parts: Iterable[Any]) -> None:
    """Write *parts*, each bytes or a buffer, to *path*, which then holds all or what it held.

    The folder is made where it is missing.  Raises `OSError`, and what *parts* raise.
    """
    part: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear_left_overs(path)
        handle, part = tempfile.mkstemp(_UNFINISHED, f"{path.name}.", path.parent)
        with open(handle, "wb") as file:
            waiting = 0
            for piece in parts:
                waiting += file.write(piece)
                if waiting >= _BYTES_AT_ONCE:
                    # All at the end would keep one waiting who wants to stop.
                    _settle_file(file)
                    waiting = 0
            _settle_file(file)
        os.replace(part, path)
        part = None
        _settle_folder(path.parent)
    finally:
        if part is not None:
            with suppress(OSError):
                os.unlink(part)


def _clear_left_overs(path: Path) -> None:
    """Delete what writers of *path* have left that were killed at it."""
    for left in path.parent.glob(f"{path.name}.*{_UNFINISHED}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _LEFT_OVER_SECONDS:
                left.unlink()


def _settle_file(file: BinaryIO) -> None:
    """Have the system write down what was written to *file*."""
    file.flush()
    os.fsync(file.fileno())


def _settle_folder(folder: Path) -> None:
    """Have the system write down that a file in *folder* has got its name."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

"""Files with a record as JSON: read within limits, whatever they hold."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kalahloa.models.storage.json_text import TooMuch, decode_json
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

SUFFIX = ".kalahloa"
SGF_SUFFIX = ".sgf"
GAME_SUFFIXES = (SUFFIX, SGF_SUFFIX)
"""The ends of the names of files that games are passed on in."""
MAX_FILE_BYTES = 64_000_000
"""Maximum size of a game file; a larger one is not read."""
MAX_SHOWN_PATH = 200
_MORE = 1 << 20
"""How many bytes are read at a time of a file that is larger than the system said."""


def read_json_file(path: Path, stopped: Callable[[], bool] = never) -> Any:
    """Return the content of the file at *path* as JSON-compatible values.

    Raises `BadFile`, and `ReadingStopped` soon after *stopped* returns True.
    """
    return parse_json_file(read_bytes(path), path, stopped)


def read_bytes(path: Path, facts: os.stat_result | None = None) -> bytes:
    """Return the content of the file at *path*; *facts* are what the system says, if it was asked.

    Raises `BadFile` if it cannot be read, is no regular file, or is too large.
    """
    try:
        facts = os.stat(path) if facts is None else facts
        if not stat.S_ISREG(facts.st_mode):
            # Reading from a pipe or a device could block forever.
            raise BadFile(
                QT_TRANSLATE_NOOP("Models", "{path} is not a regular file.").format(
                    path=shown_path(path)
                )
            )
        if facts.st_size > MAX_FILE_BYTES:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Models",
                    "{path} is too large: it has {size:,.0f} MB; a game has at most {most:,.0f} "
                    "MB.",
                ).format(path=shown_path(path), size=facts.st_size / 1e6, most=MAX_FILE_BYTES / 1e6)
            )
        # Room is made for as many bytes as are asked for: no more than there should be.
        with open(path, "rb", buffering=0) as file:
            content = file.read(facts.st_size + 1)
            while len(content) < MAX_FILE_BYTES and (more := file.read(_MORE)):
                content += more
        return content[:MAX_FILE_BYTES]
    except OSError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be read: {reason}.").format(
                path=shown_path(path), reason=error.strerror
            )
        ) from error
    except ValueError as error:  # a path with a null character
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be read: {reason}.").format(
                path=shown_path(path), reason=error
            )
        ) from error


def parse_json_file(content: bytes, path: Path, stopped: Callable[[], bool] = never) -> Any:
    """Return the JSON-compatible values in *content*, that of the file at *path*.

    Raises `BadFile`, and `ReadingStopped` soon after *stopped* returns True.
    """
    try:
        return decode_json(content, stopped)
    except TooMuch as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} is damaged, or too large: {reason}").format(
                path=shown_path(path), reason=error.reason
            )
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "{path} is not a game saved by Kalahloa, or it is damaged."
            ).format(path=shown_path(path))
        ) from error


def shown_path(path: Path) -> str:
    """Return *path* for a message: on one line, and not too long."""
    return shorten(path, MAX_SHOWN_PATH)

"""Which exercises have been solved: a small file in the user's data folder."""

import json
from contextlib import suppress
from pathlib import Path

from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FILE = "course.json"
DAMAGED_SUFFIX = ".damaged"
MAX_BYTES = 200_000
MAX_NAMES = 1_000

Solved = frozenset[str]
"""The exercises that were solved, as ``chapter/exercise``."""


def course_path() -> Path:
    """Return where the file is; raises what `data_folder` raises."""
    return data_folder() / FILE


def load_solved(path: Path) -> Solved:
    """Return what the file at *path* has; nothing if there is none.

    Raises `BadFile` if it is damaged; it is renamed then, so that another one can be written.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        data = json.loads(content) if len(content) <= MAX_BYTES else None
        names = data["solved"] if isinstance(data, dict) else None
    except (ValueError, KeyError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        aside = path.with_name(path.name + DAMAGED_SUFFIX)
        with suppress(OSError):
            path.replace(aside)
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models",
                "Cannot read your progress in the course: {path} is damaged. The old file is "
                "now {name}.",
            ).format(path=path, name=aside.name)
        )
    return frozenset(names[:MAX_NAMES])


def add_solved(path: Path, names: Solved) -> Solved:
    """Add *names* to the file at *path*, and return all that it has then; raise `BadFile`."""
    with suppress(BadFile):  # it was renamed, and is written anew
        names |= load_solved(path)
    text = json.dumps({"solved": sorted(names)[:MAX_NAMES]}, indent=1)
    try:
        write_whole(path, [text.encode()], private=True)
    except OSError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "Cannot save your progress in the course in {path}: {reason}."
            ).format(path=path, reason=error.strerror or shorten(error))
        ) from error
    return names


def _unreadable(path: Path, error: OSError) -> BadFile:
    return BadFile(
        QT_TRANSLATE_NOOP(
            "Models", "Cannot read your progress in the course from {path}: {reason}."
        ).format(path=path, reason=error.strerror or shorten(error))
    )

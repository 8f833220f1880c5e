"""Files of the user's own: the puzzles mined, and the results of the attempts at puzzles.

Two programs may add to a file at the same time: each locks it, reads what is there, merges, and
replaces the file atomically.  The functions may wait for the other program, up to `LOCK_SECONDS`,
so that a window calls them on another thread.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kalahloa.models.storage.atomic_file import make_folder, write_whole
from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.storage.json_file import read_bytes, shown_path
from kalahloa.models.storage.json_text import TooMuch, from_json
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.study.puzzles.puzzle import (
    MAX_PUZZLES,
    Puzzle,
    is_id,
    read_puzzles,
    write_puzzles,
)
from kalahloa.models.study.puzzles.schedule import MAX_QUALITY, MIN_QUALITY, Attempt, merged
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

FORMAT = "kalahloa puzzle results"
VERSION = 1
FOLDER = "puzzles"
RESULTS_FILE = "results.json"
MINED_FILE = "mined.puzzles"
MAX_ATTEMPTS = 100_000
"""The most attempts that are kept; beyond, the oldest are forgotten."""
MAX_TIME = 1 << 53
LOCK_SECONDS = 5.0
_ASK_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class PuzzleResults:
    """The attempts that are kept; `notes` are sentences for the user about what went wrong."""

    attempts: tuple[Attempt, ...] = ()
    notes: tuple[Sentence, ...] = ()


def results_path() -> Path:
    """Return the path of the user's results; raises what `data_folder` raises."""
    return data_folder() / FOLDER / RESULTS_FILE


def mined_path() -> Path:
    """Return the path of the puzzles mined by the user; raises what `data_folder` raises."""
    return data_folder() / FOLDER / MINED_FILE


# -- results -----------------------------------------------------------------------------------


def read_results(path: Path) -> tuple[Attempt, ...]:
    """Return the attempts in the file at *path*, the oldest first; none if there is no file.

    Raises `BadFile` if it cannot be read.
    """
    if not path.exists():
        return ()
    try:
        return _parse_results(from_json(read_bytes(path)))
    except (TooMuch, ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} has no puzzle results, or it is damaged.").format(
                path=shown_path(path)
            )
        ) from error


def add_results(path: Path, attempts: Iterable[Attempt]) -> PuzzleResults:
    """Add *attempts* to those in the file at *path*, durably, and return all.

    A file that is damaged is kept aside under another name, which a note says.  Raises `BadFile`
    if another program keeps the file locked, it cannot be written, or a newer version wrote it.
    """
    notes: tuple[Sentence, ...] = ()
    with _locked(path):
        try:
            known = read_results(path)
        except BadFile as error:
            if _is_newer(path):
                raise
            notes = (_put_aside(path, error),)
            known = ()
        kept = merged(known, attempts)[-MAX_ATTEMPTS:]
        if notes or kept != known:
            plain = {
                "format": FORMAT,
                "version": VERSION,
                "attempts": [[one.puzzle, one.time, one.quality] for one in kept],
            }
            _write(path, json.dumps(plain) + "\n")
    return PuzzleResults(kept, notes)


def _parse_results(plain: Any) -> tuple[Attempt, ...]:
    """Return the attempts of *plain*; raise `ValueError` or the like unless all are right."""
    if plain["format"] != FORMAT or type(plain["version"]) is not int:
        raise ValueError("These are no results.")
    if plain["version"] != VERSION:
        raise ValueError("These are results of another version.")
    found = []
    for puzzle, moment, quality in plain["attempts"]:
        if not is_id(puzzle) or type(moment) is not int or type(quality) is not int:
            raise ValueError("This is no attempt.")
        if not 0 <= moment <= MAX_TIME or not MIN_QUALITY <= quality <= MAX_QUALITY:
            raise ValueError("This is no attempt.")
        found.append(Attempt(moment, puzzle, quality))
    return merged(found)


def _is_newer(path: Path) -> bool:
    """Return whether the file at *path* was written by a newer version of the program."""
    try:
        plain = from_json(read_bytes(path))
        version = plain["version"]
        return plain["format"] == FORMAT and type(version) is int and version > VERSION
    except (BadFile, TooMuch, ValueError, RecursionError, KeyError, TypeError):
        return False


def _put_aside(path: Path, error: BadFile) -> Sentence:
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


# -- puzzles -----------------------------------------------------------------------------------


def add_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Add those of *puzzles* that are new to the file at *path*, durably; return all in it.

    Raises `BadFile` if the file holds no puzzles, has too many, is locked, or cannot be written.
    """
    with _locked(path):
        known = read_puzzles(path) if path.exists() else ()
        found = {puzzle.id: puzzle for puzzle in known}
        for puzzle in puzzles:
            found.setdefault(puzzle.id, puzzle)
        everything = tuple(found.values())
        if len(everything) > MAX_PUZZLES:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Models", "{path} has too many puzzles; at most {most:,} are allowed."
                ).format(path=shown_path(path), most=MAX_PUZZLES)
            )
        if everything != known:
            _write(path, "".join(write_puzzles(everything)))
    return everything


# -- files -------------------------------------------------------------------------------------


@contextmanager
def _locked(path: Path) -> Iterator[None]:
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


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, [text.encode()], private=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: Exception) -> BadFile:
    reason = getattr(error, "strerror", None) or error
    return BadFile(
        QT_TRANSLATE_NOOP("Models", "{path} cannot be written: {reason}.").format(
            path=shown_path(path), reason=reason
        )
    )

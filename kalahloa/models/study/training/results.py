"""The results of the attempts at exercises, in a file of the user's own.

It is the file in which earlier versions keep the results of puzzles, in the same format.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kalahloa.models.storage.json_file import read_bytes, shown_path
from kalahloa.models.storage.json_text import TooMuch, decode_json, encode_json
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.study.puzzles.puzzle import is_id
from kalahloa.models.study.training.own_files import is_newer, locked, rename_damaged, write_text
from kalahloa.models.study.training.schedule import MAX_QUALITY, MIN_QUALITY, Attempt, merged
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

FORMAT = "kalahloa puzzle results"
VERSION = 1
MAX_ATTEMPTS = 100_000
"""The most attempts that are kept; beyond, the oldest are forgotten."""
MAX_TIME = 1 << 53


@dataclass(frozen=True, slots=True)
class Results:
    """The attempts that are kept; `notes` are sentences for the user about what went wrong."""

    attempts: tuple[Attempt, ...] = ()
    notes: tuple[Sentence, ...] = ()


def results_path() -> Path:
    """Return the path of the user's results; raises what `data_folder` raises."""
    return data_folder() / "puzzles" / "results.json"


def read_results(path: Path) -> tuple[Attempt, ...]:
    """Return the attempts in the file at *path*, the oldest first; none if there is no file.

    Raises `BadFile` if it cannot be read.
    """
    if not path.exists():
        return ()
    try:
        return _parse_results(decode_json(read_bytes(path)))
    except (TooMuch, ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} has no puzzle results, or it is damaged.").format(
                path=shown_path(path)
            )
        ) from error


def add_results(path: Path, attempts: Iterable[Attempt]) -> Results:
    """Add *attempts* to those in the file at *path*, durably, and return all.

    A file that is damaged is kept aside under another name, which a note says.  Raises `BadFile`
    if another program keeps the file locked, it cannot be written, or a newer version wrote it.
    """
    notes: tuple[Sentence, ...] = ()
    with locked(path):
        try:
            known = read_results(path)
        except BadFile as error:
            if is_newer(path, FORMAT, VERSION):
                raise
            notes = (rename_damaged(path, error),)
            known = ()
        kept = merged(known, attempts)[-MAX_ATTEMPTS:]
        if notes or kept != known:
            data = {
                "format": FORMAT,
                "version": VERSION,
                "attempts": [[one.item, one.time, one.quality] for one in kept],
            }
            write_text(path, encode_json(data))
    return Results(kept, notes)


def _parse_results(data: Any) -> tuple[Attempt, ...]:
    """Return the attempts of *data*; raise `ValueError` or the like unless all are right."""
    if data["format"] != FORMAT or type(data["version"]) is not int:
        raise ValueError("These are no results.")
    if data["version"] != VERSION:
        raise ValueError("These are results of another version.")
    found = []
    for item, moment, quality in data["attempts"]:
        if not is_id(item) or type(moment) is not int or type(quality) is not int:
            raise ValueError("This is no attempt.")
        if not 0 <= moment <= MAX_TIME or not MIN_QUALITY <= quality <= MAX_QUALITY:
            raise ValueError("This is no attempt.")
        found.append(Attempt(moment, item, quality))
    return merged(found)

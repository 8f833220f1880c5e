"""The puzzles that the user has mined, in a file of the user's own."""

from collections.abc import Iterable
from pathlib import Path

from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.study.puzzles.puzzle import (
    MAX_PUZZLES,
    Puzzle,
    read_puzzles,
    write_puzzles,
)
from kalahloa.models.study.training.own_files import locked, write_text
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FOLDER = "puzzles"
MINED_FILE = "mined.puzzles"


def mined_path() -> Path:
    """Return the path of the puzzles mined by the user; raises what `data_folder` raises."""
    return data_folder() / FOLDER / MINED_FILE


def add_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Add those of *puzzles* that are new to the file at *path*, durably; return all in it.

    Raises `BadFile` if the file holds no puzzles, has too many, is locked, or cannot be written.
    """
    with locked(path):
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
            write_text(path, write_puzzles(everything))
    return everything

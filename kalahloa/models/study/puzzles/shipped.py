"""The puzzles that are shipped with the program, a file for each game that has some."""

from functools import cache
from pathlib import Path

from kalahloa.models.study.puzzles.puzzle import SUFFIX, Puzzle, read_puzzles
from kalahloa.resources import resource


@cache
def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that are shipped for the game with the key *game*, easier ones first.

    There may be none.  Raises `BadFile` if their file is damaged.
    """
    path = _path(game)
    return () if path is None else read_puzzles(path)


def has_puzzles(game: str) -> bool:
    """Return whether puzzles are shipped for the game with the key *game*; nothing is read."""
    return _path(game) is not None


def _path(game: str) -> Path | None:
    try:
        return resource("puzzles", f"{game}{SUFFIX}")
    except FileNotFoundError:
        return None

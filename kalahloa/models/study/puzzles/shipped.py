"""The puzzles that are shipped with the program, a file for each game that has some."""

from functools import cache

from kalahloa.models.study.puzzles.puzzle import SUFFIX, Puzzle, read_puzzles
from kalahloa.resources import resource


@cache
def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that are shipped for the game with the key *game*, easier ones first.

    There may be none.  Raises `BadFile` if their file is damaged.
    """
    try:
        path = resource("puzzles", f"{game}{SUFFIX}")
    except FileNotFoundError:
        return ()
    return read_puzzles(path)

"""Which puzzles of a game are wanted."""

from enum import Enum


class PuzzleSet(Enum):
    """A choice of the puzzles of a game."""

    SHIPPED = "shipped"
    """Those that come with the program."""
    MINED = "mined"
    """Those found in the user's games."""
    FAILED = "failed"
    """Those that were failed before, of both kinds."""

"""How heuristics that the user keeps are named, beside those of the games."""

SUFFIX = ".py"
"""What the name of a file with a heuristic ends with."""
FILE_PREFIX = "file:"
"""What the name of a heuristic that the user keeps begins with: ``file:NAME``."""


def user_heuristic_name(name: str | None) -> str | None:
    """Return NAME of ``file:NAME``; None if *name* is that of one of the game's, or None."""
    return name[len(FILE_PREFIX) :] if name is not None and name.startswith(FILE_PREFIX) else None

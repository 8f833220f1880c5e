"""How heuristics that the user keeps are named, beside those of the games."""

SUFFIX = ".py"
"""What the name of a file with a heuristic ends with."""
OWN = "file:"
"""What the name of a heuristic that the user keeps begins with: ``file:NAME``."""


def own_name(name: str | None) -> str | None:
    """Return NAME of ``file:NAME``; None if *name* is that of one of the game's, or None."""
    return name[len(OWN) :] if name is not None and name.startswith(OWN) else None

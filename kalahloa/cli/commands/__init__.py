"""The commands of the command line, a file each, named as its command is."""

from importlib import import_module

from kalahloa.cli.command import Command

NAMES = (
    "moves",
    "best",
    "perft",
    "analyse",
    "explain",
    "bench",
    "solve",
    "prove",
    "match",
    "endgame",
    "book",
    "fair",
    "terminal",
    "games",
)
"""The commands, in the order in which they are listed."""


def find_command(name: str) -> Command:
    """Return the command called *name*, one of `NAMES`; its file is imported only now."""
    command: Command = import_module(f"{__name__}.{name}").COMMAND
    return command

"""The commands, one module each with the command's name, an underscore for each hyphen."""

from importlib import import_module

from kalahloa.cli.command import CliCommand

NAMES = (
    "moves",
    "best",
    "perft",
    "analyse",
    "explain",
    "tree",
    "compare",
    "bench",
    "solve",
    "solve-table",
    "prove",
    "check-proof",
    "prove-start",
    "review",
    "match",
    "tune",
    "endgame",
    "book",
    "fair",
    "terminal",
    "library",
    "puzzles",
    "handout",
    "games",
    "check-plugin",
    "desktop",
)
"""The commands in the order of the help."""


def find_command(name: str) -> CliCommand:
    """Return the command called *name*, one of `NAMES`; its module is imported on demand."""
    command: CliCommand = import_module(f"{__name__}.{name.replace('-', '_')}").COMMAND
    return command

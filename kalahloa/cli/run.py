"""Finds out what a command line asks for: a command, or the window with or without a file.

Only the window and `kalahloa library export`, which draws pictures, import Qt's widgets, and only
they, the terminal and `kalahloa desktop`, which draws icons, import Qt at all.
"""

from kalahloa.cli.arguments import names_a_file
from kalahloa.cli.command import usage_rows
from kalahloa.cli.commands import NAMES, find_command
from kalahloa.cli.failures import FAILED, complain, guarded
from kalahloa.cli.interrupt import ignore_signals
from kalahloa.cli.streams import prepare_streams
from kalahloa.cli.window import open_window
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

HELP = {"-h", "--help"}
PRINTING = {*HELP, "--version"}
"""Options that print something instead of opening the window."""


def run_process(arguments: list[str]) -> int:
    """Run the command line *arguments* of a process that ends then; return the exit code."""
    code = run(arguments)
    ignore_signals()
    return code


def run(arguments: list[str]) -> int:
    """Run the command line *arguments*; return the exit code."""
    return guarded(lambda: _run(arguments))


def _run(arguments: list[str]) -> int:
    can_write = prepare_streams()
    first = arguments[0] if arguments else "-"
    opens_window = first.startswith("-") or (first not in NAMES and names_a_file(first))
    if not can_write and not (opens_window and not PRINTING & set(arguments)):
        return complain("The standard output is closed.", FAILED)
    if opens_window:
        return open_window(arguments, _commands() if HELP & set(arguments) else "")
    if first not in NAMES:
        known = ", ".join(NAMES)
        raise BadCommand(f"There is no command '{quote(first)}'; choose one of: {known}.")
    return find_command(first).execute("kalahloa", arguments[1:])


def _commands() -> str:
    """Return the usage of each command, a line each."""
    return usage_rows([usage for name in NAMES for usage in find_command(name).usages()])

"""The command `kalahloa`: the window, the terminal, and questions about positions.

Only the window imports Qt's widgets, and only it and the terminal import Qt at all.
"""

import sys
from collections.abc import Sequence

try:
    from kalahloa.cli.command import usage_rows
    from kalahloa.cli.commands import NAMES, find_command
    from kalahloa.cli.failures import FAILED, complain, guarded
    from kalahloa.cli.interrupt import ignore_signals
    from kalahloa.cli.streams import prepare_streams
    from kalahloa.cli.window import open_window
    from kalahloa.models.errors import BadCommand
    from kalahloa.models.quotation import quote
except KeyboardInterrupt:
    # The program may be interrupted before it has begun; nobody else would say so in one line.
    print("kalahloa: stopped.", file=sys.stderr)
    sys.exit(130)


HELP = {"-h", "--help", "--version"}
"""What prints instead of opening the window."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what *argv* says (default: the process's arguments); return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    code = guarded(lambda: _run(arguments))
    if argv is None:
        ignore_signals()
    return code


def _run(arguments: list[str]) -> int:
    can_write = prepare_streams()
    opens_window = not arguments or arguments[0].startswith("-")
    if not can_write and not (opens_window and not HELP & set(arguments)):
        return complain("The standard output is closed; nothing can be written.", FAILED)
    if opens_window:
        return open_window(arguments, _commands() if HELP & set(arguments) else "")
    if arguments[0] not in NAMES:
        known = ", ".join(NAMES)
        raise BadCommand(f"There is no command '{quote(arguments[0])}'; there are: {known}.")
    return find_command(arguments[0]).execute("kalahloa", arguments[1:])


def _commands() -> str:
    """Return how each command is written, a line each."""
    return usage_rows([usage for name in NAMES for usage in find_command(name).usages()])

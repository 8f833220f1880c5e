"""Entry point of the command `kalahloa`.

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
    # An interrupt during start-up prints one line instead of a traceback.
    print("kalahloa: stopped.", file=sys.stderr)
    sys.exit(130)


HELP = {"-h", "--help", "--version"}
"""Options that print something instead of opening the window."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (default: the process's arguments); return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    code = guarded(lambda: _run(arguments))
    if argv is None:
        ignore_signals()
    return code


def _run(arguments: list[str]) -> int:
    can_write = prepare_streams()
    opens_window = not arguments or arguments[0].startswith("-")
    if not can_write and not (opens_window and not HELP & set(arguments)):
        return complain("The standard output is closed.", FAILED)
    if opens_window:
        return open_window(arguments, _commands() if HELP & set(arguments) else "")
    if arguments[0] not in NAMES:
        known = ", ".join(NAMES)
        raise BadCommand(f"There is no command '{quote(arguments[0])}'; there are: {known}.")
    return find_command(arguments[0]).execute("kalahloa", arguments[1:])


def _commands() -> str:
    """Return the usage of each command, a line each."""
    return usage_rows([usage for name in NAMES for usage in find_command(name).usages()])

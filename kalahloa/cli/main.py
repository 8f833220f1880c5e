"""Entry point of the command `kalahloa`.

It imports almost nothing, so that the version is told at once and an interrupt during start-up
prints one line instead of a traceback.
"""

import sys
from collections.abc import Sequence

from kalahloa.compiled import compiled_note
from kalahloa.version import __version__

VERSION = "--version"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (default: the process's arguments); return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == [VERSION] and _show_version():
        return 0
    try:
        from kalahloa.cli.run import run, run_process
    except KeyboardInterrupt:
        print("kalahloa: stopped.", file=sys.stderr)
        return 130
    return run_process(arguments) if argv is None else run(arguments)


def _show_version() -> bool:
    """Print the version and whether the rules run compiled; return whether that was possible."""
    if sys.stdout is None:
        return False
    try:
        print(f"kalahloa {__version__} ({compiled_note()})", flush=True)
    except (OSError, ValueError, KeyboardInterrupt):
        return False  # what is wrong is told by those who know how
    return True

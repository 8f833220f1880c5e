"""What a build says while it runs, which takes a minute.

pip keeps what a build prints to itself unless it is asked for more (``pip install -v``), and turns
a wheel meanwhile; so news are written to the terminal as well, where there is one.
"""

import sys
from contextlib import suppress


def announce_step(sentence: str) -> None:
    """Print *sentence*, and write it to the terminal."""
    print(sentence, flush=True)
    _write_to_terminal(f"\n  {sentence}\n")


class BuildProgress:
    """Counts the modules that are compiled."""

    def __init__(self, count: int, compiler: str) -> None:
        """Begin with none of *count* modules, which *compiler* compiles."""
        self._count = count
        self._compiler = compiler
        self._done = 0
        self._report("")

    def step(self, name: str) -> None:
        """Report that the module *name* is compiled; called from any thread."""
        self._done += 1
        self._report(name)

    def _report(self, name: str) -> None:
        count = f"{self._done} of {self._count} modules"
        print(f"Compiled {count} by {self._compiler} {name}".rstrip(), flush=True)
        end = "\n" if self._done == self._count else ""
        _write_to_terminal(f"\r  Compiling the engine: {count} {end}")


def _write_to_terminal(text: str) -> None:
    """Write *text* to the terminal, unless there is none or it is standard output already."""
    if not sys.stdout.isatty():
        with suppress(OSError), open("/dev/tty", "w", encoding="utf-8") as terminal:
            terminal.write(text)

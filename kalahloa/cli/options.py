"""Options that several commands have: the same one is called the same, and read the same way."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from time import monotonic

from kalahloa.cli.arguments import Parser, Setup, read_number, read_seconds
from kalahloa.cli.interrupt import Interrupt
from kalahloa.models.errors import BadCommand

MAX_THREADS = 256
MAX_MEBIBYTES = 65536
MAX_SECONDS = 9_999_999.0
MAX_SEED = 999_999_999
MAX_PLIES = 99
"""The greatest depth that can be asked for; no computer gets there in a game worth searching."""
MAX_NODES = 999_999_999
MAX_LINES = 512


def add_time(parser: Parser, sentence: str, *old_names: str) -> None:
    """Give *parser* the option for a time in seconds, which *old_names* mean as well."""
    parser.option("--time", metavar="S", help=sentence)
    for name in old_names:
        parser.hidden_option(name, dest="time")


def add_threads(parser: Parser, default: int | None = 1) -> None:
    """Give *parser* the option for threads; without a *default*, one for each processor."""
    usual = "one for each processor" if default is None else str(default)
    parser.option("--threads", metavar="N", help=f"how many threads (default: {usual})")


def add_table(parser: Parser, default: str) -> None:
    """Give *parser* the option for the table's size; *default* is the usual one in words."""
    parser.option("--table", metavar="MIB", help=f"size of the table (default: {default})")


def add_seed(parser: Parser, sentence: str, default: str | None = None) -> None:
    """Give *parser* the option for the order of chance."""
    parser.option("--seed", metavar="N", default=default, help=sentence)


def read_seed(values: argparse.Namespace) -> int | None:
    """Return the seed that *values* name, None where they do not; raise `BadCommand`."""
    if values.seed is None:
        return None
    return read_number(values.seed, "The seed", 0, MAX_SEED)


def add_json(parser: Parser) -> None:
    """Give *parser* the option to print JSON."""
    parser.option("--json", action="store_true", help="print one JSON object")


def read_time(values: argparse.Namespace) -> float | None:
    """Return the seconds that *values* give, None where they do not; raise `BadCommand`."""
    if values.time is None:
        return None
    return read_seconds(values.time, "The time", MAX_SECONDS)


def read_threads(values: argparse.Namespace, default: int | None = 1) -> int:
    """Return how many threads *values* ask for; raise `BadCommand`."""
    if values.threads is None:
        return default or os.cpu_count() or 1
    return read_number(values.threads, "The number of threads", 1, MAX_THREADS)


def read_table(values: argparse.Namespace, default: int) -> int:
    """Return how many MiB *values* ask for, *default* where they do not; raise `BadCommand`."""
    if values.table is None:
        return default
    return read_number(values.table, "The size of the table", 1, MAX_MEBIBYTES)


def stop_function(values: argparse.Namespace, interrupt: Interrupt) -> Callable[[], bool]:
    """Return what tells whether an interrupt came, or the time of *values* is up from now on.

    Raises `BadCommand` for a time that makes no sense.
    """
    seconds = read_time(values)
    if seconds is None:
        return interrupt
    deadline = monotonic() + seconds
    return lambda: interrupt.is_set() or monotonic() >= deadline


def require_kalah(setup: Setup, what: str) -> None:
    """Raise `BadCommand` for other games; there are *what*, a plural, of Kalah only."""
    if setup.game.key != "kalah":
        raise BadCommand(f"There are {what} of Kalah only, not of {setup.game.title}.")


def tell_notes(notes: Iterable[str]) -> None:
    """Write sentences on what went wrong to the standard error."""
    for note in notes:
        print(f"kalahloa: {note}", file=sys.stderr)

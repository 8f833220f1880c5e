"""Options that several commands share, with the same name and meaning everywhere."""

import argparse
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TypeVar

from kalahloa.cli.arguments import GameSetup, Parser, read_number, read_seconds
from kalahloa.cli.interrupt import Interrupt
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.options import options_of
from kalahloa.models.work.processors import usable_processors

T = TypeVar("T")
MAX_THREADS = 256
MAX_WORKERS = 256
MAX_MEBIBYTES = 65536
MAX_SECONDS = 9_999_999.0
MAX_SEED = 999_999_999
MAX_PLIES = 99
"""The greatest depth that can be asked for."""
MAX_NODES = 999_999_999
MAX_LINES = 512
MAX_VALUE = 288
"""The greatest value that can be asked for: the stones on the largest board of Kalah."""


def add_time(parser: Parser, sentence: str, *old_names: str) -> None:
    """Add the option for a time in seconds to *parser*; *old_names* are aliases not in the help."""
    parser.option("--time", metavar="S", help=sentence)
    for name in old_names:
        parser.hidden_option(name, dest="time")


def add_threads(parser: Parser, default: int | None = 1) -> None:
    """Add the option for threads to *parser*; without a *default*, one per processor."""
    usual = "one per processor" if default is None else str(default)
    parser.option("--threads", metavar="N", help=f"number of threads (default: {usual})")


def add_table(parser: Parser, default: str) -> None:
    """Add the option for the transposition table's size to *parser*; *default* is for the help."""
    parser.option(
        "--table",
        metavar="MIB",
        help=f"size of the transposition table in MiB (default: {default})",
    )


def add_at_least(parser: Parser) -> None:
    """Add the option to ask only whether the value is at least a number to *parser*."""
    parser.option(
        "--at-least", metavar="V", help="prove only whether the value is at least this number"
    )


def read_at_least(values: argparse.Namespace, most: int = MAX_VALUE) -> int | None:
    """Return the number of *values*, from -*most* to *most*, or None; raise `BadCommand`."""
    if values.at_least is None:
        return None
    return read_number(values.at_least, "The value", -most, most)


def add_seed(parser: Parser, sentence: str, default: str | None = None) -> None:
    """Add the option for the random seed to *parser*."""
    parser.option("--seed", metavar="N", default=default, help=sentence)


def read_seed(values: argparse.Namespace) -> int | None:
    """Return the seed of *values* or None; raise `BadCommand` if it is invalid."""
    if values.seed is None:
        return None
    return read_number(values.seed, "The seed", 0, MAX_SEED)


def add_order(parser: Parser, kind: type) -> None:
    """Add the options of the dataclass *kind* to *parser*: see `kalahloa.models.text.options`."""
    for name, (_, one) in options_of(kind).items():
        if one.metavar:
            sentence = f"{one.about} (default: {one.default})"
            parser.option(f"--{name}", metavar=one.metavar, help=sentence)
        else:
            parser.option(f"--{name}", action="store_true", help=one.about)


def read_order(values: argparse.Namespace, kind: type[T]) -> T:
    """Return the *kind* that *values* ask for; raise `BadCommand`."""
    given: dict[str, object] = {}
    for name, (field, one) in options_of(kind).items():
        value = getattr(values, name)
        if value is not None and one.metavar:
            value = read_number(value, one.subject, round(one.low), round(one.high))
        given |= {} if value is None else {field: value}
    return kind(**given)


def add_json(parser: Parser) -> None:
    """Add the option to print JSON to *parser*."""
    parser.option("--json", action="store_true", help="print one JSON object")


def read_time(values: argparse.Namespace) -> float | None:
    """Return the time of *values* in seconds or None; raise `BadCommand` if it is invalid."""
    if values.time is None:
        return None
    return read_seconds(values.time, "The time", MAX_SECONDS)


def read_threads(values: argparse.Namespace, default: int | None = 1) -> int:
    """Return the number of threads of *values*; raise `BadCommand` if it is invalid."""
    if values.threads is None:
        return default or usable_processors()
    return read_number(values.threads, "The number of threads", 1, MAX_THREADS)


def read_table(values: argparse.Namespace, default: int) -> int:
    """Return the table's size of *values* in MiB, or *default*; raise `BadCommand` if invalid."""
    if values.table is None:
        return default
    return read_number(values.table, "The size of the table", 1, MAX_MEBIBYTES)


def stop_function(values: argparse.Namespace, interrupt: Interrupt) -> Callable[[], bool]:
    """Return a function that is true after an interrupt or when the time of *values* is up.

    The time starts now.  Raises `BadCommand` if it is invalid.
    """
    seconds = read_time(values)
    if seconds is None:
        return interrupt
    deadline = monotonic() + seconds
    return lambda: interrupt.is_set() or monotonic() >= deadline


def require_kalah(setup: GameSetup, what: str) -> None:
    """Raise `BadCommand` unless the game is Kalah; *what* is a plural noun."""
    if setup.game.key != "kalah":
        raise BadCommand(f"There are {what} for Kalah only, not for {setup.game.title}.")


def tell_notes(notes: Iterable[str]) -> None:
    """Write *notes*, a sentence each, to the standard error."""
    for note in notes:
        print(f"kalahloa: {note}", file=sys.stderr)

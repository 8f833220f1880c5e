"""Options that several commands share, with the same name and meaning everywhere."""

import argparse
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TypeVar

from kalahloa.cli.arguments import GameSetup, Parser, number_type, seconds_type
from kalahloa.cli.interrupt import Interrupt
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.options import options_of
from kalahloa.models.work.processors import usable_processors

T = TypeVar("T")
MAX_THREADS = 256
MAX_MEBIBYTES = 65536
MAX_SECONDS = 9_999_999.0
MAX_SEED = 999_999_999
MAX_PLIES = 99
"""The greatest depth that can be asked for."""
MAX_NODES = 999_999_999
MAX_LINES = 512
MAX_VALUE = 288
"""The greatest value that can be asked for: the stones on the largest board of Kalah."""


def add_time(
    parser: Parser, sentence: str, *old_names: str, default: float | None = None, usual: str = ""
) -> None:
    """Add the option for a time in seconds to *parser*; *old_names* are aliases not in the help."""
    kind = seconds_type("The time", MAX_SECONDS)
    parser.option(
        "--time", metavar="S", type=kind, default=default, usual=usual or None, help=sentence
    )
    for name in old_names:
        parser.hidden_option(name, dest="time", type=kind)


def add_threads(parser: Parser, default: int | None = 1) -> None:
    """Add the option for threads to *parser*; without a *default*, one per processor."""
    parser.option(
        "--threads",
        metavar="N",
        type=number_type("The number of threads", 1, MAX_THREADS),
        default=default or usable_processors(),
        usual="one per processor" if default is None else default,
        help="number of threads",
    )


def add_table(parser: Parser, default: int | None, usual: str = "") -> None:
    """Add the option for the transposition table's size in MiB to *parser*."""
    parser.option(
        "--table",
        metavar="MIB",
        type=number_type("The size of the table", 1, MAX_MEBIBYTES),
        default=default,
        usual=usual or None,
        help="size of the transposition table in MiB",
    )


def add_at_least(parser: Parser) -> None:
    """Add the option to ask only whether the value is at least a number to *parser*."""
    parser.option(
        "--at-least",
        metavar="V",
        type=number_type("The value", -MAX_VALUE, MAX_VALUE),
        help="prove only whether the value is at least this number",
    )


def add_seed(parser: Parser, sentence: str, default: int | None = None, usual: str = "") -> None:
    """Add the option for the random seed to *parser*."""
    parser.option(
        "--seed",
        metavar="N",
        type=number_type("The seed", 0, MAX_SEED),
        default=default,
        usual=usual or None,
        help=sentence,
    )


def add_order(parser: Parser, kind: type) -> None:
    """Add the options of the dataclass *kind* to *parser*: see `kalahloa.models.text.options`."""
    for name, (_, one) in options_of(kind).items():
        if one.metavar:
            read = number_type(one.subject, round(one.low), round(one.high))
            parser.option(
                f"--{name}", metavar=one.metavar, type=read, usual=one.default, help=one.about
            )
        else:
            parser.option(f"--{name}", action="store_true", help=one.about)


def read_order(values: argparse.Namespace, kind: type[T]) -> T:
    """Return the *kind* that *values* ask for."""
    given = {field: getattr(values, name) for name, (field, _) in options_of(kind).items()}
    return kind(**{field: value for field, value in given.items() if value is not None})


def add_json(parser: Parser) -> None:
    """Add the option to print JSON to *parser*."""
    parser.option("--json", action="store_true", help="print one JSON object")


def stop_function(values: argparse.Namespace, interrupt: Interrupt) -> Callable[[], bool]:
    """Return a function that is true after an interrupt or when the time of *values* is up.

    The time starts now.
    """
    if values.time is None:
        return interrupt
    deadline = monotonic() + values.time
    return lambda: interrupt.is_set() or monotonic() >= deadline


def require_kalah(setup: GameSetup, what: str) -> None:
    """Raise `BadCommand` unless the game is Kalah; *what* is a plural noun."""
    if setup.game.key != "kalah":
        raise BadCommand(f"Only Kalah has {what}, not {setup.game.title}.")


def print_notes(notes: Iterable[str]) -> None:
    """Write *notes*, a sentence each, to the standard error."""
    for note in notes:
        print(f"kalahloa: {note}", file=sys.stderr)

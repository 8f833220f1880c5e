"""`kalahloa fair`: starts of Kalah that are proven draws, to be found and checked."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser, Setup, read_number
from kalahloa.cli.command import CommandGroup, GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_seed, add_time, read_seed, require_kalah, stop_function
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import (
    Check,
    add_check,
    add_solving,
    make_solver,
    read_sampling,
    tablebase_in_memory,
)
from kalahloa.models.errors import BadFile

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.games.kalah.fair_start_search import FairStartSearch

MAX_STARTS = 99_999
DEFAULT_COUNT = 10
SECONDS_EACH = 60.0
"""A start that takes longer to prove is left; there are others."""
SAVING = "A smaller --table and fewer --threads take less."


def _search(
    setup: Setup,
    values: argparse.Namespace,
    progress: ProgressLine,
    stopped: Callable[[], bool],
    seconds_each: float | None,
) -> "FairStartSearch":
    """Return what proves starts of the rules to be draws, with endgames built in memory."""
    from kalahloa.models.games.kalah.fair_start_search import FairStartSearch

    solver = make_solver(values)
    knowledge = tablebase_in_memory(setup.game, setup.rules, solver.threads, progress, stopped)
    return FairStartSearch(knowledge, solver, stopped, seconds_each)


# -- find --------------------------------------------------------------------------------------


def add_fair(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_fair_starts`."""
    parser.option(
        "--count",
        metavar="N",
        default=str(DEFAULT_COUNT),
        help=f"how many to find (default: {DEFAULT_COUNT})",
    )
    add_time(parser, "stop after so many seconds")
    parser.option(
        "--output",
        metavar="FILE",
        help="add what is found to this list; what it has already counts, and is not tried again",
    )
    parser.option(
        "--no-book", action="store_true", help="take no drawn openings from the book of openings"
    )
    add_seed(parser, "the order of chance (default: 1)", "1")
    add_solving(parser)


def show_fair_starts(setup: Setup, values: argparse.Namespace) -> int:
    """Search for starts that are draws, and show them.

    Openings that the book proves to be draws come first, then starts with the same arrangement on
    both sides.
    An interrupt, or the end of the time, ends the search; what is found by then is kept.
    """
    from kalahloa.models.games.kalah.book.book import open_book
    from kalahloa.models.games.kalah.fair_start_search import drawn_openings
    from kalahloa.models.games.kalah.fair_starts import possible_starts, read_starts, write_starts

    require_kalah(setup, "fair starts")
    count = read_number(values.count, "The count", 1, MAX_STARTS)
    seed = read_seed(values)
    path = None if values.output is None else Path(values.output)
    starts = list(read_starts(path)) if path is not None and path.exists() else []
    before = set(starts)
    began = monotonic()
    failure: Exception | None = None
    with ProgressLine() as progress, Interrupt() as interrupt:
        stopped = stop_function(values, interrupt)

        def show(start: str) -> None:
            progress.show(len(starts), count, f"{len(starts)} of {count} found; trying {start}")

        try:
            opened = open_book(setup.rules)
            if opened.book is not None and not values.no_book:
                openings = drawn_openings(opened.book, setup.rules)
                fresh = [start for start in openings if start not in before]
                starts += fresh[: max(0, count - len(starts))]
                if path is not None:
                    write_starts(starts, setup.rules, path)
            search = None
            if len(starts) < count:
                search = _search(setup, values, progress, stopped, SECONDS_EACH)
            untried = (
                start for start in possible_starts(setup.rules, Random(seed)) if start not in before
            )
            for start in () if search is None else search.find(untried, show):
                starts.append(start)
                if path is not None:
                    write_starts(starts, setup.rules, path)
                if len(starts) >= count:
                    break
        except Exception as error:  # what is found by now is shown all the same
            failure = error
    if values.json:
        proven = [{"position": start, "value": 0, "proven": True} for start in starts]
        facts = {"complete": len(starts) >= count, "seconds": monotonic() - began}
        print(json.dumps({"starts": proven, **facts}))
    else:
        for start in starts:
            print(start)
        if len(starts) < count:
            print(f"kalahloa: {len(starts)} of {count} were found.", file=sys.stderr)
    if failure is not None:
        sys.stdout.flush()
        raise failure
    return finish(interrupt)


# -- verify ------------------------------------------------------------------------------------


def add_fair_verify(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `verify_fair_starts`."""
    add_check(parser, "starts", "list")


def verify_fair_starts(setup: Setup, values: argparse.Namespace) -> int:
    """Prove known fair starts again from nothing; exit code 1 where one is no draw."""
    from kalahloa.models.games.kalah.fair_starts import open_starts, read_starts

    require_kalah(setup, "fair starts")
    sampling = read_sampling(values, 1)
    if values.file is None:
        opened = open_starts(setup.rules)
        if opened.notes:
            raise BadFile(opened.notes[0])
        starts = opened.starts
    else:
        starts = read_starts(Path(values.file))
    if not starts:
        raise BadFile("No fair starts are known of these rules; kalahloa fair kalah finds some.")
    check = Check[str]()
    with ProgressLine() as progress, Interrupt() as interrupt:
        search = _search(setup, values, progress, interrupt, None)
        check.run(sampling.draw(starts), search.is_draw, str, progress)
    known = "1 start is" if len(starts) == 1 else f"{len(starts):,} starts are"
    return check.tell(values, interrupt, {"known": len(starts)}, f"{known} known, ")


COMMAND = CommandGroup(
    "fair",
    "Find starts of Kalah that are proven draws, and check them.",
    (
        GameCommand(
            "verify",
            "Prove again that the fair starts of Kalah that are known are draws.",
            "kalahloa fair verify kalah --pits 4 --stones 3 --file my.starts",
            add_fair_verify,
            verify_fair_starts,
            saving=SAVING,
        ),
    ),
    default=GameCommand(
        "fair",
        "Find starts of Kalah that are proven draws.",
        "kalahloa fair kalah --pits 4 --stones 3 --count 5",
        add_fair,
        show_fair_starts,
        saving=SAVING,
    ),
)

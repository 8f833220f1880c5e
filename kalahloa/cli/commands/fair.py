"""`kalahloa fair`: finds and verifies start positions of Kalah that are proven draws."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.command import CommandGroup, GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_seed, add_time, require_kalah, stop_function
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import (
    SAVING,
    Check,
    add_recheck,
    add_solving,
    draw_sample,
    fitting_stones,
    make_solver,
    tablebase_in_memory,
)
from kalahloa.models.text.errors import BadFile

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.games.kalah.fair_start_search import FairStartSearch
    from kalahloa.models.search.solver.solver import Solver

MAX_STARTS = 99_999
DEFAULT_COUNT = 10
SECONDS_EACH = 60.0
"""Time limit for proving one start; after that the next one is tried."""


def _search(
    setup: GameSetup,
    solver: "Solver",
    stones: int | None,
    progress: ProgressLine,
    stopped: Callable[[], bool],
    seconds_each: float | None,
) -> "FairStartSearch":
    """Return a search for starts that are draws, with a tablebase of *stones* in memory."""
    from kalahloa.models.games.kalah.fair_start_search import FairStartSearch

    knowledge = tablebase_in_memory(setup.rules, stones, solver.threads, progress, stopped)
    return FairStartSearch(knowledge, solver, stopped, seconds_each)


# -- find --------------------------------------------------------------------------------------


def add_fair(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_fair_starts` to *parser*."""
    parser.option(
        "--count",
        metavar="N",
        type=number_type("The count", 1, MAX_STARTS),
        default=DEFAULT_COUNT,
        help="how many to find",
    )
    add_time(parser, "stop after this many seconds")
    parser.option(
        "--output",
        metavar="FILE",
        help="add the starts found to this file; skips those already in it, but counts them",
    )
    parser.option(
        "--no-book", action="store_true", help="do not use drawn openings from the opening book"
    )
    add_seed(parser, "seed of the random order", 1)
    add_solving(parser)


def show_fair_starts(setup: GameSetup, values: argparse.Namespace) -> int:
    """Search for starts that are draws, and print them.

    Drawn openings of the book come first, then starts with the same arrangement on both sides.
    When an interrupt or the time limit ends the search, the starts found so far are saved.
    """
    from kalahloa.models.games.kalah.book.book import open_book
    from kalahloa.models.games.kalah.fair_start_search import drawn_openings
    from kalahloa.models.games.kalah.fair_starts import possible_starts, read_starts, write_starts

    require_kalah(setup, "fair starts")
    count = values.count
    stones = fitting_stones(values.tablebase, setup.rules.pits)
    solver = make_solver(values)
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
                search = _search(setup, solver, stones, progress, stopped, SECONDS_EACH)
            possible = possible_starts(setup.rules, Random(values.seed))
            untried = (start for start in possible if start not in before)
            for start in () if search is None else search.find(untried, show):
                starts.append(start)
                if path is not None:
                    write_starts(starts, setup.rules, path)
                if len(starts) >= count:
                    break
        except Exception as error:  # what has been found is printed all the same
            failure = error
    if values.json:
        proven = [{"position": start, "value": 0, "proven": True} for start in starts]
        facts = {"complete": len(starts) >= count, "seconds": monotonic() - began}
        print(json.dumps({"starts": proven, **facts}))
    else:
        for start in starts:
            print(start)
        if len(starts) < count:
            print(f"kalahloa: {len(starts)} of {count} starts were found.", file=sys.stderr)
    if failure is not None:
        sys.stdout.flush()
        raise failure
    return finish(interrupt)


# -- verify ------------------------------------------------------------------------------------


def add_fair_verify(parser: Parser, game: "Game | None") -> None:
    """Add the options of `verify_fair_starts` to *parser*."""
    add_recheck(parser, "starts", "list", least=1)


def verify_fair_starts(setup: GameSetup, values: argparse.Namespace) -> int:
    """Prove known fair starts again; the exit code is 1 if one is not a draw."""
    from kalahloa.models.games.kalah.fair_starts import open_starts, read_starts

    require_kalah(setup, "fair starts")
    stones = fitting_stones(values.tablebase, setup.rules.pits)
    solver = make_solver(values)
    if values.file is None:
        opened = open_starts(setup.rules)
        if opened.notes:
            raise BadFile(opened.notes[0])
        starts = opened.starts
    else:
        starts = read_starts(Path(values.file))
    if not starts:
        raise BadFile("No known fair starts for these rules; kalahloa fair kalah finds some.")
    check = Check[str]()
    with ProgressLine() as progress, Interrupt() as interrupt:
        search = _search(setup, solver, stones, progress, interrupt, None)
        check.run(draw_sample(starts, values.sample, values.seed), search.is_draw, str, progress)
    known = "1 start is" if len(starts) == 1 else f"{len(starts):,} starts are"
    return check.print_result(values, interrupt, {"known": len(starts)}, f"{known} known, ")


COMMAND = CommandGroup(
    "fair",
    "Find and verify start positions of Kalah that are proven draws.",
    (
        GameCommand(
            "verify",
            "Prove known fair starts of Kalah again.",
            "kalahloa fair verify kalah --pits 4 --stones 3 --file my.starts",
            add_fair_verify,
            verify_fair_starts,
            has_position=False,
            saving=SAVING,
        ),
    ),
    default=GameCommand(
        "fair",
        "Find start positions of Kalah that are proven draws.",
        "kalahloa fair kalah --pits 4 --stones 3 --count 5",
        add_fair,
        show_fair_starts,
        has_position=False,
        saving=SAVING,
    ),
)

"""The command line's fair starts of Kalah: to find more, and to check those that are known.

Like the questions: functions for the options, and ones that answer and return the exit code.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from kalahloa.arguments import Parser, Setup, read_number, read_seconds
from kalahloa.interrupts import INTERRUPTED, Interrupt
from kalahloa.models.errors import BadCommand, BadFile
from kalahloa.progress import ProgressLine

if TYPE_CHECKING:
    from kalahloa.models.fair_start_search import FairStartSearch
    from kalahloa.models.game import Game

FAILED = 1
MOST_STARTS = 99_999
MOST_SEED = 999_999_999
MOST_SECONDS = 9_999_999.0
MOST_THREADS = 256
MOST_MEBIBYTES = 65536
DEFAULT_COUNT = 10
DEFAULT_SAMPLES = 10
DEFAULT_MEBIBYTES = 512
SECONDS_EACH = 60.0
"""A start that takes longer to prove is left; there are others."""


def _require_kalah(setup: Setup) -> None:
    if setup.game.key != "kalah":
        raise BadCommand(f"There are fair starts of Kalah only, not of {setup.game.title}.")


def _add_search_options(parser: Parser) -> None:
    parser.option("--seed", metavar="S", default="1", help="the order of chance (default: 1)")
    parser.option(
        "--threads", metavar="N", help="how many threads (default: one for each processor)"
    )
    parser.option(
        "--table",
        metavar="MIB",
        default=str(DEFAULT_MEBIBYTES),
        help=f"size of the table (default: {DEFAULT_MEBIBYTES})",
    )
    parser.option("--json", action="store_true", help="print one JSON object")


def _search(
    setup: Setup,
    values: argparse.Namespace,
    progress: ProgressLine,
    stopped: Callable[[], bool],
    seconds_each: float | None,
) -> "FairStartSearch":
    """Return what proves starts of the rules to be draws, with endgames built in memory."""
    from kalahloa.models.fair_start_search import FairStartSearch
    from kalahloa.models.kalah_endgame_builder import BuildStopped
    from kalahloa.models.kalah_game import start_position
    from kalahloa.models.kalah_knowledge import KalahKnowledge, knowledge_for
    from kalahloa.models.search.solver import Solver

    threads = os.cpu_count() or 1
    if values.threads is not None:
        threads = read_number(values.threads, "The number of threads", 1, MOST_THREADS)
    mebibytes = read_number(values.table, "The size of the table", 1, MOST_MEBIBYTES)
    try:
        knowledge = knowledge_for(
            start_position(setup.rules),
            cached=False,
            booked=False,
            report=lambda done, total: progress.show(done, total, "endgames"),
            stopped=stopped,
            threads=threads,
        )
    except BuildStopped:
        knowledge = KalahKnowledge(setup.rules)
    return FairStartSearch(knowledge, Solver(mebibytes, threads), stopped, seconds_each)


# -- find --------------------------------------------------------------------------------------


def add_fair(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_fair_starts`."""
    parser.option(
        "--count",
        metavar="N",
        default=str(DEFAULT_COUNT),
        help=f"how many to find (default: {DEFAULT_COUNT})",
    )
    parser.option("--time", metavar="S", help="stop after so many seconds")
    parser.option(
        "--output",
        metavar="FILE",
        help="add what is found to this list; what it has already counts, and is not tried again",
    )
    parser.option(
        "--no-book", action="store_true", help="take no drawn openings from the book of openings"
    )
    _add_search_options(parser)


def show_fair_starts(setup: Setup, values: argparse.Namespace) -> int:
    """Search for starts that are draws, and show them.

    Openings that the book proves to be draws come first, then starts with the same arrangement on
    both sides.
    An interrupt, or the end of the time, ends the search; what is found by then is kept.
    """
    from kalahloa.models.fair_start_search import drawn_openings
    from kalahloa.models.fair_starts import possible_starts, read_starts, write_starts
    from kalahloa.models.kalah_book import open_book

    _require_kalah(setup)
    count = read_number(values.count, "The count", 1, MOST_STARTS)
    seed = read_number(values.seed, "The seed", 0, MOST_SEED)
    deadline = None
    if values.time is not None:
        deadline = monotonic() + read_seconds(values.time, "The time", MOST_SECONDS)
    path = None if values.output is None else Path(values.output)
    starts = list(read_starts(path)) if path is not None and path.exists() else []
    before = set(starts)
    began = monotonic()
    with ProgressLine() as progress, Interrupt() as interrupt:

        def stopped() -> bool:
            return interrupt.is_set() or (deadline is not None and monotonic() >= deadline)

        def show(start: str) -> None:
            progress.show(len(starts), count, f"{len(starts)} of {count} found; trying {start}")

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
    if values.json:
        proven = [{"position": start, "value": 0, "proven": True} for start in starts]
        facts = {"complete": len(starts) >= count, "seconds": monotonic() - began}
        print(json.dumps({"starts": proven, **facts}))
    else:
        for start in starts:
            print(start)
        if len(starts) < count:
            print(f"kalahloa: {len(starts)} of {count} were found.", file=sys.stderr)
    return INTERRUPTED if interrupt.is_set() else 0


# -- verify ------------------------------------------------------------------------------------


def add_fair_verify(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `verify_fair_starts`."""
    parser.option(
        "--sample",
        metavar="N",
        default=str(DEFAULT_SAMPLES),
        help=f"how many to solve again, drawn at random (default: {DEFAULT_SAMPLES})",
    )
    parser.option("--file", metavar="FILE", help="another list than the one that is shipped")
    _add_search_options(parser)


def verify_fair_starts(setup: Setup, values: argparse.Namespace) -> int:
    """Prove known fair starts again from nothing; exit code 1 where one is no draw."""
    from kalahloa.models.fair_starts import fair_starts, read_starts

    _require_kalah(setup)
    samples = read_number(values.sample, "The number of samples", 1, MOST_STARTS)
    seed = read_number(values.seed, "The seed", 0, MOST_SEED)
    starts = fair_starts(setup.rules) if values.file is None else read_starts(Path(values.file))
    if not starts:
        raise BadFile("No fair starts are known of these rules; kalahloa fair kalah finds some.")
    chosen = Random(seed).sample(starts, min(samples, len(starts)))
    began = monotonic()
    checked = 0
    wrong = []
    with ProgressLine() as progress, Interrupt() as interrupt:
        search = _search(setup, values, progress, interrupt.is_set, None)
        for start in chosen:
            progress.show(checked, len(chosen), f"{checked} of {len(chosen)} solved")
            draw = search.is_draw(start)
            if draw is None:
                break
            checked += 1
            if not draw:
                wrong.append(start)
    seconds = monotonic() - began
    if values.json:
        facts = {"known": len(starts), "solved": checked, "wrong": wrong, "right": not wrong}
        print(json.dumps({**facts, "seconds": seconds}))
    else:
        result = f"no draws are {', '.join(wrong)}" if wrong else "all are draws"
        print(f"{checked} of {len(starts)} starts solved again in {seconds:.2f} s: {result}")
    if interrupt.is_set():
        return INTERRUPTED
    return FAILED if wrong else 0

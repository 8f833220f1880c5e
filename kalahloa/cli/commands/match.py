"""The command line's matches between searchers."""

import argparse
import json
import multiprocessing
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser, Setup, read_number, read_seconds
from kalahloa.cli.options import add_json
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.errors import BadCommand, IllegalMove

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.search.elo import SequentialTest
    from kalahloa.models.search.match import Match, MatchResult

DEFAULT_GAMES = 100
DEFAULT_OPENINGS = "random:4:1"
MOST_GAMES = 1_000_000
MOST_WORKERS = 256
MOST_PLIES = 100_000
MOST_ELO = 2_000.0
FAILED = 1
INTERRUPTED = 130


def add_match(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the contestants and options of `show_match`."""
    for name, which in (("A", "the first contestant, whose score is counted"), ("B", "the second")):
        parser.add_argument(
            name,
            help=f"{which}: random, or a searcher with its settings, such as engine:nodes=20000, "
            "engine:level=7, engine:clock=60+0.5 (a minute for a game and half a second a move), "
            "alpha-beta:depth=4 or alpha-beta-ordered:seconds=0.5",
        )
    parser.option(
        "--games",
        metavar="N",
        default=str(DEFAULT_GAMES),
        help="how many games, an even number: each opening is played twice with the sides swapped "
        f"(default: {DEFAULT_GAMES})",
    )
    parser.option("--workers", metavar="W", default="1", help="on how many processes (default: 1)")
    parser.option("--time", metavar="S", help="seconds a move, for who has no limit of its own")
    parser.option("--nodes", metavar="N", help="nodes a move, likewise (only the engine has them)")
    parser.option("--depth", metavar="D", help="a depth, likewise")
    parser.option(
        "--openings",
        metavar="random:PLIES:SEED",
        default=DEFAULT_OPENINGS,
        help="begin with so many random moves, the same for the same seed; with even:PLIES:SEED, "
        f"only with draws by a book of exact values (default: {DEFAULT_OPENINGS})",
    )
    parser.option(
        "--most-plies",
        metavar="N",
        help="a game that goes on after so many moves is a draw (default: 300)",
    )
    parser.option(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        help="stop as soon as it is decided which of the two differences in Elo fits better",
    )
    add_json(parser)


def show_match(setup: Setup, values: argparse.Namespace) -> int:
    """Play the match and show its result; an interrupt ends it, and what is known is shown."""
    match, workers = _read_match(setup, values)
    interrupted, failure = False, ""
    with ProgressLine() as line:
        try:
            with worker_processes(workers) as executor:
                line.show(0, match.result.wanted, "no game yet")
                match.play(executor, workers, lambda result: _tell(line, result))
        except KeyboardInterrupt:
            interrupted = True
        except BrokenExecutor:
            failure = "a worker process has died; what was known by then is shown."
    if values.json:
        print(json.dumps(match.result.to_plain()))
    else:
        print("\n".join(_in_words(setup, match.result)))
    if interrupted or failure:
        sys.stdout.flush()
        print(f"kalahloa: {failure or 'stopped.'}", file=sys.stderr)
    return INTERRUPTED if interrupted else FAILED if failure else 0


def _read_match(setup: Setup, values: argparse.Namespace) -> "tuple[Match, int]":
    """Return the match that *values* ask for and its workers; raise `KalahloaError`."""
    from kalahloa.models.search.contestants import (
        MOST_DEPTH,
        MOST_NODES,
        Allowance,
        read_contestant,
    )
    from kalahloa.models.search.match import DEFAULT_MOST_PLIES, Match, Setting
    from kalahloa.models.search.openings import read_openings

    depth, seconds, nodes = values.depth, values.time, values.nodes
    usual = Allowance(
        None if depth is None else read_number(depth, "The depth", 1, MOST_DEPTH),
        None if seconds is None else read_seconds(seconds, "The time"),
        None if nodes is None else read_number(nodes, "The number of nodes", 1, MOST_NODES),
    )
    games = read_number(values.games, "The number of games", 2, MOST_GAMES)
    if games % 2:
        raise BadCommand(f"The number of games cannot be {games}; it is even, as games are paired.")
    most_plies = DEFAULT_MOST_PLIES
    if values.most_plies is not None:
        most_plies = read_number(values.most_plies, "The number of moves", 1, MOST_PLIES)
    outcome = setup.position().outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    setting = Setting(
        setup.game.key,
        setup.rules,
        read_contestant(values.A, setup.game, usual),
        read_contestant(values.B, setup.game, usual),
        read_openings(values.openings),
        setup.start,
        most_plies,
    )
    workers = read_number(values.workers, "The number of workers", 1, MOST_WORKERS)
    test = None if values.sprt is None else _read_test(values.sprt)
    return Match(setting, games // 2, test), min(workers, games // 2)


def _read_test(texts: list[str]) -> "SequentialTest":
    from kalahloa.models.search.elo import SequentialTest

    numbers = []
    for text in texts:
        try:
            numbers.append(float(text))
        except ValueError:
            numbers.append(float("nan"))
    low, high = numbers
    if not (isfinite(low) and isfinite(high) and -MOST_ELO <= low < high <= MOST_ELO):
        raise BadCommand(
            f"--sprt cannot be '{' '.join(texts)[:40]}'; it is two differences in Elo, the smaller "
            "one first, such as 0 10."
        )
    return SequentialTest(low, high)


# -- workers -----------------------------------------------------------------------------------


@contextmanager
def worker_processes(count: int) -> Iterator[Executor]:
    """Give an executor of *count* processes; whatever they do is broken off at the end.

    An interrupt from the keyboard reaches all processes of a terminal; the workers leave it to
    this one.  They are started afresh rather than forked, which is safe beside other threads.
    """
    before = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        count, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
    )
    heard = signal.getsignal(signal.SIGINT)
    try:
        # A worker that is interrupted before it ignores that would print a traceback: so it
        # begins with what it inherits, which is to ignore it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            for _ in range(count):
                executor.submit(_ignore_interrupts)
        finally:
            signal.signal(signal.SIGINT, heard)
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- words -------------------------------------------------------------------------------------


def _tell(line: ProgressLine, result: "MatchResult") -> None:
    elo = result.elo
    words = f"{_score(result)} of {2 * result.wanted} games"
    line.show(len(result.pairs), result.wanted, f"{words}, Elo {elo.text}" if elo else words)


def _score(result: "MatchResult") -> str:
    return f"+{result.won(1)} ={result.won(0.5)} −{result.won(0)}"


def _in_words(setup: Setup, result: "MatchResult") -> Iterator[str]:
    """Yield the lines that tell what is known."""
    setting, games, elo = result.setting, result.games, result.elo
    yield f"{setup.game.title}: {setting.first.text} against {setting.second.text}"
    wanted = "" if result.complete else f", of {2 * result.wanted} wanted"
    yield f"Games: {len(games)}{wanted}; openings {setting.openings.text}"
    yield f"Score: {_score(result)}, {result.score:g} points"
    yield "Pairs: " + ", ".join(
        f"{count} with {points}"
        for count, points in zip(result.pentanomial, ("0", "½", "1", "1½", "2"), strict=True)
    )
    if elo is not None:
        yield f"Elo:   {elo.text}"
    if result.test is not None:
        ratio = result.test.ratio(result.pentanomial)
        verdict = {"open": "undecided", "elo0": f"{result.test.elo0:+g} fits better"}.get(
            result.test.verdict(result.pentanomial).value, f"{result.test.elo1:+g} fits better"
        )
        yield (
            f"SPRT:  {verdict} ({result.test.elo0:+g} against {result.test.elo1:+g}, LLR "
            f"{ratio:.2f}, decided at ±{result.test.bound:.2f})"
        )
    for contestant, late in (
        (setting.first, result.lost_on_time(0)),
        (setting.second, result.lost_on_time(1)),
    ):
        if late:
            yield f"{contestant.text} lost {late} on time."
    cut_off = sum(game.cut_off for game in games)
    if cut_off:
        count = "1 game" if cut_off == 1 else f"{cut_off} games"
        yield f"{count} went on after {setting.most_plies} moves and counted as drawn."

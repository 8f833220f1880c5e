"""`kalahloa match`: plays a match between two searchers and estimates their Elo difference."""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import nullcontext
from math import isfinite
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser, Setup, read_number
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import Failed, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.library.match_saver import MatchSaver
from kalahloa.cli.options import add_json, add_time, read_time, tell_notes
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.errors import BadCommand, IllegalMove
from kalahloa.models.match.workers import worker_processes

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.match.match import Match, MatchResult
    from kalahloa.models.match.sprt import SequentialTest

DEFAULT_GAMES = 100
DEFAULT_OPENINGS = "random:4:1"
MAX_GAMES = 1_000_000
MAX_WORKERS = 256
MAX_PLIES = 100_000
MAX_ELO = 2_000.0


def add_match(parser: Parser, game: "Game | None") -> None:
    """Add the participants and options of `show_match` to *parser*."""
    for name, which in (
        ("A", "the first participant, whose score is counted"),
        ("B", "the second"),
    ):
        parser.add_argument(
            name,
            help=f"{which}: random, or a searcher with settings, such as engine:nodes=20000, "
            "engine:level=7, engine:clock=60+0.5 (60 s per game plus 0.5 s per move), "
            "alpha-beta:depth=4 or alpha-beta-ordered:seconds=0.5",
        )
    parser.option(
        "--games",
        metavar="N",
        help="number of games, an even number: each opening is played twice with sides swapped "
        f"(default: {DEFAULT_GAMES}, or two per opening if there are fewer)",
    )
    parser.option("--workers", metavar="W", default="1", help="number of processes (default: 1)")
    add_time(parser, "time per move in seconds, for participants without a limit of their own")
    parser.option("--nodes", metavar="N", help="nodes per move, likewise (engine only)")
    parser.option("--depth", metavar="D", help="depth, likewise")
    parser.option(
        "--openings",
        metavar="random:PLIES:SEED",
        default=DEFAULT_OPENINGS,
        help="begin with this many random moves, reproducible by the seed; even:PLIES:SEED takes "
        f"only openings that are draws by the opening book (default: {DEFAULT_OPENINGS})",
    )
    parser.option(
        "--most-plies",
        metavar="N",
        help="adjudicate games longer than this as drawn (default: 300)",
    )
    parser.option(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        help="stop as soon as a sequential test accepts one of these two Elo differences",
    )
    parser.option("--save", action="store_true", help="keep the games in the library")
    add_json(parser)


def show_match(setup: Setup, values: argparse.Namespace) -> int:
    """Play the match and print its result, even a partial one, whatever ends it."""
    match, workers = _read_match(setup, values)
    failure: Exception | None = None
    with (
        ProgressLine() as line,
        Interrupt() as interrupt,
        MatchSaver() if values.save else nullcontext() as saver,
    ):

        def report(result: "MatchResult") -> None:
            _tell(line, result)
            if saver is not None:
                saver.take(result)

        try:
            with worker_processes(workers) as executor:
                line.show(0, match.result.wanted, "no games yet")
                match.play(executor, workers, report, interrupt.is_set)
        except BrokenExecutor:
            failure = Failed("A worker process has died; the result so far is shown.")
        except Exception as error:
            failure = error
        if saver is not None:
            try:
                saver.finish()
            except Failed as error:
                failure = failure or error
    if saver is not None:
        tell_notes([saver.sentence])
    if values.json:
        print(json.dumps(match.result.to_plain()))
    else:
        print("\n".join(_in_words(setup, match.result)))
    if failure is not None and not interrupt.is_set():
        sys.stdout.flush()
        raise failure
    return finish(interrupt)


def _read_match(setup: Setup, values: argparse.Namespace) -> "tuple[Match, int]":
    """Return the match that *values* ask for and its workers; raise `KalahloaError`."""
    from kalahloa.models.match.match import DEFAULT_MAX_PLIES, Match, MatchConfig
    from kalahloa.models.match.openings import read_openings
    from kalahloa.models.match.participant import (
        MAX_DEPTH,
        MAX_NODES,
        read_participant,
    )
    from kalahloa.models.search.limits import Limits

    depth, nodes = values.depth, values.nodes
    default = Limits(
        None if depth is None else read_number(depth, "The depth", 1, MAX_DEPTH),
        read_time(values),
        None if nodes is None else read_number(nodes, "The number of nodes", 1, MAX_NODES),
    )
    games = DEFAULT_GAMES
    if values.games is not None:
        games = read_number(values.games, "The number of games", 2, MAX_GAMES)
    if games % 2:
        raise BadCommand(f"The number of games cannot be {games}; it must be even.")
    max_plies = DEFAULT_MAX_PLIES
    if values.most_plies is not None:
        max_plies = read_number(values.most_plies, "The number of moves", 1, MAX_PLIES)
    outcome = setup.position().outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    config = MatchConfig(
        setup.game.key,
        setup.rules,
        read_participant(values.A, setup.game, default),
        read_participant(values.B, setup.game, default),
        read_openings(values.openings),
        setup.start,
        max_plies,
        keep_moves=values.save,
    )
    workers = read_number(values.workers, "The number of workers", 1, MAX_WORKERS)
    test = None if values.sprt is None else _read_test(values.sprt)
    match = Match(config, games // 2, test, allow_fewer=values.games is None)
    pairs = match.result.wanted
    if 2 * pairs < games:
        tell_notes([f"{2 * pairs} games are played, as there are no more openings."])
    return match, min(workers, pairs)


def _read_test(texts: list[str]) -> "SequentialTest":
    from kalahloa.models.match.sprt import SequentialTest

    numbers = []
    for text in texts:
        try:
            numbers.append(float(text))
        except ValueError:
            numbers.append(float("nan"))
    low, high = numbers
    if not (isfinite(low) and isfinite(high) and -MAX_ELO <= low < high <= MAX_ELO):
        raise BadCommand(
            f"--sprt cannot be '{' '.join(texts)[:40]}'; it takes two Elo differences, the smaller "
            "one first, such as 0 10."
        )
    return SequentialTest(low, high)


# -- words -------------------------------------------------------------------------------------


def _tell(line: ProgressLine, result: "MatchResult") -> None:
    elo = result.elo
    words = f"{_score(result)} of {2 * result.wanted} games"
    line.show(len(result.pairs), result.wanted, f"{words}, Elo {elo.text}" if elo else words)


def _score(result: "MatchResult") -> str:
    return f"+{result.won(1)} ={result.won(0.5)} −{result.won(0)}"


def _in_words(setup: Setup, result: "MatchResult") -> Iterator[str]:
    """Yield the lines of the result."""
    config, games, elo = result.config, result.games, result.elo
    yield f"{setup.game.title}: {config.first.text} against {config.second.text}"
    wanted = "" if result.complete else f" of {2 * result.wanted}"
    yield f"Games: {len(games)}{wanted}; openings {config.openings.text}"
    yield f"Score: {_score(result)}, {result.score:g} points"
    yield "Pairs: " + ", ".join(
        f"{count} with {points}"
        for count, points in zip(result.pentanomial, ("0", "½", "1", "1½", "2"), strict=True)
    )
    if elo is not None:
        yield f"Elo:   {elo.text}"
    if result.test is not None:
        ratio = result.test.ratio(result.pentanomial)
        status = {"open": "undecided", "elo0": f"accepted {result.test.elo0:+g}"}.get(
            result.test.status(result.pentanomial).value, f"accepted {result.test.elo1:+g}"
        )
        yield (
            f"SPRT:  {status} ({result.test.elo0:+g} against {result.test.elo1:+g}, LLR "
            f"{ratio:.2f}, decided at ±{result.test.bound:.2f})"
        )
    for participant, late in (
        (config.first, result.lost_on_time(0)),
        (config.second, result.lost_on_time(1)),
    ):
        if late:
            yield f"{participant.text} lost {late} on time."
    cut_off = sum(game.cut_off for game in games)
    if cut_off:
        count = "1 game" if cut_off == 1 else f"{cut_off} games"
        yield f"{count} reached {config.max_plies} moves and counted as drawn."


COMMAND = GameCommand(
    "match",
    "Play a match between two searchers, and estimate their Elo difference.",
    "kalahloa match kalah engine:level=2 alpha-beta:depth=2 --games 10 --workers 2",
    add_match,
    show_match,
    operands="A B ",
    saving="Fewer --workers need less.",
)

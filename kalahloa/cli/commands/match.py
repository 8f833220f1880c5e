"""`kalahloa match`: plays a match between two searchers and estimates their Elo difference."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import Failed, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.library.match_saver import MatchSaver
from kalahloa.cli.options import MAX_NODES, MAX_PLIES, add_json, add_time, print_notes
from kalahloa.cli.pools import MakePool, add_pool, pool_maker
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.numbers import MINUS, with_minus
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.calls import call_here
from kalahloa.models.work.pool import PoolFailed

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.match.match import Match, MatchConfig, MatchResult
    from kalahloa.models.match.match_file import MatchFile
    from kalahloa.models.match.sprt import SequentialTest

DEFAULT_GAMES = 100
DEFAULT_OPENINGS = "random:4:1"
MAX_GAMES = 1_000_000
DEFAULT_MOVES, MAX_MOVES = 300, 100_000


def add_match(parser: Parser, game: "Game | None") -> None:
    """Add the participants and options of `show_match` to *parser*."""
    for name, which in (
        ("A", "the first participant; the score is for this one"),
        ("B", "the second"),
    ):
        parser.add_argument(
            name,
            help=f"{which}: random, or a searcher with settings, such as engine:nodes=20000, "
            "engine:level=7, engine:clock=60+0.5 (60 s per game plus 0.5 s per move), "
            "alpha-beta:depth=4, alpha-beta-ordered:seconds=0.5 or engine:heuristic=mine.py",
        )
    parser.option(
        "--games",
        metavar="N",
        type=number_type("The number of games", 2, MAX_GAMES),
        usual=f"{DEFAULT_GAMES}, or two per opening if there are fewer; with even:COUNT two per "
        "opening",
        help="number of games (even): two for each opening, with sides swapped",
    )
    add_pool(parser)
    add_time(parser, "seconds per move, for participants without their own limit")
    parser.option(
        "--nodes",
        metavar="N",
        type=number_type("The number of nodes", 1, MAX_NODES),
        help="nodes per move, for participants without their own limit (engine only)",
    )
    parser.option(
        "--depth",
        metavar="D",
        type=number_type("The depth", 1, MAX_PLIES),
        help="depth in plies, for participants without their own limit",
    )
    parser.option(
        "--openings",
        metavar="random:PLIES:SEED",
        default=DEFAULT_OPENINGS,
        help=(
            "start with this many random moves; the same seed gives the same moves. "
            "even:PLIES:SEED starts from even positions, first those after this many moves; "
            "even:COUNT uses this many: draws from the opening book, fair starts, then positions "
            "solved for the match. In games that may never end, a deep search chooses them."
        ),
    )
    parser.option(
        "--most-plies",
        metavar="N",
        type=number_type("The number of moves", 1, MAX_MOVES),
        default=DEFAULT_MOVES,
        help="score longer games as drawn",
    )
    parser.option(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        help="stop as soon as a sequential test (SPRT) accepts one of these two Elo differences",
    )
    parser.option("--save", action="store_true", help="save the games in the library")
    parser.option(
        "--resume",
        metavar="FILE",
        help="save the match in this file as it is played, and resume it if the file exists",
    )
    add_json(parser)


def show_match(setup: GameSetup, values: argparse.Namespace) -> int:
    """Play the match and print its result, even a partial one, whatever ends it."""
    with ExitStack() as files:
        match, make_pool, file = _prepare(setup, values, files)
        return _play(setup, values, match, make_pool, file)


def _play(
    setup: GameSetup,
    values: argparse.Namespace,
    match: "Match",
    make_pool: MakePool,
    file: "MatchFile | None",
) -> int:
    failure: Exception | None = None
    with (
        ProgressLine() as line,
        Interrupt() as interrupt,
        MatchSaver(len(match.result.pairs)) if values.save else nullcontext() as saver,
    ):

        def report(result: "MatchResult") -> None:
            _tell(line, result)
            if file is not None:
                file.append_new(result)
            if saver is not None:
                saver.save_new(result)

        try:
            with make_pool() as pool:
                line.show(0, match.result.wanted, "no games yet")
                match.play(pool, report, interrupt.is_set)
        except BadCommand:
            raise  # there are no workers, and no result
        except PoolFailed as error:
            failure = Failed(f"{error} This is the result so far.")
        except Exception as error:
            failure = error
        if saver is not None:
            try:
                saver.finish()
            except Failed as error:
                failure = failure or error
    if saver is not None:
        print_notes([saver.sentence])
    if values.json:
        print(json.dumps(_to_json(match)))
    else:
        print("\n".join(_in_words(setup, match.result)))
    if failure is not None and not interrupt.is_set():
        sys.stdout.flush()
        raise failure
    return finish(interrupt)


def _to_json(match: "Match") -> dict[str, object]:
    from kalahloa.models.match.opening import origin_counts

    plain = match.result.to_json()
    plain["score_for"] = match.config.first.text
    if match.config.openings.even:
        counts = origin_counts(match.openings)
        plain["openings_found"] = {way.name.lower(): count for way, count in counts.items()}
    return plain


def _prepare(
    setup: GameSetup, values: argparse.Namespace, files: ExitStack
) -> "tuple[Match, MakePool, MatchFile | None]":
    """Return the match that *values* ask for, what makes its workers, and its file.

    The file is closed by *files*.  Raises `KalahloaError`.
    """
    from kalahloa.models.heuristics.naming import read_own
    from kalahloa.models.match.match import Match, MatchConfig
    from kalahloa.models.match.opening import origins_text
    from kalahloa.models.match.openings import read_openings
    from kalahloa.models.match.participant import read_participant
    from kalahloa.models.search.limits import Limits

    default = Limits(values.depth, values.time, values.nodes)
    openings = read_openings(values.openings)
    games: int = DEFAULT_GAMES if openings.count is None else 2 * openings.count
    if values.games is not None:
        games = values.games
    if games % 2:
        raise BadCommand(f"The number of games cannot be {games}; it must be even.")
    setup.open_position()
    own = partial(read_own, game=setup.game)
    config = MatchConfig(
        setup.game.key,
        setup.rules,
        read_participant(values.A, setup.game, default, own),
        read_participant(values.B, setup.game, default, own),
        openings,
        setup.start,
        values.most_plies,
        keep_moves=values.save or values.resume is not None,
    )
    if values.cluster is not None and (config.first.source or config.second.source):
        raise BadCommand("Your own heuristic plays on this machine only, not on a cluster.")
    make_pool = pool_maker(call_here, values)
    test = None if values.sprt is None else _read_test(values.sprt)
    with ProgressLine() as line, Interrupt() as interrupt:
        pairs = games // 2
        match = Match(
            config,
            pairs,
            test,
            allow_fewer=values.games is None,
            report=lambda found: line.show(found, pairs, f"{found} of {pairs} even openings"),
            stopped=interrupt.is_set,
        )
        if interrupt.is_set():
            raise interrupt.as_exception()
    file = None
    if values.resume is not None:
        match, file = _resumed(match, Path(values.resume), files)
    pairs = match.result.wanted
    if 2 * pairs < games:
        print_notes([f"Playing {2 * pairs} games: there are no more openings."])
    if config.openings.even and not values.json:
        print_notes([f"Openings: {origins_text(match.openings)}."])
    return match, partial(make_pool, pairs), file


def _resumed(match: "Match", path: Path, files: ExitStack) -> "tuple[Match, MatchFile]":
    """Return *match* with the pairs that the file at *path* has, and the file, open."""
    from kalahloa.models.match.match import Match
    from kalahloa.models.match.match_file import MatchFile

    wanted = match.result
    if not path.exists():
        return match, files.enter_context(MatchFile.create(path, wanted))
    file = files.enter_context(MatchFile(path))
    known = file.known
    if known.config != wanted.config or known.test != wanted.test:
        raise BadCommand(
            f"{shorten(path, 200)} belongs to another match: {_name(known.config)}. Use "
            "the same participants, openings, rules and test, or another file."
        )
    if len(known.pairs) <= wanted.wanted:
        return match.resumed(known.pairs), file
    return Match(wanted.config, len(known.pairs), wanted.test, played=known.pairs), file


def _name(config: "MatchConfig") -> str:
    return f"{config.first.text} against {config.second.text}, openings {config.openings.text}"


def _read_test(texts: list[str]) -> "SequentialTest":
    from kalahloa.models.match.sprt import MAX_ELO, SequentialTest

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
    return f"+{result.won(1)} ={result.won(0.5)} {MINUS}{result.won(0)}"


def _in_words(setup: GameSetup, result: "MatchResult") -> Iterator[str]:
    """Yield the lines of the result."""
    config, games, elo = result.config, result.games, result.elo
    yield f"{setup.game.title}: {config.first.text} against {config.second.text}"
    wanted = "" if result.complete else f" of {2 * result.wanted}"
    yield f"Games: {len(games)}{wanted}; openings {config.openings.text}"
    yield f"Score: {_score(result)}, {result.score:g} points for {config.first.text}"
    yield "Pairs: " + ", ".join(
        f"{count} with {points}"
        for count, points in zip(result.pentanomial, ("0", "½", "1", "1½", "2"), strict=True)
    )
    if elo is not None:
        yield f"Elo:   {elo.text}"
    if result.test is not None:
        ratio = result.test.ratio(result.pentanomial)
        low, high = (with_minus(f"{elo:+g}") for elo in (result.test.elo0, result.test.elo1))
        status = {"open": "undecided", "elo0": f"accepted {low}"}.get(
            result.test.status(result.pentanomial).value, f"accepted {high}"
        )
        yield (
            f"SPRT:  {status} ({low} against {high}, LLR {with_minus(f'{ratio:.2f}')}, "
            f"decided at ±{result.test.bound:.2f})"
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
    saving="Fewer --workers need less.",
)

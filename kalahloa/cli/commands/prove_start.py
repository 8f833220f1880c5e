"""`kalahloa prove-start`: proves the value of a start as a job of many pieces.

What follows is for Kalah, where it is asked by how much a side wins; see `win_job` for other games.
"""

import argparse
import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser, read_number, read_seconds
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import Failed, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.job_estimate import show_estimate
from kalahloa.cli.options import (
    MAX_SECONDS,
    add_at_least,
    add_json,
    add_seed,
    add_table,
    add_time,
    stop_function,
    tell_notes,
)
from kalahloa.cli.pools import add_pool, pool_maker
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import MAX_SAMPLES, Check, add_tablebase, fitting_stones
from kalahloa.cli.win_job import prove_win
from kalahloa.models.text.errors import BadCommand, BadFile

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.games.kalah.job.forecast import Forecast
    from kalahloa.models.games.kalah.job.job import ValueJob, ValueJobProgress
    from kalahloa.models.games.kalah.job.job_file import ValueJobRecord
    from kalahloa.models.games.kalah.job.piece import Answer, SolverSetting

MAX_TURNS = 9
DEFAULT_TURNS = 3
MAX_DEEPER = 30
MEBIBYTES = 256
DEFAULT_LIMIT = 600.0
DEFAULT_SAMPLE = 20
FORECAST_SECONDS = 2.0
"""The time between two forecasts, which take a while."""


def add_prove_start(parser: Parser, game: "Game | None") -> None:
    """Add the options of `prove_start` to *parser*."""
    parser.option(
        "--output",
        metavar="FILE",
        help="the file of the job, to which each answer is added; if it exists, the job goes on",
    )
    add_pool(parser)
    parser.option(
        "--turns",
        metavar="N",
        default=str(DEFAULT_TURNS),
        help=f"cut the job after so many turns, 1 to {MAX_TURNS}",
    )
    parser.option(
        "--limit",
        metavar="S",
        help="give up a piece after so many seconds, and cut it a turn later instead "
        f"(default: {DEFAULT_LIMIT:g})",
    )
    parser.option(
        "--nodes",
        metavar="N",
        help="in other games than Kalah: search a position with so many nodes at first "
        "(default: a million)",
    )
    add_at_least(parser)
    add_time(parser, "stop after this time in seconds; the next run continues")
    add_table(parser, None, f"{MEBIBYTES} for each worker")
    add_tablebase(parser, "stones in the pits that the tablebase of each worker covers")
    parser.option(
        "--merge", metavar="FILE", help="only take over the answers of this file of the same job"
    )
    parser.option(
        "--verify",
        metavar="N",
        help="only solve so many answers of the file anew, drawn at random, and compare",
    )
    parser.option(
        "--line",
        metavar="MOVES",
        help="in other games than Kalah: only print what the proof answers after these moves or, "
        "where the other side is to move, its answer to each",
    )
    parser.option(
        "--estimate",
        action="store_true",
        help="only estimate, from a random sample of its pieces, what the job takes",
    )
    parser.option(
        "--sample",
        metavar="N",
        help=f"number of pieces for --estimate (default: {DEFAULT_SAMPLE})",
    )
    parser.option(
        "--deeper",
        metavar="N",
        help="for --estimate: in place of each piece drawn, try one of those that it is cut into "
        "so many turns later (default: 0)",
    )
    add_seed(parser, "seed of what is drawn at random", 1)
    add_json(parser)


def prove_start(setup: GameSetup, values: argparse.Namespace) -> int:
    """Go on with the job, or do what one of the other options asks."""
    modes = [name for name in ("merge", "verify", "line") if getattr(values, name) is not None]
    if len(modes) + values.estimate > 1:
        raise BadCommand("Of --merge, --verify, --line and --estimate only one can be given.")
    if values.sample is not None and not values.estimate:
        raise BadCommand("--sample is for --estimate; --verify takes its own number.")
    if values.deeper is not None and not values.estimate:
        raise BadCommand("--deeper is for --estimate; --turns cuts a job.")
    path = None
    if modes in (["verify"], ["line"]):
        from kalahloa.models.search.proof.job.job_file import shipped_job

        path = shipped_job(setup.game, setup.rules)
    if values.output is not None:
        path = Path(values.output)
    if path is None:
        raise BadCommand("prove-start needs --output FILE, which the proof is kept in.")
    if setup.game.key != "kalah":
        return prove_win(setup, path, values)
    if values.nodes is not None:
        raise BadCommand("--nodes is for other games than Kalah; --limit is for this one.")
    if values.line is not None:
        raise BadCommand("--line is for other games than Kalah.")
    rules = replace(setup.rules, pie="no")
    if modes == ["merge"]:
        return _merge(rules, path, values)
    if modes == ["verify"]:
        return _verify(rules, path, values)
    return _work(rules, path, values)


def _setting(rules: Any, values: argparse.Namespace) -> "SolverSetting":
    from kalahloa.models.games.kalah.job.piece import SolverSetting

    stones = fitting_stones(values.tablebase, rules.pits)
    return SolverSetting(rules, stones, values.table or MEBIBYTES)


def _seed(values: argparse.Namespace) -> int:
    seed: int = values.seed
    return seed


# -- the job ---------------------------------------------------------------------------------------


def _work(rules: Any, path: Path, values: argparse.Namespace) -> int:
    """Go on with the job in *path*, or estimate it."""
    from kalahloa.models.games.kalah.job.job import ValueJob
    from kalahloa.models.games.kalah.job.job_file import ValueJobFile
    from kalahloa.models.games.kalah.job.piece_solver import solve_here
    from kalahloa.models.work.pool import PoolFailed

    turns = read_number(values.turns, "The number of turns", 1, MAX_TURNS)
    limit = DEFAULT_LIMIT
    if values.limit is not None:
        limit = read_seconds(values.limit, "The limit", MAX_SECONDS)
    at_least = values.at_least
    if at_least is not None:
        most = 2 * rules.pits * rules.stones
        read_number(str(at_least), "The value", -most, most)
    sample = read_number(values.sample or str(DEFAULT_SAMPLE), "The sample", 1, MAX_SAMPLES)
    deeper = read_number(values.deeper or "0", "The number of turns", 0, MAX_DEEPER)
    seed = _seed(values)
    setting = replace(_setting(rules, values), limit=limit)
    make_pool = pool_maker(partial(solve_here, setting), values)
    with ProgressLine() as line, Interrupt() as interrupt:
        stopped = stop_function(values, interrupt)
        with ValueJobFile(path, rules) as file:
            _tell_damage(file.record, path)
            job = ValueJob(file, turns)
            try:
                with make_pool() as pool:
                    if values.estimate:
                        sampling = (sample, limit, seed, deeper)
                        return show_estimate(
                            job, file, pool, at_least, sampling, values, line, interrupt
                        )
                    job.run(pool, stopped, _reporter(line), at_least)
            except PoolFailed as error:
                raise Failed(f"{error} What was proven is kept in {path}.") from error
    _tell(job, path, values, at_least)
    return finish(interrupt)


def _tell_damage(record: "ValueJobRecord", path: Path) -> None:
    if record.damaged:
        lines = (
            "1 line is damaged and left out; its piece is"
            if record.damaged == 1
            else f"{record.damaged:,} lines are damaged and left out; their pieces are"
        )
        tell_notes([f"{path}: {lines} proven again where that is needed."])


def _reporter(line: ProgressLine) -> "Callable[[ValueJobProgress], None]":
    """Return a function that shows the progress on *line*."""
    from kalahloa.models.search.score_words import margin_text

    told_at = 0.0
    words = ""

    def report(progress: "ValueJobProgress") -> None:
        nonlocal told_at, words
        if not line.is_shown:
            return
        if monotonic() - told_at >= FORECAST_SECONDS:
            words = forecast_in_words(progress.forecast())
            told_at = monotonic()
        asked = margin_text(progress.question)
        line.say(f"at least {asked}? {progress.proven:,} pieces proven; {words}")

    return report


def forecast_in_words(found: "Forecast") -> str:
    """Return the range of *found* in a few words."""
    if found.most_pieces is None:
        left = f"{found.least_pieces:,} or more left"
    else:
        left = f"{found.least_pieces:,} to {max(found.least_pieces, found.most_pieces):,} left"
    if found.least_seconds is None:
        return left
    least = duration(found.least_seconds)
    if found.most_seconds is None:
        return f"{left}, {least} or more"
    return f"{left}, {least} to {duration(found.most_seconds)}"


def duration(seconds: float) -> str:
    """Return *seconds* in the largest unit of which there are two at least."""
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"


def _tell(job: "ValueJob", path: Path, values: argparse.Namespace, at_least: int | None) -> None:
    """Print what is proven."""
    record = job.record
    low, high = job.tree.bounds()
    is_done = low == high if at_least is None else not low < at_least <= high
    if values.json:
        facts = {
            "low": low,
            "high": high,
            "value": low if low == high else None,
            "proven": low == high,
            "complete": is_done,
            "pieces": len(record.answers),
            "proven_now": job.proven,
            "lost": job.lost,
            "nodes": record.nodes(),
            "seconds": record.seconds(),
            "path": str(path),
        }
        print(json.dumps(facts))
        return
    print(f"{bounds_in_words(low, high)}\n{path}: {_pieces_in_words(job)}")
    if not is_done:
        print(f"This goes on with it:\n  {resuming(record.rules, path, values)}")


def bounds_in_words(low: int, high: int) -> str:
    """Return what the *low* and *high* bound of the start's value say."""
    from kalahloa.models.search.score_words import margin_text

    if low == high:
        if not low:
            return "The start is a draw, proven."
        side = "first" if low > 0 else "second"
        return f"The {side} player wins by {abs(low)}, proven."
    known = f"The value lies between {margin_text(low)} and {margin_text(high)}"
    if low > 0:
        return f"The first player wins, proven. {known}."
    if high < 0:
        return f"The second player wins, proven. {known}."
    if low == 0:
        return f"The first player does not lose, proven. {known}."
    return f"{known}; nothing more is proven yet."


def _pieces_in_words(job: "ValueJob") -> str:
    record = job.record
    lost = f", {job.lost:,} lost with their workers" if job.lost else ""
    return (
        f"{len(record.answers):,} pieces proven, {job.proven:,} of them now{lost}; "
        f"{record.nodes():,} nodes in {record.seconds():,.1f} s of processor time"
    )


def resuming(rules: Any, path: Path, values: argparse.Namespace) -> str:
    """Return the command that goes on with the job in the file at *path* as *values* say."""
    words = ["kalahloa", "prove-start", "kalah"]
    for name in ("pits", "stones", "end", "capture"):
        words += [f"--{name}", str(getattr(rules, name))]
    if rules.remaining != "owner":
        words += ["--remaining", rules.remaining]
    for name in ("turns", "at_least", "limit", "workers", "cluster", "table", "tablebase"):
        given = getattr(values, name)
        if given is not None and (name, given) != ("turns", str(DEFAULT_TURNS)):
            words += [f"--{name.replace('_', '-')}", str(given)]
    return shlex.join([*words, "--output", str(path)])


# -- merging and verifying -------------------------------------------------------------------------


def _merge(rules: Any, path: Path, values: argparse.Namespace) -> int:
    from kalahloa.models.games.kalah.job.job import ValueJob
    from kalahloa.models.games.kalah.job.job_file import ValueJobFile, read_job

    turns = read_number(values.turns, "The number of turns", 1, MAX_TURNS)
    other = read_job(Path(values.merge), rules)
    _tell_damage(other, Path(values.merge))
    with Interrupt() as interrupt, ValueJobFile(path, rules) as file:
        _tell_damage(file.record, path)
        new = file.merge(other)
        job = ValueJob(file, turns)
    if not values.json:
        print(f"{new:,} answers of {values.merge} are new.")
    _tell(job, path, values, None)
    return finish(interrupt)


def _verify(rules: Any, path: Path, values: argparse.Namespace) -> int:
    """Solve a sample anew with a tablebase built in memory; the exit code is 1 if one is wrong."""
    from random import Random

    from kalahloa.models.games.kalah.book.book import position_of
    from kalahloa.models.games.kalah.job.job_file import read_job
    from kalahloa.models.games.kalah.job.piece_solver import Verifier

    count = read_number(values.verify, "The number of samples", 0, MAX_SAMPLES)
    seed = _seed(values)
    setting = _setting(rules, values)
    if not path.exists():
        raise BadFile(f"There is no file {path}.")
    record = read_job(path, rules)
    _tell_damage(record, path)
    record.bounds()  # raises where answers contradict each other
    answers = list(record.answers.values())
    chosen = Random(seed).sample(answers, min(count, len(answers)))
    check = Check[Any]()
    with ProgressLine() as line, Interrupt() as interrupt:
        if chosen:
            line.say("building a tablebase")
            verifier = Verifier(setting, interrupt)

            def written(answer: "Answer") -> str:
                position = position_of(answer.piece.key, rules).position_string()
                return f"{position} at {'least' if answer.is_at_least else 'most'} {answer.bound}"

            check.run(chosen, verifier.is_right, written, line)
    return check.tell(
        values,
        interrupt,
        {"path": str(path), "pieces": len(answers)},
        f"{path}\n  {len(answers):,} answers that do not contradict each other, ",
    )


COMMAND = GameCommand(
    "prove-start",
    "Prove the value of the start as a long job: resumable, on many processes or machines.",
    "kalahloa prove-start kalah --pits 4 --stones 3 --workers 2 --output kalah-4-3.proof",
    add_prove_start,
    prove_start,
    has_position=False,
    saving="A smaller --table or --tablebase or fewer --workers need less; what is proven is kept.",
)

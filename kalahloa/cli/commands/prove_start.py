"""`kalahloa prove-start`: proves the value of a start as a job of many tasks.

What follows is for Kalah, where it is asked by how much a side wins; see `win_job` for other games.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser, number_type, read_number, seconds_type
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.job_command import DEFAULT_TURNS, JobCommand
from kalahloa.cli.job_estimate import show_estimate
from kalahloa.cli.options import (
    MAX_SECONDS,
    add_at_least,
    add_json,
    add_seed,
    add_table,
    add_time,
    stop_function,
)
from kalahloa.cli.pools import add_pool
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import MAX_SAMPLES, Check, add_tablebase, fitting_stones
from kalahloa.cli.win_job import WinJobCommand
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.games.kalah.job.forecast import Forecast
    from kalahloa.models.games.kalah.job.job import ValueJob, ValueJobProgress
    from kalahloa.models.games.kalah.job.task import MarginAnswer

MAX_NODES = 100_000_000
MAX_TURNS = 9
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
        help="the file of the job; it grows with each result, and an existing job continues",
    )
    add_pool(parser)
    parser.option(
        "--turns",
        metavar="N",
        type=number_type("The number of turns", 1, MAX_TURNS),
        default=DEFAULT_TURNS,
        help=f"split the job into tasks after this many turns, 1 to {MAX_TURNS}",
    )
    parser.option(
        "--limit",
        metavar="S",
        type=seconds_type("The limit", MAX_SECONDS),
        usual=DEFAULT_LIMIT,
        help="stop a task after this many seconds and split it one turn later",
    )
    parser.option(
        "--nodes",
        metavar="N",
        type=number_type("The number of nodes", 1, MAX_NODES),
        usual="a million",
        help="in games other than Kalah: the number of nodes for a first search",
    )
    add_at_least(parser)
    add_time(parser, "stop after this many seconds; the next run continues")
    add_table(parser, None, f"{MEBIBYTES} for each worker")
    add_tablebase(parser, "stones in the pits covered by the tablebase of each worker")
    parser.option(
        "--merge", metavar="FILE", help="only add the results of this file of the same job"
    )
    parser.option(
        "--verify",
        metavar="N",
        type=number_type("The number of samples", 0, MAX_SAMPLES),
        help="only solve this many random results of the file again, and compare",
    )
    parser.option(
        "--line",
        metavar="MOVES",
        help=(
            "in games other than Kalah: only print the reply of the proof after these moves or, "
            "where the other side is to move, its reply to each"
        ),
    )
    parser.option(
        "--save",
        metavar="FILE",
        help=(
            "in games other than Kalah: only save the proof's replies to all moves of the other "
            "side in this file, for check-proof, searching again where needed"
        ),
    )
    parser.option(
        "--estimate",
        action="store_true",
        help="only estimate the cost of the job from a random sample of its tasks",
    )
    parser.option(
        "--sample",
        metavar="N",
        type=number_type("The sample", 1, MAX_SAMPLES),
        usual=DEFAULT_SAMPLE,
        help="number of tasks for --estimate",
    )
    parser.option(
        "--deeper",
        metavar="N",
        type=number_type("The number of turns", 0, MAX_DEEPER),
        usual=0,
        help=(
            "for --estimate: in place of each task drawn, try one of its parts this many turns "
            "later"
        ),
    )
    add_seed(parser, "seed of the random choices", 1)
    add_json(parser)


def prove_start(setup: GameSetup, values: argparse.Namespace) -> int:
    """Go on with the job, or do what one of the other options asks."""
    names = ("merge", "verify", "line", "save")
    modes = [name for name in names if getattr(values, name) is not None]
    if len(modes) + values.estimate > 1:
        raise BadCommand("--merge, --verify, --line, --save and --estimate cannot be combined.")
    if values.sample is not None and not values.estimate:
        raise BadCommand("--sample needs --estimate; for --verify, type the number after it.")
    if values.deeper is not None and not values.estimate:
        raise BadCommand("--deeper needs --estimate; for a job, use --turns.")
    path = None
    if modes in (["verify"], ["line"], ["save"]):
        from kalahloa.models.search.proof.job.job_file import shipped_job

        path = shipped_job(setup.game, setup.rules)
    if values.output is not None:
        path = Path(values.output)
    if path is None:
        raise BadCommand("prove-start needs --output FILE to save the proof.")
    if setup.game.key != "kalah":
        win = WinJobCommand(setup, path, values)
        if values.line is not None:
            return win.show_line()
        if values.save is not None:
            return win.save()
        return _carried_out(win, modes)
    if values.nodes is not None:
        raise BadCommand("--nodes is for games other than Kalah; use --limit for Kalah.")
    for name in ("line", "save"):
        if getattr(values, name) is not None:
            raise BadCommand(f"--{name} is for games other than Kalah.")
    return _carried_out(ValueJobCommand(setup, path, values), modes)


def _carried_out(command: "WinJobCommand | ValueJobCommand", modes: list[str]) -> int:
    if modes == ["merge"]:
        return command.merge()
    return command.verify() if modes == ["verify"] else command.work()


class ValueJobCommand(JobCommand["ValueJob"]):
    """The command where the job is to prove the value of Kalah's start."""

    merged = "results"

    def __init__(self, setup: GameSetup, path: Path, values: argparse.Namespace) -> None:
        from kalahloa.models.games.kalah.job.job import ValueJob
        from kalahloa.models.games.kalah.job.job_file import ValueJobFile, read_margin_job
        from kalahloa.models.games.kalah.job.margin_solver import solve_margin
        from kalahloa.models.games.kalah.job.task import MarginSolverSetting

        rules = replace(setup.rules, pie="no")
        if values.at_least is not None:
            most = 2 * rules.pits * rules.stones
            read_number(str(values.at_least), "The value", -most, most)
        names = ["pits", "stones", "end", "capture"]
        if rules.remaining != "owner":
            names.append("remaining")
        stones = fitting_stones(values.tablebase, rules.pits)
        limit = self._limit = values.limit or DEFAULT_LIMIT
        self._setting = MarginSolverSetting(rules, stones, values.table or MEBIBYTES, limit)
        super().__init__(
            setup,
            path,
            values,
            [word for name in names for word in (f"--{name}", str(getattr(rules, name)))],
            open_file=lambda: ValueJobFile(path, rules),
            read=lambda one: read_margin_job(one, rules),
            make_job=lambda file: ValueJob(file, values.turns),
            do=partial(solve_margin, self._setting),
        )

    def work(self) -> int:
        """Go on with the job, or estimate it."""
        values = self.values
        with ProgressLine() as line, Interrupt() as interrupt:
            stopped = stop_function(values, interrupt)
            with self.working() as (job, file, pool):
                if values.estimate:
                    count = values.sample or DEFAULT_SAMPLE
                    sampling = (count, self._limit, values.seed, values.deeper or 0)
                    return show_estimate(
                        job, file, pool, values.at_least, sampling, values, line, interrupt
                    )
                job.run(pool, stopped, _reporter(line), values.at_least)
        self.print_proven(job)
        return finish(interrupt)

    def verify(self) -> int:
        """Solve a sample anew with a tablebase built in memory; the code is 1 if one is wrong."""
        from kalahloa.models.games.kalah.book.book import position_of
        from kalahloa.models.games.kalah.job.margin_solver import MarginVerifier

        record = self.known()
        record.bounds()  # raises where answers contradict each other
        answers = list(record.answers.values())
        chosen = self.drawn(answers)
        check = Check[Any]()
        with ProgressLine() as line, Interrupt() as interrupt:
            if chosen:
                line.say("building a tablebase")
                verifier = MarginVerifier(self._setting, interrupt)

                def written(answer: "MarginAnswer") -> str:
                    position = position_of(answer.task.key, self._setting.rules).position_string()
                    side = "least" if answer.is_at_least else "most"
                    return f"{position} at {side} {answer.bound}"

                check.run(chosen, verifier.is_right, written, line)
        return check.print_result(
            self.values,
            interrupt,
            {"path": str(self.path), "pieces": len(answers)},
            f"{self.path}\n  {len(answers):,} results without a contradiction, ",
        )

    def print_proven(self, job: "ValueJob") -> None:
        """See `JobCommand.print_proven`."""
        record = job.record
        low, high = job.tree.bounds()
        at_least = None if self.values.merge is not None else self.values.at_least
        is_done = low == high if at_least is None else not low < at_least <= high
        if self.values.json:
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
                "path": str(self.path),
            }
            print(json.dumps(facts))
            return
        print(bounds_in_words(low, high))
        print(self.effort(job, len(record.answers), "proven", job.proven))
        if not is_done:
            print(f"To continue:\n  {self.resuming()}")


def _reporter(line: ProgressLine) -> "Callable[[ValueJobProgress], None]":
    """Return a function that shows the progress on *line*."""
    from kalahloa.models.text.numbers import signed

    told_at = 0.0
    words = ""

    def report(progress: "ValueJobProgress") -> None:
        nonlocal told_at, words
        if not line.is_shown:
            return
        if monotonic() - told_at >= FORECAST_SECONDS:
            words = forecast_in_words(progress.forecast())
            told_at = monotonic()
        asked = signed(progress.question)
        line.say(f"at least {asked}? {progress.proven:,} tasks proven; {words}")

    return report


def forecast_in_words(found: "Forecast") -> str:
    """Return the range of *found* in a few words."""
    if found.most_tasks is None:
        left = f"{found.least_tasks:,} or more left"
    else:
        left = f"{found.least_tasks:,} to {max(found.least_tasks, found.most_tasks):,} left"
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


def bounds_in_words(low: int, high: int) -> str:
    """Return what the *low* and *high* bound of the start's value say."""
    from kalahloa.models.text.numbers import signed

    if low == high:
        if not low:
            return "The start is a draw, proven."
        side = "first" if low > 0 else "second"
        return f"The {side} player wins by {abs(low)}, proven."
    known = f"The value lies between {signed(low)} and {signed(high)}"
    if low > 0:
        return f"The first player wins, proven. {known}."
    if high < 0:
        return f"The second player wins, proven. {known}."
    if low == 0:
        return f"The first player does not lose, proven. {known}."
    return f"{known}; nothing more is proven yet."


COMMAND = GameCommand(
    "prove-start",
    "Prove the value of the start as a long job: resumable, on many processes or machines.",
    "kalahloa prove-start kalah --pits 4 --stones 3 --workers 2 --output kalah-4-3.proof",
    add_prove_start,
    prove_start,
    has_position=False,
    saving=(
        "A smaller --table or --tablebase or fewer --workers need less; proven results stay saved."
    ),
)

"""`kalahloa prove-start` for games in which a win is a win: whether the first player forces one."""

import argparse
import json
import shlex
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, read_number
from kalahloa.cli.failures import Failed, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import stop_function, tell_notes
from kalahloa.cli.pools import pool_maker
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import MAX_SAMPLES, Check
from kalahloa.cli.replies import print_replies, replies_after
from kalahloa.models.text.errors import BadCommand, BadFile

if TYPE_CHECKING:
    from kalahloa.models.search.proof.job.job import WinJob, WinJobProgress
    from kalahloa.models.search.proof.job.job_file import WinJobRecord
    from kalahloa.models.search.proof.job.piece import Claim

MAX_NODES = 100_000_000
MEBIBYTES = 1024
_FOR_KALAH = ("limit", "at_least", "tablebase", "sample", "deeper")


def prove_win(setup: GameSetup, path: Path, values: argparse.Namespace) -> int:
    """Go on with the job in *path*, or do what --merge, --verify or --line asks."""
    from kalahloa.models.search.proof.job.piece import Claim

    given = [name for name in _FOR_KALAH if getattr(values, name) is not None]
    if values.estimate or given:
        option = "estimate" if values.estimate else given[0].replace("_", "-")
        raise BadCommand(f"--{option} is for Kalah only, not for {setup.game.title}.")
    try:
        claim = Claim(setup.game, setup.rules)
    except ValueError as error:
        raise BadCommand(str(error)) from error
    if values.merge is not None:
        return _merge(setup, claim, path, values)
    if values.verify is not None:
        return _verify(claim, path, values)
    if values.line is not None:
        return _walk(claim, path, values)
    return _work(setup, claim, path, values)


def _work(setup: GameSetup, claim: "Claim", path: Path, values: argparse.Namespace) -> int:
    from kalahloa.models.search.proof.job.graph import SEARCH_NODES
    from kalahloa.models.search.proof.job.job import WinJob
    from kalahloa.models.search.proof.job.job_file import WinJobFile
    from kalahloa.models.search.proof.job.piece import SolverSetting
    from kalahloa.models.search.proof.job.solver import solve_here
    from kalahloa.models.work.pool import PoolFailed

    nodes = SEARCH_NODES
    if values.nodes is not None:
        nodes = read_number(values.nodes, "The number of nodes", 1, MAX_NODES)
    setting = SolverSetting(setup.game.key, setup.rules, values.table or MEBIBYTES)
    make_pool = pool_maker(partial(solve_here, setting), values)
    with ProgressLine() as line, Interrupt() as interrupt:
        stopped = stop_function(values, interrupt)
        with WinJobFile(path, claim) as file:
            _tell_damage(file.record, path)
            job = WinJob(file, nodes)
            try:
                with make_pool() as pool:
                    job.run(pool, stopped, lambda progress: line.say(_in_words(progress)))
            except PoolFailed as error:
                raise Failed(f"{error} What was proven is kept in {path}.") from error
    _tell(setup, job, path, values)
    return finish(interrupt)


def _merge(setup: GameSetup, claim: "Claim", path: Path, values: argparse.Namespace) -> int:
    from kalahloa.models.search.proof.job.job import WinJob
    from kalahloa.models.search.proof.job.job_file import WinJobFile, read_job

    other = read_job(Path(values.merge), claim)
    _tell_damage(other, Path(values.merge))
    with Interrupt() as interrupt, WinJobFile(path, claim) as file:
        _tell_damage(file.record, path)
        new = file.merge(other)
        job = WinJob(file)
    if not values.json:
        print(f"{new:,} pieces of {values.merge} are new.")
    _tell(setup, job, path, values)
    return finish(interrupt)


def _verify(claim: "Claim", path: Path, values: argparse.Namespace) -> int:
    """Prove a sample anew, and check its answers; the exit code is 1 if one is wrong.

    If the start is proven, the sample is of the positions that this rests on.
    """
    from kalahloa.models.search.proof.checker import WrongProof
    from kalahloa.models.search.proof.job.job_file import read_job
    from kalahloa.models.search.proof.job.piece import WON
    from kalahloa.models.search.proof.job.verify import Verifier, walk

    count = read_number(values.verify, "The number of samples", 0, MAX_SAMPLES)
    seed = values.seed
    mebibytes = values.table or MEBIBYTES
    if not path.exists():
        raise BadFile(f"There is no file {path}.")
    record = read_job(path, claim)
    _tell_damage(record, path)
    graph = record.graph()
    check = Check[str]()
    if graph.start.value == WON:
        try:
            wins = walk(graph)
        except WrongProof as error:
            wins = []
            check.wrong.append(str(error))
        text = f"{path}\n  the start rests on {len(wins):,} positions that were searched, "
    else:
        wins = [node.key for node in graph.nodes.values() if node.is_searched and node.value == WON]
        text = f"{path}\n  {len(wins):,} wins by searches, "
    chosen = Random(seed).sample(wins, min(count, len(wins)))
    with ProgressLine() as line, Interrupt() as interrupt:
        verifier = Verifier(claim, mebibytes, interrupt)
        check.run(chosen, verifier.is_right, str, line)
    facts = {"path": str(path), "positions": len(wins), "answers": verifier.answers}
    return check.tell(values, interrupt, facts, text)


def _walk(claim: "Claim", path: Path, values: argparse.Namespace) -> int:
    """Print what the proof answers after the line."""
    from kalahloa.models.search.proof.job.answers import Answers
    from kalahloa.models.search.proof.job.job_file import read_job
    from kalahloa.models.search.proof.job.piece import WON

    mebibytes = values.table or MEBIBYTES
    if not path.exists():
        raise BadFile(f"There is no file {path}.")
    record = read_job(path, claim)
    _tell_damage(record, path)
    graph = record.graph()
    if graph.start.value != WON:
        raise BadFile(f"{path} has no proof of a win yet.")
    with ProgressLine() as line, Interrupt() as interrupt:
        line.say("searching what was searched before")
        answers = Answers(graph, mebibytes, interrupt)
        try:
            replies = replies_after(
                claim.start(),
                values.line,
                claim.side,
                lambda position: answers.answer(position.move_stack()),
            )
        except BadFile:
            if not interrupt.is_set():
                raise
            replies = {}
    if values.json:
        print(json.dumps({"path": str(path), "replies": replies}))
    else:
        print_replies(replies)
    return finish(interrupt)


def _tell_damage(record: "WinJobRecord", path: Path) -> None:
    if record.damaged:
        lines = "1 line is" if record.damaged == 1 else f"{record.damaged:,} lines are"
        tell_notes([f"{path}: {lines} damaged and left out, and done again where needed."])


def _in_words(progress: "WinJobProgress") -> str:
    return (
        f"{progress.done:,} pieces done, {progress.solved:,} positions solved, "
        f"{progress.nodes:,} nodes; at least {_rounded(progress.cost)} left by the estimates"
    )


def _rounded(nodes: float) -> str:
    """Return a number of *nodes* with as many digits as an estimate of it may have."""
    for size, unit in ((1e12, "million million"), (1e9, "thousand million"), (1e6, "million")):
        if nodes >= size:
            return f"{nodes / size:,.0f} {unit} nodes"
    return "a million nodes"


def _tell(setup: GameSetup, job: "WinJob", path: Path, values: argparse.Namespace) -> None:
    """Print what is proven."""
    from kalahloa.models.search.proof.job.piece import NOT_WON, OPEN, WON

    record, cost = job.record, job.graph.start.cost
    if values.json:
        facts = {
            "value": {WON: "win", NOT_WON: "no win", OPEN: "unknown"}[job.value],
            "proven": job.value != OPEN,
            "pieces": len(record.reports),
            "done_now": job.done,
            "solved_now": job.solved,
            "lost": job.lost,
            "nodes": record.nodes(),
            "seconds": record.seconds(),
            "left": None if job.value else round(cost),
            "path": str(path),
        }
        print(json.dumps(facts))
        return
    side = setup.game.sides[job.graph.side]
    if job.value == WON:
        print(f"{side} wins by force, proven.")
    elif job.value == NOT_WON:
        print(f"{side} cannot force a win, proven.")
    else:
        print(f"Whether {side} can force a win is not known yet.")
    lost = f", {job.lost:,} lost with their workers" if job.lost else ""
    print(
        f"{path}: {len(record.reports):,} pieces done, {job.done:,} of them now{lost}; "
        f"{record.nodes():,} nodes in {record.seconds():,.1f} s of processor time"
    )
    if job.value == OPEN:
        print(f"By the estimates at least {_rounded(cost)} are left.")
        print(f"This goes on with it:\n  {_resuming(setup, path, values)}")


def _resuming(setup: GameSetup, path: Path, values: argparse.Namespace) -> str:
    """Return the command that goes on with the job in the file at *path* as *values* say."""
    words: list[Any] = ["kalahloa", "prove-start", setup.game.key]
    if setup.preset is not None:
        words += ["--rules", setup.preset]
    for name, value in setup.options.items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    for name in ("workers", "nodes", "table"):
        if getattr(values, name) is not None:
            words += [f"--{name}", str(getattr(values, name))]
    return shlex.join([*words, "--output", str(path)])

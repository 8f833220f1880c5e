"""`kalahloa prove-start` for games in which a win is a win: whether the first player forces one."""

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup
from kalahloa.cli.failures import Failed, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.job_command import JobCommand
from kalahloa.cli.options import stop_function
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import Check
from kalahloa.cli.replies import print_replies, replies_after
from kalahloa.models.text.errors import BadCommand, BadFile

if TYPE_CHECKING:
    from kalahloa.models.search.proof.job.graph import ProofGraph
    from kalahloa.models.search.proof.job.job import WinJob, WinJobProgress

MEBIBYTES = 1024
_FOR_KALAH = ("limit", "at_least", "tablebase", "sample", "deeper")


class WinJobCommand(JobCommand["WinJob"]):
    """The command where the job is to prove that the first player wins."""

    def __init__(self, setup: GameSetup, path: Path, values: argparse.Namespace) -> None:
        from kalahloa.models.search.proof.job.graph import SEARCH_NODES
        from kalahloa.models.search.proof.job.job import WinJob
        from kalahloa.models.search.proof.job.job_file import WinJobFile, read_job
        from kalahloa.models.search.proof.job.task import SolverSetting, WinStatement
        from kalahloa.models.search.proof.job.task_solver import solve_here

        given = [name for name in _FOR_KALAH if getattr(values, name) is not None]
        if values.estimate or given:
            option = "estimate" if values.estimate else given[0].replace("_", "-")
            raise BadCommand(f"--{option} is for Kalah only, not for {setup.game.title}.")
        try:
            statement = self._statement = WinStatement(setup.game, setup.rules)
        except ValueError as error:
            raise BadCommand(str(error)) from error
        self._table = values.table or MEBIBYTES
        rules = [] if setup.preset is None else ["--rules", setup.preset]
        for name, value in setup.options.items():
            rules += [f"--{name.replace('_', '-')}", str(value)]
        super().__init__(
            setup,
            path,
            values,
            rules,
            open_file=lambda: WinJobFile(path, statement),
            read=lambda one: read_job(one, statement),
            make_job=lambda file: WinJob(file, values.nodes or SEARCH_NODES),
            do=partial(solve_here, SolverSetting(setup.game.key, setup.rules, self._table)),
        )

    def work(self) -> int:
        """Go on with the job."""
        with ProgressLine() as line, Interrupt() as interrupt:
            stopped = stop_function(self.values, interrupt)
            with self.working() as (job, _, pool):
                job.run(pool, stopped, lambda progress: line.say(_in_words(progress)))
        self.print_proven(job)
        return finish(interrupt)

    def verify(self) -> int:
        """Prove a sample anew, and check its answers; the exit code is 1 if one is wrong.

        If the start is proven, the sample is of the positions that this rests on.
        """
        from kalahloa.models.game.proof_checker import WrongProof
        from kalahloa.models.search.proof.job.answers import JobProof
        from kalahloa.models.search.proof.job.task import WON
        from kalahloa.models.search.proof.job.verify import Verifier

        graph = self.known().graph()
        check = Check[str]()
        if graph.start.value == WON:
            try:
                wins = list(dict.fromkeys(map(self._statement.key, JobProof(graph).leaves())))
            except WrongProof as error:
                wins = []
                check.wrong.append(str(error))
            text = f"{self.path}\n  the win rests on {len(wins):,} searched positions, "
        else:
            wins = [
                node.key for node in graph.nodes.values() if node.is_searched and node.value == WON
            ]
            text = f"{self.path}\n  {len(wins):,} wins found by search, "
        with ProgressLine() as line, Interrupt() as interrupt:
            verifier = Verifier(self._statement, self._table, interrupt)
            check.run(self.drawn(wins), verifier.is_right, str, line)
        facts = {"path": str(self.path), "positions": len(wins), "answers": verifier.answers}
        return check.print_result(self.values, interrupt, facts, text)

    def show_line(self) -> int:
        """Print what the proof answers after --line."""
        from kalahloa.models.search.proof.job.answers import Answers

        graph = self._proven()
        with ProgressLine() as line, Interrupt() as interrupt:
            line.say("searching again")
            try:
                replies = replies_after(
                    self._statement.start(),
                    self.values.line,
                    self._statement.side,
                    Answers(graph, self._table, interrupt),
                )
            except BadFile:
                if not interrupt.is_set():
                    raise
                replies = {}
        if self.values.json:
            print(json.dumps({"path": str(self.path), "replies": replies}))
        else:
            print_replies(replies)
        return finish(interrupt)

    def save(self) -> int:
        """Write all answers to the file of --save, unless that is stopped."""
        from kalahloa.models.game.proof_checker import CheckStopped, WrongProof, check_proof
        from kalahloa.models.search.proof.job.answers import WholeJobProof
        from kalahloa.models.search.proof.proof_file import ProofFile, file_answers

        path = Path(self.values.save)
        if path.resolve() == self.path.resolve():
            raise BadCommand("--save needs a file other than that of the job.")
        statement, proof, answers = self._statement, WholeJobProof(self._proven()), None
        with ProgressLine() as line, Interrupt() as interrupt:
            stopped = stop_function(self.values, interrupt)
            try:
                proof.search(
                    self._table,
                    stopped,
                    lambda done, wanted, found: line.show(
                        done, wanted, f"{done:,} of {wanted:,} positions, {found:,} replies"
                    ),
                )
                checked = check_proof(
                    statement.start(),
                    statement.side,
                    proof,
                    stopped=stopped,
                    report=lambda done: line.say(f"{done:,} replies checked"),
                )
                answers = file_answers(checked)
                ProofFile(statement.game, statement.rules, None, statement.side, answers).save(path)
            except CheckStopped:
                pass
            except WrongProof as error:
                raise Failed(f"The proof is wrong. {error}") from error
        count = None if answers is None else len(answers)
        if self.values.json:
            saved = None if count is None else str(path)
            print(json.dumps({"path": str(self.path), "saved": saved, "answers": count}))
        elif count is None:
            print("Stopped before all replies were found; nothing is saved.")
        else:
            print(f"{count:,} replies, checked and saved in\n{path}")
        return finish(interrupt)

    def _proven(self) -> "ProofGraph":
        from kalahloa.models.search.proof.job.task import WON

        graph: ProofGraph = self.known().graph()
        if graph.start.value != WON:
            raise BadFile(f"{self.path} has no proof of a win yet.")
        return graph

    def print_proven(self, job: "WinJob") -> None:
        """See `JobCommand.print_proven`."""
        from kalahloa.models.search.proof.job.task import NOT_WON, OPEN, WON

        record, cost = job.record, job.graph.start.cost
        if self.values.json:
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
                "path": str(self.path),
            }
            print(json.dumps(facts))
            return
        side = self.setup.game.sides[job.graph.side]
        if job.value == WON:
            print(f"{side} wins by force, proven.")
        elif job.value == NOT_WON:
            print(f"{side} cannot force a win, proven.")
        else:
            print(f"Whether {side} can force a win is not known yet.")
        print(self.effort(job, len(record.reports), "done", job.done))
        if job.value == OPEN:
            print(f"At least {_rounded(cost)} left, estimated.")
            print(f"To continue:\n  {self.resuming()}")


def _in_words(progress: "WinJobProgress") -> str:
    return (
        f"{progress.done:,} tasks done, {progress.solved:,} positions solved, "
        f"{progress.nodes:,} nodes; at least {_rounded(progress.cost)} left, estimated"
    )


def _rounded(nodes: float) -> str:
    """Return a number of *nodes* with as many digits as an estimate of it may have."""
    for size, unit in ((1e12, "million million"), (1e9, "thousand million"), (1e6, "million")):
        if nodes >= size:
            return f"{nodes / size:,.0f} {unit} nodes"
    return "a million nodes"

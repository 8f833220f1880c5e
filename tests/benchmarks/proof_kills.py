"""Kills a job that proves Kalah's start at random moments; compares it with one that ran through.

    python -m tests.benchmarks.proof_kills [--pits 6] [--stones 3] [--turns 4] [--rules NAME]
                                           [--kills 50] [--workers 2] [--seed 1]

The job runs on processes of this machine.  At random moments one of its workers or the whole
program is killed with SIGKILL; the program is then started again.  In the end the value must be
that of a job which was not killed.  No piece may have two answers, and none may have been given
out again but those that a killed process had: that is read from the file, which has a line for each
piece that was given out or answered, with the worker that found the answer and how many pieces that
had been given before.  The exit code is 1 if anything of that is not so.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.processes import ROOT, without_display

POLL_SECONDS = 0.002
MAX_NEW_LINES = 12
"""Before each kill, up to so many lines are waited for."""
MAX_PAUSE = 0.05
"""And then up to so many seconds."""


@dataclass
class Outcome:
    """What a killed job has come to."""

    value: int | None = None
    pieces: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    problems: list[str] = field(default_factory=list)


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the objects in the whole lines of the file at *path*."""
    if not path.exists():
        return []
    texts = path.read_bytes().split(b"\n")[:-1]
    return [json.loads(text.partition(b"\t")[0]) for text in texts]


def check(path: Path, kills: int, workers: int) -> list[str]:
    """Return what is wrong with the file of a job that was killed so often."""
    given: Counter[tuple[str, int]] = Counter()
    answered: Counter[tuple[str, int]] = Counter()
    numbers: dict[str, list[int]] = {}
    problems = []
    for line in lines_of(path)[1:]:
        if "given" in line:
            piece = tuple(line["given"])
            given[piece] += 1
            if answered[piece]:
                problems.append(f"{piece} was given out again after it was answered")
        elif "answer" in line:
            answered[tuple(line["answer"])] += 1
            worker, number = line["by"]
            numbers.setdefault(worker, []).append(number)
    problems += [f"{piece} was answered {n} times" for piece, n in answered.items() if n > 1]
    for worker, found in numbers.items():
        if sorted(found) != list(range(1, len(found) + 1)):  # a cluster may mix them up
            problems.append(f"of the pieces of worker {worker} some are missing: {found}")
    lost = sum(given.values()) - sum(answered.values())
    # A program that is killed has a piece for each of its workers; one that ends may drop as many.
    if not 0 <= lost <= workers * (kills + 1):
        problems.append(f"{lost} pieces are lost by {kills} kills")
    return problems


def children_of(number: int) -> list[int]:
    """Return the ids of the workers that the process has started."""
    found = []
    for task in Path(f"/proc/{number}/task").glob("*/children"):
        for word in task.read_text().split():
            line = Path(f"/proc/{word}/cmdline").read_bytes()
            if b"spawn_main" in line:
                found.append(int(word))
    return found


def command(options: list[str], path: Path) -> list[str]:
    """Return the command that goes on with the job in *path*."""
    words = ["prove-start", "kalah", *options, "--json", "--output", str(path)]
    return [sys.executable, "-m", "kalahloa", *words]


def run_through(options: list[str], path: Path) -> dict[str, Any]:
    """Run the job to its end; return what it prints."""
    done = subprocess.run(
        command(options, path), cwd=ROOT, env=without_display(), capture_output=True, check=True
    )
    return json.loads(done.stdout)


def run_killed(options: list[str], path: Path, kills: int, workers: int, seed: int) -> Outcome:
    """Run the job, with up to *kills* kills on the way."""
    chance = Random(seed)
    outcome = Outcome()
    process: subprocess.Popen[bytes] | None = None
    try:
        while outcome.killed.total() < kills:
            if process is None:
                process = subprocess.Popen(
                    command(options, path),
                    cwd=ROOT,
                    env=without_display(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                )
            lines = len(lines_of(path)) + chance.randint(0, MAX_NEW_LINES)
            while process.poll() is None and len(lines_of(path)) < lines:
                time.sleep(POLL_SECONDS)
            time.sleep(chance.uniform(0, MAX_PAUSE))
            if process.poll() is not None:
                break  # the job is done
            victim = "worker" if chance.random() < 0.5 else "program"
            if victim == "worker":
                workers_now = children_of(process.pid)
                if not workers_now:
                    continue
                os.kill(chance.choice(workers_now), signal.SIGKILL)
            else:
                process.kill()
                process.wait()
                process = None
            outcome.killed[victim] += 1
        if process is not None:
            process.wait()
            process = None
    finally:
        if process is not None:
            process.kill()
            process.wait()
    found = run_through(options, path)
    outcome.value = found["value"]
    outcome.pieces = found["pieces"]
    outcome.problems = check(path, outcome.killed.total(), workers)
    given = sum("given" in line for line in lines_of(path))
    outcome.lost = given - outcome.pieces
    return outcome


def main() -> int:
    """Run both jobs, and print what they have come to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pits", type=int, default=6)
    parser.add_argument("--stones", type=int, default=3)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--rules", default="lecture")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    values = parser.parse_args()
    options = ["--rules", values.rules, "--table", "8", "--workers", str(values.workers)]
    for name in ("pits", "stones", "turns"):
        options += [f"--{name}", str(getattr(values, name))]
    with TemporaryDirectory() as folder:
        plain = run_through(options, Path(folder, "plain.proof"))
        print(f"run through: value {plain['value']}, {plain['pieces']} pieces", flush=True)
        found = run_killed(
            options, Path(folder, "killed.proof"), values.kills, values.workers, values.seed
        )
    kills = ", ".join(f"{count} times a {victim}" for victim, count in found.killed.items())
    print(
        f"killed {found.killed.total()} times ({kills}): value {found.value}, {found.pieces} pieces"
    )
    print(f"pieces given out in vain: {found.lost}")
    if found.value != plain["value"]:
        found.problems.append("the values differ")
    for problem in found.problems:
        print(problem)
    return 1 if found.problems else 0


if __name__ == "__main__":
    sys.exit(main())

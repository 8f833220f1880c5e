"""Exact values in Kalah's middle game: time and nodes, beside an earlier state and a plain solver.

    python -m tests.benchmarks.exact_middle [easier|harder|games ...] [--against FOLDER]
                                            [--stones N] [--positions N] [--no-plain]

``--against`` names the folder of an earlier state of the project, compiled in place; ``--stones``
is the size of the tablebase; ``--positions`` takes only so many of each set.

Every position is solved by all of them, one right after the other, so that what else the machine
does falls on all alike; what is compared is the processor's time.  Nothing is kept from one
position to the next.  The plain solver is `reference/kalah_solver.c`, compiled on the spot where
there is a C compiler.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.games.kalah.tablebase.files import file_for, write_tablebase
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.limits import Limits
from kalahloa.models.storage.user_cache import cache_folder
from tests.models.random_play import start

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).parent / "reference" / "solve_lines.py"
SOURCE = Path(__file__).parent / "reference" / "kalah_solver.c"
PRESETS = ("lecture", "standard", "empty-capture")
QUICK_LEVELS = (2, 3, 4, 5, 6)
NOTHING = Heuristic("nothing", "Nothing", "All positions are alike.", lambda position: 0.0)
NO_LIMIT = Limits(depth=100)
MEBIBYTES = 256


@dataclass(frozen=True)
class PositionSet:
    """Positions with *least* to *most* stones in the pits, one from each of *count* games."""

    name: str
    count: int
    least: int
    most: int
    seed: int


SETS = (
    PositionSet("easier", 20, 28, 39, 1),
    PositionSet("harder", 17, 37, 44, 2),
    PositionSet("games", 200, 28, 44, 3),
)


@dataclass(frozen=True)
class Task:
    """A position: the cells, those of the side to move first, and the rules."""

    cells: tuple[int, ...]
    rules: KalahRules


@dataclass(frozen=True)
class Answer:
    """What a solver says of a position: the value, the nodes, and the processor's seconds."""

    value: int
    nodes: int
    seconds: float


Solve = Callable[[Task], Answer]


def sample(positions: PositionSet, count: int | None = None) -> list[Task]:
    """Return the positions of the set, or the first *count* of them; the same ones every time.

    The games are played by levels of different strength, under the presets of the rules in turn.
    """
    found: list[Task] = []
    number = 0
    while len(found) < (positions.count if count is None else count):
        preset = PRESETS[number % len(PRESETS)]
        chance = Random(f"middle {positions.seed} {number}")
        number += 1
        fitting = []
        for position in _game(preset, chance):
            stones = position.in_pits(0) + position.in_pits(1)
            if positions.least <= stones <= positions.most:
                fitting.append(_task(position))
        if fitting:
            found.append(chance.choice(fitting))
    return found


def _game(preset: str, chance: Random) -> Iterator[Kalah]:
    """Yield the positions of a game that begins with some random moves."""
    position = start("kalah", preset)
    assert isinstance(position, Kalah)
    opening = chance.randrange(8)
    players = [at_level(chance.choice(QUICK_LEVELS), chance.randrange(1000)) for _ in range(2)]
    while not position.is_over():
        yield position
        if position.ply < opening:
            position.make(chance.choice(position.legal_moves()))
        else:
            position.make(players[position.side].choose(position, NO_LIMIT, NOTHING).move)


def _task(position: Kalah) -> Task:
    cells = position.stones()
    half = len(cells) // 2
    turned = cells[half:] + cells[:half] if position.side else cells
    rules = position.rules
    assert isinstance(rules, KalahRules)
    return Task(tuple(turned), rules)


class PackageSolver:
    """The exact search of the package in the folder *root*, in a process of its own."""

    def __init__(self, root: Path, known: int, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(root)}
        self._known, self._folder = known, folder
        self._process = subprocess.Popen(
            [sys.executable, str(WORKER)],
            cwd=root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def solve(self, task: Task) -> Answer:
        """Return the answer for *task*."""
        words = {
            "cells": task.cells,
            "rules": asdict(task.rules),
            "known": self._known,
            "folder": str(self._folder) if self._known else "",
            "mebibytes": MEBIBYTES,
        }
        return Answer(**json.loads(_ask(self._process, json.dumps(words))))

    def close(self) -> None:
        """End the process."""
        _end(self._process)


class PlainSolver:
    """The plain solver, compiled into *program*; one process for each set of rules."""

    def __init__(self, program: Path, known: int, folder: Path, mebibytes: int = MEBIBYTES) -> None:
        self._program, self._known, self._folder = program, known, folder
        self._mebibytes = mebibytes
        self._processes: dict[KalahRules, subprocess.Popen[str]] = {}

    def solve(self, task: Task) -> Answer:
        """Return the answer for *task*."""
        rules = task.rules
        if rules not in self._processes:
            words = [str(rules.pits), rules.capture, rules.end, str(self._mebibytes)]
            if self._known:
                words.append(str(file_for(rules, self._known, self._folder).path))
            self._processes[rules] = subprocess.Popen(
                [str(self._program), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        line = _ask(self._processes[rules], " ".join(map(str, task.cells)))
        value, nodes, seconds = line.split()
        return Answer(int(value), int(nodes), float(seconds))

    def close(self) -> None:
        """End the processes."""
        for process in self._processes.values():
            _end(process)


def _ask(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise RuntimeError("A solver has ended before it answered.")
    return answer


def _end(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    with process:  # which waits for its end, and closes what it wrote to
        process.stdin.close()


def compiled_reference(folder: Path) -> Path | None:
    """Compile the plain solver into *folder*; return None where there is no C compiler."""
    words = os.environ.get("CC", "").split()
    compiler = words or [name for name in ("cc", "gcc", "clang") if shutil.which(name)][:1]
    if not compiler:
        return None
    program = folder / "kalah_solver"
    command = [*compiler, "-O3", "-std=c11", str(SOURCE), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def prepare_tablebases(known: int, folder: Path, tasks: Sequence[Task]) -> None:
    """Build the tablebases of *known* stones that are not in *folder* yet."""
    for rules in sorted({task.rules for task in tasks}, key=repr):
        file = file_for(rules, known, folder)
        if not file.path.exists():
            write_tablebase(build_tablebase(rules, known), file.path)


def run(
    names: Sequence[str], known: int, against: Path | None, count: int | None, with_plain: bool
) -> bool:
    """Print the figures of the sets *names*; return whether all solvers agree on every value.

    *known* is the size of the tablebase in stones (0: none); *against* is the folder of an earlier
    state of the project, built in place; *count* limits the positions of each set; the plain solver
    takes part only *with_plain*.
    """
    right = True
    folder = cache_folder()
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = PackageSolver(ROOT, known, folder)
        stack.callback(ours.close)
        solvers: dict[str, Solve] = {"now": ours.solve}
        if against is not None:
            before = PackageSolver(against.resolve(), known, folder)
            stack.callback(before.close)
            solvers["before"] = before.solve
        program = compiled_reference(scratch) if with_plain else None
        if program is not None:
            plain = PlainSolver(program, known, folder)
            stack.callback(plain.close)
            solvers["plain C"] = plain.solve
        elif with_plain:
            print("There is no C compiler, and so no plain solver to compare with.")
        for positions in SETS:
            if positions.name in names:
                tasks = sample(positions, count)
                if known:
                    prepare_tablebases(known, folder, tasks)
                right &= compare(positions.name, tasks, solvers)
    return right


def compare(name: str, tasks: Sequence[Task], solvers: dict[str, Solve]) -> bool:
    """Solve *tasks* by all *solvers* and print the figures; return whether they agree."""
    answers: dict[str, list[Answer]] = {solver: [] for solver in solvers}
    right = True
    for number, task in enumerate(tasks):
        order = list(solvers)
        # Who comes first finds other things in the processor's caches.
        for solver in order if number % 2 else order[::-1]:
            answers[solver].append(solvers[solver](task))
        values = {solver: found[-1].value for solver, found in answers.items()}
        if len(set(values.values())) > 1:
            right = False
            print(f"{task.cells} {task.rules}: {values}")
    print(f"{name}: {len(tasks)} positions")
    for solver, found in answers.items():
        seconds, nodes = (sum(getattr(one, key) for one in found) for key in ("seconds", "nodes"))
        line = f"  {solver:8} {seconds:8.3f} s {nodes:13,} nodes {nodes / seconds / 1e6:6.2f} M/s"
        if solver != "now":
            line += f"; now {_ratios(found, answers['now'])}"
        print(line, flush=True)
    return right


def _ratios(others: Sequence[Answer], ours: Sequence[Answer]) -> str:
    def total(answers: Sequence[Answer], key: str) -> Any:
        return sum(getattr(answer, key) for answer in answers)

    pairs = list(zip(others, ours, strict=True))
    mean = exp(sum(log(other.seconds / one.seconds) for other, one in pairs) / len(pairs))
    faster = total(others, "seconds") / total(ours, "seconds")
    fewer = total(others, "nodes") / total(ours, "nodes")
    return f"{faster:.2f} times as fast in all, {mean:.2f} in the mean, nodes 1/{fewer:.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the figures and return 0, or 1 where solvers disagree."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.exact_middle")
    names = [positions.name for positions in SETS]
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"{', '.join(names)}; all if none")
    parser.add_argument("--against", type=Path, help="the folder of an earlier state")
    parser.add_argument("--stones", type=int, default=16, help="of the tablebase (0: none)")
    parser.add_argument("--positions", type=int, help="so many of each set only")
    parser.add_argument("--no-plain", dest="plain", action="store_false", help="no plain solver")
    options = parser.parse_args(arguments)
    if not set(options.sets) <= set(names):
        parser.error(f"the sets are {', '.join(names)}")
    if options.stones < 0 or (options.positions is not None and options.positions < 1):
        parser.error("there are at least 0 stones and 1 position")
    right = run(
        options.sets or names,
        options.stones,
        options.against,
        options.positions,
        options.plain,
    )
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())

"""Has commands of the library run at random beside two windows and another program that writes.

    python -m tests.benchmarks.upkeep [--runs 100] [--seed 1] [--steps 12]

In each run two windows play, write and take back in one game of a library, another program adds
games all the time, and meanwhile check, check --repair, list, import, trash and restore are run, as
processes, in any order.  At the end all that was kept must be there, the file must be the same one
as at the beginning, and whole.

A line is printed for each run that fails, and how many have not.  The exit code is 1 if one has.
"""

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from kalahloa.models.library.diagnosis import Condition, diagnose
from kalahloa.models.library.library import Library
from tests.controllers.windows import Window, change_at_random, tree_of
from tests.models.library.games import random_record
from tests.processes import ROOT, run, without_display

COMMANDS = ("check", "check --repair", "list --json", "import", "trash 2 3", "restore 2 3")
GAMES = 6

# Adds a game after the other, and prints the id of each as soon as it is kept.
_WRITER = """
import sys
from pathlib import Path
from kalahloa.models.library.library import Library
from tests.models.library.games import record_of
with Library.open(Path(sys.argv[1])) as library:
    while True:
        print(library.add(record_of("1 5 9", players=("Writer", ""))), flush=True)
"""


def main() -> int:
    """Do what the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=12, help="commands in each run")
    values = parser.parse_args()
    failed = 0
    done: Counter[str] = Counter()
    for seed in range(values.seed, values.seed + values.runs):
        with TemporaryDirectory() as folder:
            problems = run_at_random(Path(folder), seed, values.steps, done)
        failed += bool(problems)
        for problem in problems:
            print(f"run {seed}: {problem}", flush=True)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(done.items()))
    print(f"{values.runs} runs, {failed} failed; {counts}")
    return int(failed > 0)


def run_at_random(folder: Path, seed: int, steps: int, done: Counter[str]) -> list[str]:
    """Run *steps* commands beside windows and a writer in *folder*; return what went wrong.

    *done* counts what each command was told.
    """
    chance = Random(seed)
    path = folder / "data" / "library.sqlite"
    with Library.open(path) as library:
        for number in range(GAMES):
            library.add(random_record(seed * GAMES + number, 10))
    place = path.stat().st_ino
    problems: list[str] = []
    with Library.open(path) as one, Library.open(path) as other:
        windows = Window(one, "tictactoe"), Window(other, "tictactoe")
        windows[0].play("1")
        windows[0].save()
        game = windows[0].game.id
        assert game is not None
        windows[1].open_stored(game)
        with _writing(path) as written:
            for step in range(steps):
                for _ in range(chance.randrange(4)):
                    window = chance.choice(windows)
                    change_at_random(window, chance)
                    window.save()
                problems += _command(folder, chance.choice(COMMANDS), seed * 1000 + step, done)
        for _ in range(2):
            for window in windows:
                window.look_and_save()
        if tree_of(windows[0].record) != tree_of(windows[1].record):
            problems.append("the windows show different games")
        kept = one.load(game).to_record()
        if tree_of(kept) != tree_of(windows[0].record):
            problems.append("what a window shows is not kept")
        there = {header.id for header in one.headers(written)}
        if lost := [one for one in written if one not in there]:
            problems.append(f"{len(lost)} games of the other program are lost")
    found = diagnose(path, thorough=True)
    if found.condition is not Condition.WHOLE:
        problems.append(str(found.sentence))
    if path.stat().st_ino != place:
        problems.append("a healthy library was replaced")
    return problems


@contextmanager
def _writing(path: Path) -> Iterator[list[int]]:
    """Run the other program during the body; the ids of its games are known after it."""
    written: list[int] = []
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path)],
        env=without_display(),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield written
        finally:
            process.kill()
            said, _ = process.communicate()
            # The last line may have been cut off.
            written += [int(line) for line in said.split("\n")[:-1]]


def _command(folder: Path, command: str, seed: int, done: Counter[str]) -> list[str]:
    words = command.split()
    if command == "import":
        file = folder / f"{seed}.sgf"
        file.write_text("(;GM[9]PB[Anna];B[b1b3];W[a2c2])")
        words.append(str(file))
    result = run("library", *words, environment={"KALAHLOA_DATA": str(folder / "data")})
    done[f"{command} {result.returncode}"] += 1
    said = result.stderr
    if result.returncode not in (0, 1) or "Traceback" in said or said.count("\n") > 1:
        return [f"{command}: {said}"]
    if result.returncode and "Another program has locked" not in said:
        return [f"{command}: {said.strip()}"]
    return []


if __name__ == "__main__":
    sys.exit(main())

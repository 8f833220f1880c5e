"""Plants one bug after the other in a copy of the project, and runs the tests that should fall.

    python -m tests.mutants                   all of them, and the share that was killed
    python -m tests.mutants undo-whole-turn   only those named
    python -m tests.mutants --list            what each of them is

A mutant is *killed* if one of its tests fails, *survives* if all pass, and is *broken* if its tests
do not run at all.  The exit code is 0 where at least 95 % are killed and none is broken.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mutants.mutant import Mutant
from tests.mutants.table import MUTANTS

ROOT = Path(__file__).resolve().parents[2]
GOAL = 0.95
_TIMEOUT = 300
_COPIED = ("kalahloa", "resources", "tests", "pyproject.toml", "README.md")


@contextmanager
def copied_project() -> Iterator[Path]:
    """Copy the project, as it is now and with its compiled modules, into a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        copy.mkdir()
        for name in _COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, copy / name, ignore=ignored)
            else:
                shutil.copy2(source, copy / name)
        yield copy


def run_tests(copy: Path, tests: tuple[str, ...]) -> int:
    """Run *tests* in the project at *copy*; return pytest's exit code, or 1 after a time-out."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return 1
    return done.returncode


def judge(copy: Path, mutant: Mutant) -> str:
    """Plant *mutant* in the project at *copy*, run its tests and take it out again."""
    path = copy / mutant.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(mutant.applied_to(sound), encoding="utf-8")
    try:
        code = run_tests(copy, mutant.tests)
    finally:
        path.write_text(sound, encoding="utf-8")
    return {0: "survived", 1: "killed"}.get(code, f"broken ({code})")


def main() -> int:
    """Judge the mutants named on the command line, by default all."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", help="the mutants to judge (default: all)")
    parser.add_argument("--list", action="store_true", help="only say what each mutant is")
    values = parser.parse_args()
    unknown = set(values.names) - {mutant.name for mutant in MUTANTS}
    if unknown:
        parser.error(f"there is no mutant called {', '.join(sorted(unknown))}")
    chosen = [mutant for mutant in MUTANTS if not values.names or mutant.name in values.names]
    if values.list:
        for mutant in chosen:
            print(f"{mutant.name:32} {mutant.sentence}")
        return 0
    verdicts: list[str] = []
    with copied_project() as copy:
        for number, mutant in enumerate(chosen, 1):
            begun = time.monotonic()
            verdicts.append(judge(copy, mutant))
            seconds = time.monotonic() - begun
            print(
                f"{number:3}/{len(chosen)}  {verdicts[-1]:10} {seconds:5.1f} s  {mutant.name}: "
                f"{mutant.sentence}",
                flush=True,
            )
    killed = verdicts.count("killed")
    broken = sum(verdict.startswith("broken") for verdict in verdicts)
    print(f"{killed} of {len(chosen)} killed ({killed / len(chosen):.1%}), {broken} broken.")
    return 0 if killed / len(chosen) >= GOAL and not broken else 1


if __name__ == "__main__":
    sys.exit(main())

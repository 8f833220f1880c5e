"""Plants one bug after the other in a copy of the project, and runs the tests that should fall.

    python -m tests.mutants                   all of them, and the share that was killed
    python -m tests.mutants undo-whole-turn   only those named
    python -m tests.mutants --file bar        only those in files with this in their paths
    python -m tests.mutants --list            what each of them is
    python -m tests.mutants --jobs 4          four at a time, each in a copy of its own

A mutant is *killed* if one of its tests fails, *survives* if all pass, and is *broken* if its tests
do not run at all.  Before that the tests must pass without any mutant.  The exit code is 0 where at
least 95 % are killed and all tests have run to an end.  The project itself is never touched, and
nothing is left behind, also after an interrupt.
"""

import argparse
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import TypeVar

from tests.mutants.mutant import Mutant
from tests.mutants.project import ProjectCopy, Verdict
from tests.mutants.table import MUTANTS

Item = TypeVar("Item")
GOAL = 0.95
TIMEOUT = 300
"""Seconds for the tests of one mutant."""


def main() -> int:
    """Judge the mutants chosen on the command line, by default all; return the exit code."""
    values = _read_arguments()
    chosen = [
        mutant
        for mutant in MUTANTS
        if (not values.names or mutant.name in values.names) and values.file in mutant.file
    ]
    if values.list:
        for mutant in chosen:
            print(f"{mutant.name:30} {mutant.file}\n    {mutant.sentence}")
        return 0
    if not chosen:
        print("There is no such mutant.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with copies(min(values.jobs, len(chosen)), values.timeout) as made:
            if not values.at_once and not _pass_without_mutants(made, chosen):
                return 2
            return _report(chosen, made)
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help="the mutants to judge (default: all)")
    parser.add_argument("--file", default="", help="only those in files with this in their paths")
    parser.add_argument("--list", action="store_true", help="only say what each mutant is")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (default: 1)")
    parser.add_argument(
        "--timeout",
        type=float,
        default=TIMEOUT,
        help="seconds for the tests of one mutant (default: %(default)s)",
    )
    parser.add_argument(
        "--at-once", action="store_true", help="do not run the tests without a mutant first"
    )
    values = parser.parse_args()
    unknown = set(values.names) - {mutant.name for mutant in MUTANTS}
    if unknown:
        parser.error(f"there is no mutant called {', '.join(sorted(unknown))}")
    if values.jobs < 1:
        parser.error("--jobs takes a number from 1")
    return values


@contextmanager
def copies(number: int, timeout: float) -> Iterator[list[ProjectCopy]]:
    """Make *number* copies of the project in a temporary folder; end what runs in them at last."""
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as name:
        made: list[ProjectCopy] = []
        try:
            for count in range(number):
                first = made[0].path if made else None
                made.append(ProjectCopy(Path(name) / str(count), timeout, first))
            yield made
        finally:
            for copy in made:
                copy.stop()


def _pass_without_mutants(made: Sequence[ProjectCopy], chosen: Sequence[Mutant]) -> bool:
    """Return whether the tests pass without a mutant; a failure would count as a kill."""
    tests = dict.fromkeys(test for mutant in chosen for test in mutant.tests)
    for test, verdict in _each(made, lambda copy, test: copy.test([test]), list(tests)):
        if verdict.word != "survived":
            print(f"{test} does not pass without a mutant: {verdict.by or verdict.word}")
            return False
    return True


def _each(
    made: Sequence[ProjectCopy], deed: Callable[[ProjectCopy, Item], Verdict], items: Sequence[Item]
) -> Iterator[tuple[Item, Verdict]]:
    """Do *deed* with each of *items* in some copy, and yield what it returns as it comes.

    Nothing is running any more when this ends, whatever ends it.
    """
    free: SimpleQueue[ProjectCopy] = SimpleQueue()
    for copy in made:
        free.put(copy)

    def do(item: Item) -> Verdict:
        copy = free.get()
        try:
            return deed(copy, item)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(made)) as pool:
        asked = {pool.submit(do, item): item for item in items}
        try:
            for done in as_completed(asked):
                yield asked[done], done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for copy in made:
                copy.stop()
            raise


def _report(chosen: Sequence[Mutant], made: Sequence[ProjectCopy]) -> int:
    """Judge the mutants *chosen*; return the exit code."""
    verdicts: dict[str, Verdict] = {}
    for mutant, verdict in _each(made, ProjectCopy.judge, chosen):
        verdicts[mutant.name] = verdict
        print(
            f"{len(verdicts):3}/{len(chosen)}  {verdict.word:9} {verdict.seconds:5.1f} s  "
            f"{mutant.name}: {mutant.sentence}" + (f" [{verdict.by}]" if verdict.by else ""),
            flush=True,
        )
    return _sum_up(verdicts)


def _sum_up(verdicts: dict[str, Verdict]) -> int:
    killed = sum(verdict.killed for verdict in verdicts.values())
    share = killed / len(verdicts)
    seconds = sum(verdict.seconds for verdict in verdicts.values())
    for name, verdict in verdicts.items():
        if not verdict.killed:
            print(f"{verdict.word}: {name}")
    print(f"{killed} of {len(verdicts)} killed ({share:.1%}), {seconds:.0f} seconds of tests.")
    is_clear = all(verdict.is_clear for verdict in verdicts.values())
    return 0 if share >= GOAL and is_clear else 1


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())

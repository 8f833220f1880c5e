"""What the commands that solve many positions of Kalah have in common.

They use only a tablebase that they build themselves in memory, so that an error in a file cannot
confirm itself.  Commands that verify draw a random sample.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kalahloa.cli.arguments import Parser, number_type, read_number
from kalahloa.cli.failures import FAILED, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import (
    add_json,
    add_seed,
    add_table,
    add_threads,
)
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.game.knowledge import Knowledge
    from kalahloa.models.search.solver.solver import Solver

MEBIBYTES = 512
MAX_SAMPLES = 999_999
DEFAULT_SAMPLES = 10
SAVING = "A smaller --table or --tablebase or fewer --threads need less."
"""What to do where memory is short."""
Known = TypeVar("Known")
"""A known value of a position, which can be verified."""


def add_solving(parser: Parser) -> None:
    """Add the options of all such commands to *parser*."""
    add_threads(parser, None)
    add_table(parser, MEBIBYTES)
    add_tablebase(parser, "stones in the pits that the tablebase covers")
    add_json(parser)


def add_tablebase(parser: Parser, what: str) -> None:
    """Add the option for the size of the tablebase; *what* says whose it is."""
    parser.option(
        "--tablebase",
        metavar="STONES",
        type=_tablebase_stones,
        usual="as large as usual",
        help=what,
    )


def _tablebase_stones(text: str) -> int:
    from kalahloa.models.games.kalah.tablebase.tablebase import MAX_STONES

    return read_number(text, "The tablebase's stones", 0, MAX_STONES)


def fitting_stones(stones: int | None, pits: int) -> int | None:
    """Return *stones*; raise `BadCommand` if they are too many for a tablebase of *pits* a side."""
    from kalahloa.models.games.kalah.tablebase.tablebase import check_size

    if stones is not None:
        try:
            check_size(pits, stones)
        except ValueError as error:
            raise BadCommand(str(error)) from error
    return stones


def make_solver(values: argparse.Namespace) -> "Solver":
    """Return a solver with the table and threads of *values*."""
    from kalahloa.models.search.solver.solver import Solver

    return Solver(values.table, values.threads)


def tablebase_in_memory(
    rules: Any,
    stones: int | None,
    threads: int,
    progress: ProgressLine,
    stopped: Callable[[], bool],
) -> "Knowledge":
    """Return a tablebase of *stones* stones for solving the start under *rules*, and no book.

    With None it is as large as is worth it.  It is built in memory; after *stopped* it is empty.
    """
    from kalahloa.models.game.knowledge import BuildStopped, Knowledge
    from kalahloa.models.games.kalah.knowledge import open_knowledge, stones_for

    if stones is None:
        stones = stones_for(rules.pits, 2 * rules.pits * rules.stones)
    try:
        return open_knowledge(
            rules,
            stones,
            cached=False,
            booked=False,
            report=lambda done, total: progress.show(done, total, "tablebase"),
            stopped=stopped,
            threads=threads,
        )
    except BuildStopped:
        return Knowledge(rules)


# -- checks ------------------------------------------------------------------------------------


def add_recheck(parser: Parser, what: str, file: str, least: int) -> None:
    """Add the options for verifying *least* or more of *what*, a plural noun, in a *file*."""
    parser.option(
        "--sample",
        metavar="N",
        type=number_type("The number of samples", least, MAX_SAMPLES),
        default=DEFAULT_SAMPLES,
        help=f"number of {what}, drawn at random, to solve again",
    )
    add_seed(parser, "seed of the random choice")
    parser.option("--file", metavar="FILE", help=f"verify this {file} instead of the one in use")
    add_solving(parser)


def draw_sample(known: Sequence[Known], count: int, seed: int | None) -> list[Known]:
    """Return *count* of *known*, drawn at random with *seed*, or all if there are fewer.

    None seeds from the system.
    """
    return Random(seed).sample(known, min(count, len(known)))


def _answers(
    chosen: Sequence[Known],
    is_right: Callable[[Known], bool | None],
    written: Callable[[Known], str],
) -> Iterator[tuple[str, bool]]:
    for known in chosen:
        right = is_right(known)
        if right is None:
            return
        yield written(known), right


class Check(Generic[Known]):
    """The result of verifying: the number `solved` again, and the `wrong` positions."""

    def __init__(self) -> None:
        self.solved = 0
        self.wrong: list[str] = []
        self._began = monotonic()

    def run(
        self,
        chosen: Sequence[Known],
        is_right: Callable[[Known], bool | None],
        written: Callable[[Known], str],
        progress: ProgressLine,
    ) -> None:
        """Solve the *chosen* ones again.

        *is_right* returns whether one of them is right, or None to stop; *written* returns its
        position as text.
        """
        self.check(len(chosen), _answers(chosen, is_right, written), progress)

    def check(
        self, wanted: int, answers: Iterable[tuple[str, bool]], progress: ProgressLine
    ) -> None:
        """Take up to *wanted* answers: a position as text, and whether its known value is right."""
        progress.show(0, max(1, wanted), f"0 of {wanted:,} solved")
        for text, right in answers:
            self.solved += 1
            if not right:
                self.wrong.append(text)
            progress.show(self.solved, wanted, f"{self.solved:,} of {wanted:,} solved")

    @property
    def seconds(self) -> float:
        """The time since the check began."""
        return monotonic() - self._began

    def print_result(
        self,
        values: argparse.Namespace,
        interrupt: Interrupt,
        facts: dict[str, Any],
        text: str,
    ) -> int:
        """Print *facts* as JSON, or *text*, with the result; return the exit code."""
        if values.json:
            found = {"solved": self.solved, "wrong": self.wrong, "right": not self.wrong}
            print(json.dumps({**facts, **found, "seconds": self.seconds}))
        else:
            result = f"wrong: {', '.join(self.wrong)}" if self.wrong else "all are right"
            print(f"{text}{self.solved:,} solved again in {self.seconds:.2f} s: {result}")
        return finish(interrupt, FAILED if self.wrong else 0)

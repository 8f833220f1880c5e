"""What commands have in common that solve many positions of Kalah, one after the other.

They solve them from nothing but endgames that they build themselves, so that nothing is taken on
trust; and those that check what is known draw some of it at random.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kalahloa.cli.arguments import Parser, read_number
from kalahloa.cli.failures import FAILED, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import (
    add_json,
    add_seed,
    add_table,
    add_threads,
    read_seed,
    read_table,
    read_threads,
)
from kalahloa.cli.progress import ProgressLine

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.knowledge import Knowledge
    from kalahloa.models.search.solver.solver import Solver

MEBIBYTES = 512
MAX_SAMPLES = 999_999
DEFAULT_SAMPLES = 10
Known = TypeVar("Known")
"""What is known of a position, and can be checked."""


def add_solving(parser: Parser) -> None:
    """Give *parser* the options of all such commands, which also print JSON."""
    add_threads(parser, None)
    add_table(parser, str(MEBIBYTES))
    add_json(parser)


def make_solver(values: argparse.Namespace) -> "Solver":
    """Return a solver as *values* ask for it; raise `BadCommand`."""
    from kalahloa.models.search.solver.solver import Solver

    return Solver(read_table(values, MEBIBYTES), read_threads(values, None))


def tablebase_in_memory(
    game: "Game", rules: Any, threads: int, progress: ProgressLine, stopped: Callable[[], bool]
) -> "Knowledge":
    """Return endgames that help to solve the start of *game* under *rules*, and nothing besides.

    They are built anew; none once *stopped* says so.
    """
    from kalahloa.models.knowledge import BuildStopped, NothingKnown

    try:
        return game.knowledge.for_position(
            game.start(rules),
            cached=False,
            booked=False,
            report=lambda done, total: progress.show(done, total, "endgames"),
            stopped=stopped,
            threads=threads,
        )
    except BuildStopped:
        return NothingKnown(rules)


# -- checks ------------------------------------------------------------------------------------


def add_check(parser: Parser, what: str, file: str) -> None:
    """Give *parser* the options of a check of *what*, a plural, in one *file* or another."""
    parser.option(
        "--sample",
        metavar="N",
        default=str(DEFAULT_SAMPLES),
        help=f"how many {what} to solve again from nothing, drawn at random "
        f"(default: {DEFAULT_SAMPLES})",
    )
    add_seed(parser, f"draw the same {what} for the same number")
    parser.option("--file", metavar="FILE", help=f"another {file} than the one in use")
    add_solving(parser)


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many to draw, and the order of chance; None is another one each time."""

    count: int
    seed: int | None

    def draw(self, known: Sequence[Known]) -> list[Known]:
        """Return so many of *known*, or all where there are fewer."""
        return Random(self.seed).sample(known, min(self.count, len(known)))


def read_sampling(values: argparse.Namespace, least: int) -> Sampling:
    """Return what *values* ask to be drawn, *least* at least; raise `BadCommand`."""
    count = read_number(values.sample, "The number of samples", least, MAX_SAMPLES)
    return Sampling(count, read_seed(values))


class Check(Generic[Known]):
    """What comes of solving again what is known: how many were `solved`, and those `wrong`."""

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
        """Solve again what was *chosen*.

        *is_right* says whether one of them is right, or None, which ends this; *written* returns
        its position as text.
        """
        for known in chosen:
            progress.show(self.solved, len(chosen), f"{self.solved:,} of {len(chosen):,} solved")
            right = is_right(known)
            if right is None:
                break
            self.solved += 1
            if not right:
                self.wrong.append(written(known))

    @property
    def seconds(self) -> float:
        """The time since the check began."""
        return monotonic() - self._began

    def tell(
        self,
        values: argparse.Namespace,
        interrupt: Interrupt,
        facts: dict[str, Any],
        text: str,
    ) -> int:
        """Print *facts*, or *text*, with what was found; return the exit code."""
        if values.json:
            found = {"solved": self.solved, "wrong": self.wrong, "right": not self.wrong}
            print(json.dumps({**facts, **found, "seconds": self.seconds}))
        else:
            result = f"wrong are {', '.join(self.wrong)}" if self.wrong else "all are right"
            print(f"{text}{self.solved:,} solved again in {self.seconds:.2f} s: {result}")
        return finish(interrupt, FAILED if self.wrong else 0)

"""`kalahloa tune`: finds better weights for a heuristic by logistic regression on games."""

import argparse
import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import Failed
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_json, add_order, read_order
from kalahloa.cli.pools import add_workers
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.errors import BadCommand, BadFile
from kalahloa.models.text.quotation import shorten
from kalahloa.models.tuning.recipe import TuningRecipe

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.tuning.samples import FinishedGame
    from kalahloa.models.tuning.tuning import TuningProgress, TuningResult


def add_tune(parser: Parser, game: "Game | None") -> None:
    """Add the file and options of `show_weights` to *parser*."""
    parser.add_argument(
        "FILE",
        help=(
            "the heuristic: a Python file with def evaluate(position) and its weights as "
            "constants in capitals, such as TOGETHER = 1.0; this runs its code"
        ),
    )
    add_order(parser, TuningRecipe)
    add_workers(parser)
    parser.option("--output", metavar="FILE", help="save the heuristic with its new weights")
    add_json(parser)


def show_weights(setup: GameSetup, values: argparse.Namespace) -> int:
    """Tune the weights and print them, beside the old ones, with their confidence intervals."""
    from kalahloa.models.heuristics.store import read_heuristic
    from kalahloa.models.tuning.regression import FitStopped
    from kalahloa.models.tuning.tuning import (
        TuningStopped,
        collect,
        require_weights,
        tune,
    )
    from kalahloa.models.work.calls import call_processes
    from kalahloa.models.work.pool import PoolFailed

    source = read_heuristic(Path(values.FILE), setup.game.key)
    require_weights(source)
    if values.library and values.nodes is not None:
        raise BadCommand("--nodes is for self-play games, not for --library.")
    recipe = read_order(values, TuningRecipe)
    with (
        ProgressLine() as line,
        Interrupt() as interrupt,
        _LibraryGames(setup) if values.library else nullcontext(()) as games,
    ):

        def report(progress: "TuningProgress") -> None:
            words = f"{progress.games} of {progress.wanted} games, {progress.positions} positions"
            line.show(progress.games, progress.wanted, words)

        try:
            with call_processes(values.workers or 1) as pool:
                line.show(0, recipe.games, "no games yet")
                samples = collect(source, setup.rules, recipe, pool, games, report, interrupt)
            result = tune(source, recipe, samples, interrupt)
        except PoolFailed as error:
            raise Failed(f"{error} The heuristic may have ended them.") from error
        except (TuningStopped, FitStopped):
            raise interrupt.as_exception() from None
    if values.output is not None:
        _write(Path(values.output), result)
    if values.json:
        print(json.dumps(result.to_json()))
    else:
        print("\n".join(_in_words(setup, result)))
    return 0


class _LibraryGames:
    """A context manager that yields the finished games of the library, the newest first."""

    def __init__(self, setup: GameSetup) -> None:
        self._setup = setup

    def __enter__(self) -> "Iterator[FinishedGame]":
        from kalahloa.models.library.library import Library
        from kalahloa.models.storage.user_data import library_path
        from kalahloa.models.tuning.library_games import finished_games

        self._library = Library.open(library_path())
        return finished_games(self._library, self._setup.game, self._setup.rules)

    def __exit__(self, *_: object) -> None:
        self._library.close()


def _write(path: Path, result: "TuningResult") -> None:
    """Write the heuristic with its new weights to *path*; raise `BadFile`."""
    from kalahloa.models.storage.atomic_file import write_whole

    try:
        write_whole(path, [result.tuned.text.encode()])
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or shorten(error)
        raise BadFile(f"{shorten(path, 200)} cannot be written: {reason}.") from error


def _in_words(setup: GameSetup, result: "TuningResult") -> Iterator[str]:
    """Yield the lines of the result."""
    recipe = result.recipe
    origin = "of the library" if recipe.from_library else f"at {recipe.nodes:,} nodes per move"
    yield f"{setup.game.title}: {result.source.name}, tuned on {result.games:,} games {origin}"
    yield (
        f"Positions: {result.positions:,}, {result.held_out:,} of them held out; seed {recipe.seed}"
    )
    first, last = result.iterations[0], result.iterations[-1]
    state = "converged" if result.converged else "not converged"
    yield f"Loss:      {first.loss:.4f} → {last.loss:.4f} ({last.number} iterations, {state})"
    if first.held_out is not None and last.held_out is not None:
        yield (
            f"Held out:  {first.held_out:.4f} → {last.held_out:.4f} "
            f"({result.ignorant:.4f} without looking at the board)"
        )
    width = max(len(one.name) for one in result.weights)
    for one in result.weights:
        told = "not enough games yet"
        if one.low is not None and one.high is not None:
            told = f"95 %: {one.low:g} to {one.high:g}"
        note = "; not linear, so only an estimate" if one.bent else ""
        yield f"  {one.name:{width}}  {one.old:g} → {one.new:g}  ({told}{note})"


COMMAND = GameCommand(
    "tune",
    "Find better weights for a heuristic, by logistic regression on games.",
    "kalahloa tune kalah mine.py --games 60 --output mine-2.py",
    add_tune,
    show_weights,
    has_position=False,
    saving="Fewer --workers need less.",
)

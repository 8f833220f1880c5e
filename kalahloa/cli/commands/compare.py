"""`kalahloa compare`: what the searchers cost on the same positions."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser, number_type, read_number
from kalahloa.cli.background import in_background
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_json, add_seed, add_time
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.search.comparison_bounds import (
    DEFAULT_SECONDS,
    DEFAULT_SEED,
    MAX_DEPTH,
    MAX_SAMPLES,
)
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.search.comparison import Comparison, ComparisonPlan, ComparisonRow, Sample

DEFAULT_DEPTH = 3
BENCH = "bench"
PATIENCE = 2.0
"""Seconds that a searcher has to stop after an interrupt."""
_HEADINGS = ("nodes", "leaves", "cut-offs", "table", "passes", "factor", "time", "value")
_UNKNOWN = "–"


def add_compare(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_comparison` to *parser*, with *game*'s heuristics if it is known."""
    known = ": " + ", ".join(entry.name for entry in game.heuristics) if game else ""
    parser.option(
        "--depth",
        metavar="D",
        type=number_type("The depth", 1, MAX_DEPTH),
        default=DEFAULT_DEPTH,
        help=f"how deep, 1 to {MAX_DEPTH}",
    )
    parser.option(
        "--searchers",
        metavar="NAMES",
        usual="all",
        help="names of searchers, separated by commas",
    )
    parser.option(
        "--heuristic",
        metavar="NAME|FILE.py",
        usual="the first",
        help=f"the evaluation, or a file with one of your own{known.replace('%', '%%')}",
    )
    parser.option(
        "--suite",
        metavar=f"N|{BENCH}",
        help=f"compare on this many positions from random play, or, with {BENCH}, on those of "
        "kalahloa bench",
    )
    add_seed(parser, "the seed of these positions", usual=f"{DEFAULT_SEED}")
    add_time(parser, "stop a single search after this many seconds", default=DEFAULT_SECONDS)
    add_json(parser)


def show_comparison(setup: GameSetup, values: argparse.Namespace) -> int:
    """Compare the searchers, and print what they cost.

    An interrupt ends the searches; what is known by then is printed.
    """
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.sandbox.comparing import MeasureApart
    from kalahloa.models.search.comparison import ComparisonRun, measure_search

    plan = _read_plan(setup, values)
    run = ComparisonRun(plan)
    is_own = isinstance(plan.heuristic, HeuristicSource)
    apart = MeasureApart()
    done = 0
    with ProgressLine() as line, Interrupt() as interrupt:

        def show(nodes: int = 0) -> None:
            task = run.task
            if task is not None:
                words = f"depth {task.depth}, {task.searcher}"
                if nodes:
                    words = f"{words}, {nodes:,} nodes"
                line.show(done, plan.task_count, words)

        def report(comparison: "Comparison") -> None:
            nonlocal done
            done = comparison.done
            show()

        def compare() -> "Comparison":
            how = apart if is_own else measure_search
            return run.run(how, interrupt, report, show)

        try:
            comparison = in_background(compare, interrupt, PATIENCE)
        finally:
            apart.close()
    if values.json:
        print(json.dumps(_plain(comparison)))
    else:
        _print_text(comparison)
    return finish(interrupt)


# -- what is asked for -----------------------------------------------------------------------------


def _read_plan(setup: GameSetup, values: argparse.Namespace) -> "ComparisonPlan":
    """Return the plan that *values* ask for; raise `KalahloaError`."""
    from kalahloa.models.heuristics.naming import find_heuristic
    from kalahloa.models.search.comparison import ComparisonPlan

    return ComparisonPlan(
        setup.game,
        _read_samples(setup, values),
        _read_searchers(values.searchers),
        values.depth,
        find_heuristic(values.heuristic, setup.game),
        values.time,
    )


def _read_searchers(text: str | None) -> tuple[str, ...]:
    """Return the names in *text*, each once, in the order of the list of all; None means all.

    Searchers that are not in that list, by number, come last.
    """
    from kalahloa.models.search.searchers import find_searcher, searchers

    names = [searcher.name for searcher in searchers()]
    if text is None:
        return tuple(names)
    wanted = {find_searcher(name).name for name in text.split(",")}
    return (*(name for name in names if name in wanted), *sorted(wanted - {*names}))


def _read_samples(setup: GameSetup, values: argparse.Namespace) -> "tuple[Sample, ...]":
    from kalahloa.models.search.comparison import Sample
    from kalahloa.models.search.comparison_samples import (
        bench_samples,
        random_samples,
    )

    if values.seed is not None and values.suite in (None, BENCH):
        raise BadCommand("--seed needs --suite with a number of positions.")
    if values.suite == BENCH:
        if setup.start is not None or setup.preset is not None or setup.options:
            raise BadCommand("--suite bench has its own positions and rules.")
        samples = bench_samples(setup.game)
        if not samples:
            raise BadCommand(f"{setup.game.title} has no positions in kalahloa bench.")
        return samples
    setup.open_position()
    if values.suite is None:
        return (Sample(setup.rules, setup.start),)
    count = read_number(values.suite, "The number of positions", 1, MAX_SAMPLES)
    seed = DEFAULT_SEED if values.seed is None else values.seed
    return random_samples(setup.rules, count, seed, setup.start)


# -- JSON ------------------------------------------------------------------------------------------


def _plain(comparison: "Comparison") -> dict[str, Any]:
    from kalahloa.models.search.comparison_words import figures

    plan = comparison.plan
    return {
        "game": plan.game.key,
        "positions": [sample.position(plan.game).position_string() for sample in plan.samples],
        "depth": plan.depth,
        "heuristic": plan.heuristic.name,
        "value_for": _value_for(comparison),
        "complete": comparison.complete,
        "compared_depth": comparison.depth,
        "searchers": {
            name: {
                "branching": comparison.branching(name),
                "depths": [_row_to_json(row) for row in comparison.rows if row.searcher == name],
            }
            for name in plan.searchers
        },
        "differing": list(comparison.differing),
        "figures": [str(sentence) for sentence in figures(comparison)],
    }


def _value_for(comparison: "Comparison") -> str | None:
    """Return the side whose values are told, None where there are several positions and none."""
    plan = comparison.plan
    if len(plan.samples) > 1:
        return None
    return plan.game.sides[plan.samples[0].position(plan.game).side]


def _row_to_json(row: "ComparisonRow") -> dict[str, Any]:
    """Return *row*; what the engine does not count is left out."""
    from kalahloa.models.search.lecture.scale import lecture_value

    cost = row.cost
    plain: dict[str, Any] = {
        "depth": row.depth,
        "positions": cost.searches,
        "finished": row.is_comparable,
        "given_up": cost.given_up,
        "failed": cost.failed,
        "nodes": cost.nodes,
        "seconds": cost.seconds,
        "value": None if row.score is None else lecture_value(row.score),
        "proven": row.score is not None and row.score.proven,
    }
    if row.error:
        plain["error"] = row.error
    if row.counted and row.is_comparable:
        names = (
            "passes leaves hits cutoffs first_cutoffs pruned again repeated sorted_by "
            "window_passes high high_nodes low low_nodes last_nodes last_leaves"
        )
        plain |= {name: getattr(cost, name) for name in names.split()}
    return plain


# -- text ------------------------------------------------------------------------------------------


def _print_text(comparison: "Comparison") -> None:
    from kalahloa.models.search.comparison_words import figures

    plan, depth = comparison.plan, comparison.depth
    count = len(plan.samples)
    where = "1 position" if count == 1 else f"{comparison.samples[depth - 1]} of {count} positions"
    side = _value_for(comparison)
    values = "" if side is None else f"; values are for {side}"
    print(f"{plan.game.title}, {where}, depth {depth}, {plan.heuristic.name}{values}")
    table = [("", *_HEADINGS), *(_cells(comparison, row) for row in comparison.at(depth))]
    widths = [max(len(cells[column]) for cells in table) for column in range(len(table[0]))]
    for name, *cells in table:
        rest = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        print(f"{name:{widths[0]}}{rest}".rstrip())
    print()
    for sentence in figures(comparison):
        print(sentence)


def _cells(comparison: "Comparison", row: "ComparisonRow") -> tuple[str, ...]:
    from kalahloa.models.search.comparison_words import (
        cost_time,
        factor_text,
        nodes_text,
        row_value,
    )

    cost = row.cost
    counts = (
        [f"{number:,}" for number in (cost.leaves, cost.cutoffs, cost.hits, cost.passes)]
        if row.counted and row.is_comparable
        else [_UNKNOWN] * 4
    )
    factor = factor_text(comparison.branching(row.searcher))
    value = str(row_value(row)) or _UNKNOWN
    return (row.searcher, nodes_text(cost), *counts, factor, cost_time(cost), value)


COMMAND = GameCommand(
    "compare",
    "Compare the cost of the searchers: nodes, leaves, cut-offs, time.",
    'kalahloa compare tictactoe --position "X../.../... O" --depth 4',
    add_compare,
    show_comparison,
)

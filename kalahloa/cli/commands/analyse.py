"""What the command line asks the engine: to analyse a position, to explain it, to be timed.

Like the questions: a function for the options, and one that answers and returns the exit code.
"""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import Parser, Setup, read_number, read_seconds
from kalahloa.cli.commands.best import MOST_PLIES, written
from kalahloa.cli.commands.solve import DEFAULT_MEBIBYTES, add_exact_options, show_exact_analysis
from kalahloa.cli.interrupt import INTERRUPTED, Interrupt
from kalahloa.cli.options import add_json, add_table, add_threads, read_table, read_threads
from kalahloa.models.errors import BadCommand, IllegalMove

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.position import Position
    from kalahloa.models.search.engine import Analysis

DEFAULT_SECONDS = 2.0
ENGINE_MEBIBYTES = 64
MOST_NODES = 999_999_999
MOST_LINES = 512


# -- analyse -----------------------------------------------------------------------------------


def add_analyse(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_analysis`."""
    parser.option("--time", metavar="S", help="how long to search, in seconds (default: 2)")
    parser.option("--depth", metavar="N", help=f"how many plies deep, 1 to {MOST_PLIES}")
    parser.option("--nodes", metavar="N", help="how many positions to visit")
    parser.option("--lines", metavar="N|all", default="1", help="how many moves to value")
    add_threads(parser)
    add_table(parser, f"{ENGINE_MEBIBYTES}, for exact values {DEFAULT_MEBIBYTES}")
    parser.option(
        "--exact",
        action="store_true",
        help="prove what the moves are worth at the end of the game; ends when all is proven",
    )
    add_exact_options(parser)
    add_json(parser)


def show_analysis(setup: Setup, values: argparse.Namespace) -> int:
    """Search, and show the best moves, their values and the lines expected.

    An interrupt ends the search, and what is known by then is shown.
    """
    from kalahloa.models.search.engine import Engine, EngineLimits

    if values.exact:
        return show_exact_analysis(setup, values)
    if values.no_book or values.no_cache:
        raise BadCommand("Only exact values use a book and endgames; write --exact as well.")
    seconds = None if values.time is None else read_seconds(values.time, "The time")
    depth = None if values.depth is None else read_number(values.depth, "The depth", 1, MOST_PLIES)
    nodes = None
    if values.nodes is not None:
        nodes = read_number(values.nodes, "The number of nodes", 1, MOST_NODES)
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_SECONDS
    lines = MOST_LINES
    if values.lines.lower() != "all":
        lines = read_number(values.lines, "The number of lines", 1, MOST_LINES)
    threads = read_threads(values)
    mebibytes = read_table(values, ENGINE_MEBIBYTES)
    position = setup.position()
    outcome = position.outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    judge = None if position.has_evaluation() else setup.game.heuristic()
    with Interrupt() as interrupt:
        analysis = Engine(mebibytes, threads).analyse(
            position,
            EngineLimits(depth=depth, seconds=seconds, nodes=nodes),
            lines=lines,
            judge=judge,
            stopped=interrupt,
            report=_show_progress if sys.stderr.isatty() else None,
        )
    if sys.stderr.isatty():
        print("\r" + " " * 78 + "\r", end="", file=sys.stderr, flush=True)
    (_print_json if values.json else _print_text)(setup, position, analysis)
    return INTERRUPTED if interrupt.is_set() else 0


def _speed(analysis: "Analysis") -> float:
    return analysis.nodes / analysis.seconds if analysis.seconds > 0 else 0.0


def _show_progress(analysis: "Analysis") -> None:
    text = (
        f"depth {analysis.depth}, {analysis.lines[0].score.text}, {analysis.nodes:,} nodes, "
        f"{_speed(analysis) / 1e6:.2f} million a second"
    )
    print("\r" + text.ljust(78)[:78], end="", file=sys.stderr, flush=True)


def _print_json(setup: Setup, position: "Position", analysis: "Analysis") -> None:
    moves = [
        {
            "move": position.format_move(line.move),
            "value": line.score.number,
            "proven": line.score.proven,
            "plies": line.score.plies,
            "line": written(position, line.line),
        }
        for line in analysis.lines
    ]
    facts = {"depth": analysis.depth, "nodes": analysis.nodes, "seconds": analysis.seconds}
    print(json.dumps({"moves": moves, **facts}))


def _print_text(setup: Setup, position: "Position", analysis: "Analysis") -> None:
    for line in analysis.lines:
        trust = "proven" if line.score.proven else "estimated"
        print(f"{line.score.text:>16}  {trust:9}  {' '.join(written(position, line.line))}")
    print(
        f"For {setup.game.sides[position.side]}: depth {analysis.depth}, {analysis.nodes:,} nodes "
        f"in {analysis.seconds:.3f} s, {_speed(analysis) / 1e6:.2f} million a second."
    )


# -- explain -----------------------------------------------------------------------------------


def add_explain(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_explanation`."""
    add_json(parser)


def show_explanation(setup: Setup, values: argparse.Namespace) -> int:
    """Show the terms of the position's static evaluation side by side."""
    position = setup.position()
    outcome = position.outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    terms = position.evaluation_terms()
    total = sum(term.worth for term in terms)
    own, other = setup.game.sides[position.side], setup.game.sides[1 - position.side]
    if values.json:
        rows = [
            {"term": term.name, "own": term.own, "other": term.other, "worth": term.worth / 100}
            for term in terms
        ]
        print(json.dumps({"side": own, "terms": rows, "value": total / 100}))
        return 0
    if not terms:
        heuristic = setup.game.heuristic()
        print(f"{setup.game.title} is judged by its heuristic: {heuristic.title}.")
        print(f"For {own}: {heuristic(position):g}")
        return 0
    print(f"{'':26}{own:>10}{other:>10}{'worth':>10}")
    for term in terms:
        print(f"{term.name:26}{term.own:10.2f}{term.other:10.2f}{term.worth / 100:+10.2f}")
    print(f"{'for ' + own + ', who is to move':46}{total / 100:+10.2f}")
    return 0


# -- bench -------------------------------------------------------------------------------------


def add_bench(parser: Parser) -> None:
    """Give *parser* the options of `show_bench`."""
    add_json(parser)


def show_bench(values: argparse.Namespace) -> int:
    """Search a fixed suite of all games to fixed depths: nodes, speed, and a signature.

    The signature changes when the search visits other nodes, and only then.
    """
    from kalahloa.compiled import compiled_note
    from kalahloa.models.search.bench import run_bench

    rows = run_bench()
    nodes = sum(row.nodes for row in rows)
    seconds = sum(row.seconds for row in rows)
    signature = f"{nodes:x}"
    if values.json:
        cases = [
            {"game": row.game, "position": row.position, "depth": row.depth, "nodes": row.nodes}
            for row in rows
        ]
        facts = {"nodes": nodes, "seconds": seconds, "nodes_per_second": nodes / seconds}
        print(json.dumps({"cases": cases, **facts, "signature": signature}))
        return 0
    for row in rows:
        speed = row.nodes / row.seconds / 1e6
        print(f"{row.game:10} depth {row.depth:3} {row.nodes:12,} nodes {speed:7.2f} million/s")
    print(f"{nodes:,} nodes in {seconds:.2f} s, {nodes / seconds / 1e6:.2f} million a second")
    print(f"Signature {signature} ({compiled_note()})")
    return 0

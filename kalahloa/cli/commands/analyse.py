"""`kalahloa analyse`: the best moves with the engine's values, or with proven ones."""

import argparse
import json
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, number_type, read_number
from kalahloa.cli.command import GameCommand
from kalahloa.cli.exact import (
    EXACT_MEBIBYTES,
    add_exact_options,
    bounds_facts,
    exact_question,
    knowledge_to_play,
    trust_in,
)
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import (
    MAX_LINES,
    MAX_NODES,
    MAX_PLIES,
    add_json,
    add_table,
    add_threads,
    add_time,
    print_notes,
)
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.line import format_line
from kalahloa.models.text.errors import BadCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from kalahloa.models.game.game import Game
    from kalahloa.models.game.heuristic import Heuristic
    from kalahloa.models.game.position import Position
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.search.engine.engine import AnalysisResult
    from kalahloa.models.search.known import KnownMoves
    from kalahloa.models.search.limits import Limits
    from kalahloa.models.search.score import Score
    from kalahloa.models.search.solver.solution import MoveValues

DEFAULT_SECONDS = 2.0
ENGINE_MEBIBYTES = 64
LONG_SECONDS, LONG_NODES, LONG_DEPTH = 2.0, 50_000, 6
"""Searches that are not limited to less than these are long."""


def add_analyse(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_analysis` to *parser*."""
    add_time(parser, "search for this many seconds", usual=f"{DEFAULT_SECONDS:g}")
    parser.option(
        "--depth",
        metavar="N",
        type=number_type("The depth", 1, MAX_PLIES),
        help=f"search to this depth in plies, 1 to {MAX_PLIES}",
    )
    parser.option(
        "--nodes",
        metavar="N",
        type=number_type("The number of nodes", 1, MAX_NODES),
        help="search this many positions",
    )
    parser.option(
        "--lines", metavar="N|all", type=_line_count, default="1", help="how many moves to show"
    )
    parser.option(
        "--heuristic",
        metavar="NAME|FILE.py",
        help=(
            "evaluate with one of the game's heuristics, or with your own: Python code, run in "
            "a separate process"
        ),
    )
    add_threads(parser)
    add_table(parser, None, f"{ENGINE_MEBIBYTES}, with --exact {EXACT_MEBIBYTES}")
    parser.option(
        "--exact",
        action="store_true",
        help="prove the values of the moves by searching to the end of the game",
    )
    add_exact_options(parser)
    add_json(parser)


def _line_count(text: str) -> int:
    if text.lower() == "all":
        return MAX_LINES
    return read_number(text, "The number of lines", 1, MAX_LINES)


def show_analysis(setup: GameSetup, values: argparse.Namespace) -> int:
    """Search, and print the best moves with their values and expected lines.

    An interrupt ends the search; what has been found so far is printed.
    """
    from kalahloa.models.heuristics.naming import find_heuristic
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.search.engine.engine import Engine
    from kalahloa.models.search.known import known_moves
    from kalahloa.models.search.limits import NO_LIMITS, Limits
    from kalahloa.models.search.request import SearchStopped

    if values.exact:
        if values.heuristic is not None:
            raise BadCommand("--exact proves values and takes no --heuristic.")
        return _show_exact_analysis(setup, values)
    if values.no_book or values.no_cache:
        raise BadCommand("--no-book and --no-cache need --exact.")
    limits = Limits(depth=values.depth, seconds=values.time, nodes=values.nodes)
    if limits == NO_LIMITS:
        limits = Limits(seconds=DEFAULT_SECONDS)
    position = setup.open_position()
    evaluator: Heuristic | HeuristicSource | None = None
    if values.heuristic is not None or not position.has_evaluation():
        evaluator = find_heuristic(values.heuristic, setup.game)
    if isinstance(evaluator, HeuristicSource) and values.threads > 1:
        raise BadCommand("A heuristic of your own runs on one thread; remove --threads.")
    mebibytes = values.table or ENGINE_MEBIBYTES
    with ProgressLine() as progress, Interrupt() as interrupt:

        def tell(found: "AnalysisResult") -> None:
            progress.say(_in_words(found))

        try:
            if isinstance(evaluator, HeuristicSource):
                analysis = _analyse_apart(
                    setup, evaluator, limits, values.lines, mebibytes, interrupt, tell, progress.say
                )
            else:
                analysis = Engine(mebibytes, values.threads, network=True).analyse(
                    position,
                    limits,
                    lines=values.lines,
                    evaluator=evaluator,
                    stopped=interrupt,
                    report=tell,
                )
        except SearchStopped:
            raise interrupt.as_exception() from None
        known = known_moves(knowledge_to_play(setup, interrupt), position)
    rows = _rows(position, analysis, known, values.lines)
    (_print_json if values.json else _print_text)(setup, position, analysis, rows)
    return finish(interrupt)


def _analyse_apart(
    setup: GameSetup,
    source: "HeuristicSource",
    limits: "Limits",
    lines: int,
    mebibytes: int,
    interrupt: Interrupt,
    tell: "Callable[[AnalysisResult], None]",
    say: "Callable[[str], None]",
) -> "AnalysisResult":
    """Return the analysis with the user's heuristic, which runs in a process of its own.

    It is compiled first where that is possible and worth it; *say* is told meanwhile.
    """
    from kalahloa.models.sandbox.orders import SearchOrder
    from kalahloa.models.sandbox.sandbox import Sandbox
    from kalahloa.models.search.engine.engine import Engine

    order = SearchOrder.of(
        setup.game,
        setup.position(),
        Engine.name,
        limits,
        source,
        lines=lines,
        mebibytes=mebibytes,
        compiled=_is_long(limits),
    )
    with Sandbox() as sandbox:
        return sandbox.analyse(order, interrupt, tell, say)


def _is_long(limits: "Limits") -> bool:
    """Return whether a search is so long that compiling a heuristic, some seconds, is worth it."""
    return (
        (limits.seconds is None or limits.seconds >= LONG_SECONDS)
        and (limits.nodes is None or limits.nodes >= LONG_NODES)
        and (limits.depth is None or limits.depth >= LONG_DEPTH)
    )


def _speed(analysis: "AnalysisResult") -> float:
    return analysis.nodes / analysis.seconds if analysis.seconds > 0 else 0.0


def _in_words(analysis: "AnalysisResult") -> str:
    return (
        f"depth {analysis.depth}, {analysis.lines[0].score.text}, {analysis.nodes:,} nodes, "
        f"{_speed(analysis) / 1e6:.2f} million per second"
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """A move with its value for the side that makes it, and the line that begins with it."""

    move: int
    score: "Score"
    text: str
    line: tuple[int, ...]


def _rows(
    position: "Position", analysis: "AnalysisResult", known: "KnownMoves", count: int
) -> list[_Row]:
    """Return the best *count* moves: what is *known* beforehand, and else what was found."""
    from kalahloa.models.search.known import score_of_known
    from kalahloa.models.search.score import ScoreKind

    kind = ScoreKind.of(position)
    rows = {
        line.move: _Row(line.move, line.score, line.score.text, line.line)
        for line in analysis.lines
    }
    for move, one in known.moves.items():
        row = rows.get(move)
        if one is not None and (row is not None or move in known.best):
            if row is None or not (row.score.proven and row.score.number == one.value):
                score = score_of_known(one, position.side, kind, 1)
                line = (move,) if row is None else row.line
                rows[move] = _Row(move, score, score.short, line)
        elif row is not None and kind is ScoreKind.MARGIN and known.value is not None:
            most = known.value.value
            if row.score.number > most:  # no move is worth more than the position
                score = row.score.as_estimate().within(-inf, most)
                rows[move] = replace(row, score=score, text=score.text)

    ranked = sorted(rows.values(), key=lambda row: row.score.order, reverse=True)
    return ranked[:count] if known.value is not None else list(rows.values())


def _print_json(
    setup: GameSetup, position: "Position", analysis: "AnalysisResult", rows: list[_Row]
) -> None:
    moves = [
        {
            "move": position.format_move(row.move),
            "value": row.score.number,
            "proven": row.score.proven,
            "plies": row.score.plies,
            "line": format_line(position, row.line),
        }
        for row in rows
    ]
    facts = {"depth": analysis.depth, "nodes": analysis.nodes, "seconds": analysis.seconds}
    side = setup.game.sides[position.side]
    print(json.dumps({"moves": moves, "value_for": side, **facts}))


def _print_text(
    setup: GameSetup, position: "Position", analysis: "AnalysisResult", rows: list[_Row]
) -> None:
    for row in rows:
        trust = "proven" if row.score.proven else "estimated"
        print(f"{row.text:>16}  {trust:9}  {' '.join(format_line(position, row.line))}")
    print(
        f"For {setup.game.sides[position.side]}: depth {analysis.depth}, {analysis.nodes:,} nodes "
        f"in {analysis.seconds:.3f} s, {_speed(analysis) / 1e6:.2f} million per second."
    )


# -- exact values ------------------------------------------------------------------------------


def _show_exact_analysis(setup: GameSetup, values: argparse.Namespace) -> int:
    """Search for the exact value of every move, and print the best moves.

    When an interrupt or the time limit ends the search, the bounds proven so far are printed.
    """
    if values.depth is not None or values.nodes is not None:
        raise BadCommand("--exact cannot be combined with --depth or --nodes; --time limits it.")
    with ProgressLine() as progress, Interrupt() as interrupt:
        question = exact_question(setup, values, progress, interrupt)
        found = question.values(
            lambda sofar: progress.say(_values_in_words(question.position, sofar))
        )
    print_notes(question.notes)
    mover = setup.game.sides[question.position.side]
    rows = [
        (move, bounds, format_line(question.position, found.lines.get(move, (move,))))
        for move, bounds in list(found.moves.items())[: values.lines]
    ]
    if values.json:
        moves = [
            {
                "move": question.position.format_move(move),
                **bounds_facts(bounds),
                "line": line,
            }
            for move, bounds, line in rows
        ]
        facts = {"nodes": found.nodes, "seconds": found.seconds, "proven": found.proven}
        print(json.dumps({"moves": moves, "value_for": mover, **facts}))
    else:
        for _, bounds, line in rows:
            print(f"{bounds.text:>12}  {trust_in(bounds):10}  {' '.join(line)}")
        print(f"For {mover}: {found.nodes:,} nodes in {found.seconds:.3f} s.")
    return finish(interrupt)


def _values_in_words(position: "Position", found: "MoveValues") -> str:
    proven = sum(bounds.proven for bounds in found.moves.values())
    best = next(iter(found.moves))
    return (
        f"{proven} of {len(found.moves)} moves proven, best {position.format_move(best)}: "
        f"{found.moves[best].text}, {found.nodes:,} nodes, {found.seconds:.1f} s"
    )


COMMAND = GameCommand(
    "analyse",
    "Show the best moves of a position with the engine's values.",
    "kalahloa analyse loa --time 5 --lines 3",
    add_analyse,
    show_analysis,
    saving="A smaller --table needs less.",
)

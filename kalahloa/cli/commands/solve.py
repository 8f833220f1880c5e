"""`kalahloa solve`: the exact value of a position with best play of both sides, or a bound."""

import argparse
import json
from functools import partial
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser
from kalahloa.cli.command import GameCommand
from kalahloa.cli.exact import (
    EXACT_MEBIBYTES,
    add_exact_options,
    bounds_facts,
    exact_question,
    trust_in,
)
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import (
    add_at_least,
    add_json,
    add_table,
    add_threads,
    add_time,
    print_notes,
)
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.line import format_line

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.search.solver.solution import Bounds, Solution


def add_solve(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_exact_value` to *parser*."""
    add_time(parser, "stop after this many seconds", usual="no limit")
    add_threads(parser)
    add_table(parser, EXACT_MEBIBYTES)
    add_exact_options(parser)
    add_at_least(parser)
    add_json(parser)


def show_exact_value(setup: GameSetup, values: argparse.Namespace) -> int:
    """Search for the exact value of the position, and print it with a line of best play.

    With `--at-least`, search only for the answer to that.  When an interrupt or the time limit ends
    the search, the bounds proven so far are printed.
    """
    at_least = values.at_least
    with ProgressLine() as progress, Interrupt() as interrupt:
        question = exact_question(setup, values, progress, interrupt)
        search = question.solve if at_least is None else partial(question.decide, at_least)
        found = search(lambda sofar: progress.say(_solution_in_words(sofar)))
    print_notes(question.notes)
    mover = setup.game.sides[question.position.side]
    line = format_line(question.position, found.line)
    bounds = found.bounds
    if values.json:
        facts = {**bounds_facts(bounds), "value_for": mover}
        if at_least is not None:
            facts["at_least"] = bounds.says_at_least(at_least)
        facts |= {"line": line, "nodes": found.nodes, "seconds": found.seconds}
        print(json.dumps(facts))
    else:
        print(_answer(bounds, at_least, mover))
        if line:
            print(f"Line:  {' '.join(line)}")
        print(f"{found.nodes:,} nodes in {found.seconds:.3f} s")
    return finish(interrupt)


def _answer(bounds: "Bounds", at_least: int | None, mover: str) -> str:
    """Return what *bounds* say of the value for *mover*, and whether it is *at_least* a number."""
    from kalahloa.models.text.numbers import signed

    if at_least is None or bounds.proven:
        return f"{bounds.text} for {mover}, {trust_in(bounds)}"
    says = bounds.says_at_least(at_least)
    if says is None:
        return f"Whether {mover} gets at least {signed(at_least)} is not proven"
    if says:
        return f"At least {signed(bounds.low)} for {mover}, proven"
    return f"At most {signed(bounds.high)} for {mover}, proven"


def _solution_in_words(found: "Solution") -> str:
    return f"{found.bounds.text}, {found.nodes:,} nodes, {found.seconds:.1f} s"


COMMAND = GameCommand(
    "solve",
    "Prove the value of a position with best play of both sides.",
    "kalahloa solve kalah --pits 4 --stones 5 --rules standard",
    add_solve,
    show_exact_value,
    saving="A smaller --table needs less.",
)

"""`kalahloa solve-table`: the values of the starts of small boards, as a table."""

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser, seconds_type
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import (
    MAX_SECONDS,
    add_json,
    add_table,
    add_threads,
    require_kalah,
)
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.numbers import signed

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.search.solver.solution import Bounds
    from kalahloa.models.search.solver.solver import Solver

DEFAULT_LIMIT = 60.0
MEBIBYTES = 1024


def add_solve_table(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_value_tables` to *parser*."""
    parser.option(
        "--limit",
        metavar="S",
        type=seconds_type("The limit", MAX_SECONDS),
        default=DEFAULT_LIMIT,
        help="seconds for each board",
    )
    add_threads(parser)
    add_table(parser, MEBIBYTES)
    parser.option("--html", action="store_true", help="print the tables as HTML, as in the help")
    add_json(parser)


def show_value_tables(setup: GameSetup, values: argparse.Namespace) -> int:
    """Solve the boards with up to the pits and stones of the rules, and print their values.

    Without rules besides, that is done under every preset.  Where a board is not solved within the
    limit, those with more stones on as many pits are not tried.  After an interrupt, what is known
    is printed.
    """
    from kalahloa.models.search.solver.solver import Solver

    require_kalah(setup, "tables of values")
    if values.html and values.json:
        raise BadCommand("--html and --json cannot be combined.")
    solver = Solver(values.table, values.threads)
    tables: dict[str, dict[tuple[int, int], Bounds | None]] = {}
    began = process_time()
    with ProgressLine() as line, Interrupt() as interrupt:
        for name, rules in _rule_sets(setup):
            table: dict[tuple[int, int], Bounds | None] = {}
            tables[name] = table
            for pits in range(1, rules.pits + 1):
                for stones in range(1, rules.stones + 1):
                    before = table.get((pits, stones - 1))
                    table[pits, stones] = None
                    if stones > 1 and (before is None or not before.proven):
                        continue
                    line.say(f"{name}: {pits} pits, {stones} stones per pit")
                    board = replace(rules, pits=pits, stones=stones)
                    table[pits, stones] = _value(setup, solver, board, values.limit, interrupt)
    if values.json:
        print(json.dumps({"seconds": process_time() - began, "tables": _to_json(tables)}))
    else:
        for name, table in tables.items():
            print(as_html(name, table) if values.html else as_text(name, table))
    return finish(interrupt)


def _rule_sets(setup: GameSetup) -> list[tuple[str, Any]]:
    """Return the rules asked for, without the pie rule, or those of every preset, by name."""
    rules = replace(setup.rules, pie="no")
    given = setup.options.keys() - {"pits", "stones", "pie"}
    if setup.preset is not None or given:
        words = ", ".join(f"{name} {setup.options[name]}" for name in sorted(given))
        return [(", ".join(filter(None, [setup.preset, words])), rules)]
    return [
        (preset.name, replace(preset.rules, pits=rules.pits, stones=rules.stones))
        for preset in setup.game.rulebook.presets
    ]


def _value(
    setup: GameSetup, solver: "Solver", rules: Any, limit: float, stopped: Callable[[], bool]
) -> "Bounds | None":
    """Return the bounds of the start's value, or None if *stopped* before there are any."""
    from kalahloa.models.game.knowledge import BuildStopped

    if stopped():
        return None
    position: Any = setup.game.start(rules)
    try:
        # Not from files, so that an error in one cannot get into the table.
        knowledge = setup.game.knowledge.for_position(
            position,
            cached=False,
            booked=False,
            stopped=stopped,
            threads=solver.threads,
            seconds=limit,
        )
    except BuildStopped:
        return None
    knowledge.use_tablebase(position)
    return solver.solve(position, seconds=limit, plies=0, stopped=stopped).bounds


# -- printing --------------------------------------------------------------------------------------


def _to_json(tables: Any) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [
            {
                "pits": pits,
                "stones": stones,
                "value": bounds.value,
                "low": bounds.low,
                "high": bounds.high,
            }
            for (pits, stones), bounds in table.items()
            if bounds is not None
        ]
        for name, table in tables.items()
    }


def _cell(bounds: "Bounds | None") -> str:
    """Return a value, or the better known of its bounds, or a question mark."""
    if bounds is None:
        return "?"
    if bounds.proven:
        return bounds.text
    if bounds.low > 0:
        return f"≥ {signed(bounds.low)}"
    return f"≤ {signed(bounds.high)}" if bounds.high < 0 else "?"


def _rows(table: Any) -> list[list[str]]:
    """Return the cells of *table*: a row for each number of pits, a column for each of stones."""
    pits = sorted({board[0] for board in table})
    stones = sorted({board[1] for board in table})
    head = ["pits", *map(str, stones)]
    body = [[str(p), *(_cell(table.get((p, s))) for s in stones)] for p in pits]
    return [head, *body]


def as_text(name: str, table: Any) -> str:
    """Return *table*, of the rules called *name*, as lines of text."""
    rows = _rows(table)
    width = max(len(cell) for row in rows for cell in row) + 2
    lines = ["".join(cell.rjust(width) for cell in row) for row in rows]
    return "\n".join([f"{name} (columns: stones per pit)", *lines, ""])


def as_html(name: str, table: Any) -> str:
    """Return *table*, of the rules called *name*, as in the help."""
    head, *body = _rows(table)
    lines = [
        f"<p><b>{name}</b></p>",
        '<table border="0" style="margin-top: 8px; margin-bottom: 8px;" cellspacing="0" '
        'cellpadding="4">',
        "<tr>" + "".join(f'<th align="right">{cell}</th>' for cell in head) + "</tr>",
    ]
    for first, *cells in body:
        row = "".join(f'<td align="right">{cell}</td>' for cell in cells)
        lines.append(f'<tr><th align="right">{first}</th>{row}</tr>')
    return "\n".join([*lines, "</table>"])


COMMAND = GameCommand(
    "solve-table",
    "Prove the starting values of all boards up to a size, under each set of rules.",
    "kalahloa solve-table kalah --pits 3 --stones 3",
    add_solve_table,
    show_value_tables,
    has_position=False,
    saving="A smaller --table needs less.",
)

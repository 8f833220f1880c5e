"""The command line's exact values: of a position, and of every move in it.

Like the questions: functions for the options, and ones that answer and return the exit code.
"""

import argparse
import json
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, Setup, read_number, read_seconds
from kalahloa.cli.commands.best import written
from kalahloa.cli.interrupt import INTERRUPTED, Interrupt
from kalahloa.cli.options import (
    MOST_SECONDS,
    add_json,
    add_table,
    add_threads,
    read_table,
    read_threads,
    tell_notes,
)
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.errors import BadCommand, IllegalMove

if TYPE_CHECKING:
    from kalahloa.models.game import Game
    from kalahloa.models.knowledge import Knowledge
    from kalahloa.models.position import Position
    from kalahloa.models.search.solution import Bounds, MoveValues, Solution
    from kalahloa.models.search.solver import Solver

MOST_LINES = 512
DEFAULT_MEBIBYTES = 256


def add_exact_options(parser: Parser) -> None:
    """Give *parser* the options of all that searches for exact values, but for size and time."""
    parser.option("--no-book", action="store_true", help="use no opening book")
    parser.option(
        "--no-cache",
        action="store_true",
        help="neither read nor keep endgames: build them in memory",
    )


def add_solve(parser: Parser, game: "Game | None") -> None:
    """Give *parser* the options of `show_solution`."""
    parser.option("--time", metavar="S", help="stop after so many seconds (default: never)")
    add_threads(parser)
    add_table(parser, str(DEFAULT_MEBIBYTES))
    add_exact_options(parser)
    add_json(parser)


def show_solution(setup: Setup, values: argparse.Namespace) -> int:
    """Search for the exact value of the position, and show it with a line of best play.

    An interrupt, or the end of the time, ends the search; the bounds that are proven by then are
    shown.
    """
    with ProgressLine() as progress, Interrupt() as interrupt:
        question = _Question(setup, values, progress, interrupt)
        solver = question.solver(by_moves=False)
        found = solver.solve(
            question.position,
            seconds=question.seconds_left(),
            stopped=interrupt,
            report=lambda sofar: progress.say(_solution_in_words(sofar)),
        )
        seconds = question.seconds_gone()
    question.tell_notes()
    line = written(question.position, found.line)
    bounds = found.bounds
    if values.json:
        facts = {"nodes": found.nodes, "seconds": seconds}
        print(json.dumps({**_facts(bounds), "line": line, **facts}))
    else:
        print(f"{bounds.text} for {question.mover}, {_trust(bounds)}")
        if line:
            print(f"Line:  {' '.join(line)}")
        print(f"{found.nodes:,} nodes in {seconds:.3f} s")
    return INTERRUPTED if interrupt.is_set() else 0


def show_exact_analysis(setup: Setup, values: argparse.Namespace) -> int:
    """Search for the exact value of every move, and show the best of them.

    What is shown is what is proven when an interrupt or the end of the time ends the search.
    """
    if values.depth is not None or values.nodes is not None:
        raise BadCommand("An exact search has no depth and no number of nodes; it takes a time.")
    lines = MOST_LINES
    if values.lines.lower() != "all":
        lines = read_number(values.lines, "The number of lines", 1, MOST_LINES)
    with ProgressLine() as progress, Interrupt() as interrupt:
        question = _Question(setup, values, progress, interrupt)
        solver = question.solver(by_moves=True)
        found = solver.values(
            question.position,
            seconds=question.seconds_left(),
            stopped=interrupt,
            report=lambda sofar: progress.say(_values_in_words(question.position, sofar)),
        )
        seconds = question.seconds_gone()
    question.tell_notes()
    rows = [
        (move, bounds, written(question.position, found.lines.get(move, (move,))))
        for move, bounds in list(found.moves.items())[:lines]
    ]
    if values.json:
        moves = [
            {
                "move": question.position.format_move(move),
                **_facts(bounds),
                "line": line,
            }
            for move, bounds, line in rows
        ]
        facts = {"nodes": found.nodes, "seconds": seconds, "proven": found.proven}
        print(json.dumps({"moves": moves, **facts}))
    else:
        for _, bounds, line in rows:
            print(f"{bounds.text:>12}  {_trust(bounds):10}  {' '.join(line)}")
        print(f"For {question.mover}: {found.nodes:,} nodes in {seconds:.3f} s.")
    return INTERRUPTED if interrupt.is_set() else 0


class _Question:
    """A position of *setup* to be solved as *values* say, and the time that is left for it."""

    def __init__(
        self,
        setup: Setup,
        values: argparse.Namespace,
        progress: ProgressLine,
        stopped: Callable[[], bool],
    ) -> None:
        from kalahloa.models.search.solver import can_be_solved

        self._allowed = None
        if values.time is not None:
            self._allowed = read_seconds(values.time, "The time", MOST_SECONDS)
        self._threads = read_threads(values)
        self._mebibytes = read_table(values, DEFAULT_MEBIBYTES)
        self._booked = not values.no_book
        self._cached = not values.no_cache
        self._progress = progress
        self._stopped = stopped
        self._source = setup.game.knowledge
        self._notes: tuple[str, ...] = ()
        self.position: Any = setup.position()
        self.mover = setup.game.sides[self.position.side]
        if not can_be_solved(self.position):
            raise BadCommand(f"{setup.game.title} may go on for ever, so it cannot be solved.")
        outcome = self.position.outcome()
        if outcome is not None:
            raise IllegalMove(f"The game is over: {outcome.reason}")
        self._began = monotonic()

    def seconds_gone(self) -> float:
        """Return the time since the question was asked."""
        return monotonic() - self._began

    def seconds_left(self) -> float | None:
        """Return what is left of the time, None where there is no limit."""
        return None if self._allowed is None else max(0.0, self._allowed - self.seconds_gone())

    def solver(self, by_moves: bool) -> "Solver":
        """Return what may answer; the position knows its endgames and the solver its book then.

        *by_moves* says that the values of the moves are asked for.
        """
        from kalahloa.models.search.solver import Solver

        solver = Solver(self._mebibytes, self._threads)
        knowledge = self._knowledge(by_moves)
        knowledge.use_tablebase(self.position)
        self._notes = knowledge.notes
        solver.recall = knowledge.probe
        return solver

    def _knowledge(self, by_moves: bool) -> "Knowledge":
        from kalahloa.models.knowledge import BuildStopped, NothingKnown

        rules = self.position.rules
        known = self._source.book(rules) if self._booked else NothingKnown(rules)
        if by_moves and known.covers_moves_of(self.position):
            return known
        try:
            return self._source.for_position(
                self.position,
                cached=self._cached,
                booked=self._booked,
                report=self._show_building,
                stopped=self._is_over,
                threads=self._threads,
                seconds=self._allowed,
            )
        except BuildStopped:
            return known

    def _is_over(self) -> bool:
        return self._stopped() or self.seconds_left() == 0.0

    def _show_building(self, done: int, total: int) -> None:
        words = f"endgames: {done / 1e6:.1f} of {total / 1e6:.1f} million positions"
        self._progress.show(done, total, words)

    def tell_notes(self) -> None:
        """Say on the side what went wrong with book and endgames."""
        tell_notes(self._notes)


def _facts(bounds: "Bounds") -> dict[str, Any]:
    return {
        "value": bounds.value,
        "proven": bounds.proven,
        "low": bounds.low,
        "high": bounds.high,
    }


def _trust(bounds: "Bounds") -> str:
    return "proven" if bounds.proven else "not proven"


def _solution_in_words(found: "Solution") -> str:
    return f"{found.bounds.text}, {found.nodes:,} nodes, {found.seconds:.1f} s"


def _values_in_words(position: "Position", found: "MoveValues") -> str:
    proven = sum(bounds.proven for bounds in found.moves.values())
    best = next(iter(found.moves))
    return (
        f"{proven} of {len(found.moves)} moves proven, best {position.format_move(best)}: "
        f"{found.moves[best].text}, {found.nodes:,} nodes, {found.seconds:.1f} s"
    )

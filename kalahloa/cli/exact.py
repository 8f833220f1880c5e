"""What commands have in common that search for exact values: of a position, or of its moves."""

import argparse
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, Setup
from kalahloa.cli.options import read_table, read_threads, read_time, tell_notes
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.errors import BadCommand, IllegalMove

if TYPE_CHECKING:
    from kalahloa.models.knowledge import Knowledge
    from kalahloa.models.search.solver.solution import Bounds
    from kalahloa.models.search.solver.solver import Solver

EXACT_MEBIBYTES = 256


def add_exact_options(parser: Parser) -> None:
    """Give *parser* the options of all that searches for exact values, but for size and time."""
    parser.option("--no-book", action="store_true", help="use no opening book")
    parser.option(
        "--no-cache",
        action="store_true",
        help="neither read nor keep endgames: build them in memory",
    )


class ExactQuestion:
    """A position of *setup* to be solved as *values* say, and the time that is left for it."""

    def __init__(
        self,
        setup: Setup,
        values: argparse.Namespace,
        progress: ProgressLine,
        stopped: Callable[[], bool],
    ) -> None:
        from kalahloa.models.search.solver.solver import can_be_solved

        self._allowed = read_time(values)
        self._threads = read_threads(values)
        self._mebibytes = read_table(values, EXACT_MEBIBYTES)
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
        from kalahloa.models.search.solver.solver import Solver

        solver = Solver(self._mebibytes, self._threads)
        knowledge = self._knowledge(by_moves)
        knowledge.use_tablebase(self.position)
        self._notes = knowledge.notes
        solver.probe = knowledge.probe
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


def facts_of(bounds: "Bounds") -> dict[str, Any]:
    return {
        "value": bounds.value,
        "proven": bounds.proven,
        "low": bounds.low,
        "high": bounds.high,
    }


def trust_in(bounds: "Bounds") -> str:
    return "proven" if bounds.proven else "not proven"

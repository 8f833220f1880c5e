"""What the commands that search for exact values have in common."""

import argparse
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser
from kalahloa.cli.options import read_table, read_threads, read_time, tell_notes
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.errors import BadCommand, IllegalMove

if TYPE_CHECKING:
    from kalahloa.models.game.knowledge import Knowledge, Known
    from kalahloa.models.search.solver.solution import Bounds
    from kalahloa.models.search.solver.solver import Solver

EXACT_MEBIBYTES = 256


def add_exact_options(parser: Parser) -> None:
    """Add the options for book and tablebase to *parser*."""
    parser.option("--no-book", action="store_true", help="do not use the opening book")
    parser.option(
        "--no-cache",
        action="store_true",
        help="do not read or write tablebase files; build a tablebase in memory",
    )


class ExactQuestion:
    """A position to be solved, and the time left for it."""

    def __init__(
        self,
        setup: GameSetup,
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
            raise BadCommand(f"{setup.game.title} can go on for ever, so it cannot be solved.")
        outcome = self.position.outcome()
        if outcome is not None:
            raise IllegalMove(f"The game is over: {outcome.reason}")
        self._began = monotonic()

    def seconds_gone(self) -> float:
        """Return the seconds since this object was created."""
        return monotonic() - self._began

    def seconds_left(self) -> float | None:
        """Return the seconds left, None if there is no limit."""
        return None if self._allowed is None else max(0.0, self._allowed - self.seconds_gone())

    def solver(self, by_moves: bool) -> "Solver":
        """Return the solver; gives the position its tablebase and the solver its book.

        *by_moves* says that the value of each move is wanted.
        """
        from kalahloa.models.search.solver.solver import Solver

        solver = Solver(self._mebibytes, self._threads)
        knowledge = self._knowledge(by_moves)
        solver.use(knowledge, self.position)
        self._notes = knowledge.notes
        return solver

    def _knowledge(self, by_moves: bool) -> "Knowledge":
        from kalahloa.models.game.knowledge import BuildStopped, Knowledge
        from kalahloa.models.search.known import known_moves

        rules = self.position.rules
        known = self._source.book(rules) if self._booked else Knowledge(rules)
        if by_moves and known_moves(known, self.position).is_whole:
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
        words = f"tablebase: {done / 1e6:.1f} of {total / 1e6:.1f} million positions"
        self._progress.show(done, total, words)

    def tell_notes(self) -> None:
        """Write problems with book and tablebase to the standard error."""
        tell_notes(self._notes)


def open_knowledge(setup: GameSetup, stopped: Callable[[], bool]) -> "Knowledge":
    """Return what is known of the game without a search: by book, tablebase and proofs."""
    from kalahloa.models.game.knowledge import BuildStopped

    source, rules = setup.game.knowledge, setup.rules
    try:
        known = source.to_play(rules, stopped)
    except BuildStopped:
        known = source.book(rules)
    tell_notes(known.notes)
    return known


def known_text(known: "Known", position: Any, plies: int = 0) -> str:
    """Return the value that is *known* of what is *plies* moves after *position*."""
    from kalahloa.models.search.move_values import value_of_known
    from kalahloa.models.search.solver.solver import can_be_solved

    return value_of_known(known, can_be_solved(position), plies).text


def facts_of(bounds: "Bounds") -> dict[str, Any]:
    return {
        "value": bounds.value,
        "proven": bounds.proven,
        "low": bounds.low,
        "high": bounds.high,
    }


def trust_in(bounds: "Bounds") -> str:
    return "proven" if bounds.proven else "not proven"

"""The exact value of a position, asked of book, tablebase and solver within a time."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import monotonic

from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BuildReport, BuildStopped, Knowledge
from kalahloa.models.game.position import Position
from kalahloa.models.search.known import known_moves
from kalahloa.models.search.solver.solution import MoveValues, Solution
from kalahloa.models.search.solver.solvable import require_solvable
from kalahloa.models.search.solver.solver import OnBounds, OnSolution, Solver
from kalahloa.models.work.cancellation import never


class ExactQuestion:
    """Asks for exact values of *position*, which is of *game*.

    The book is asked first, if *booked*; then a tablebase is used if building it pays off, in which
    case it is *cached* in the user's folder; then a solver searches with *threads* and a table of
    up to *mebibytes* MiB.  All that takes *seconds*, None for no limit: after that, or once
    *stopped* returns True, values are bounds.  *building* is called while a tablebase is built.
    Raises `BadCommand` if the game can go on for ever, and `IllegalMove` if it is over.
    """

    def __init__(
        self,
        game: Game,
        position: Position,
        *,
        seconds: float | None = None,
        threads: int = 1,
        mebibytes: int = 256,
        booked: bool = True,
        cached: bool = True,
        building: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
    ) -> None:
        require_solvable(position, game.title)
        if position.is_over():
            raise position.refusal(0)
        self.position = position.copy()
        self.notes: tuple[str, ...] = ()
        """Sentences about problems with book and tablebase, once an answer was asked for."""
        self._began = monotonic()
        self._source = game.knowledge
        self._seconds = seconds
        self._threads = threads
        self._mebibytes = mebibytes
        self._booked = booked
        self._cached = cached
        self._building = building
        self._stopped = stopped

    def solve(self, report: OnSolution | None = None) -> Solution:
        """Return the value of the position (see `Solver.solve`)."""
        solver = self._solver(by_moves=False)
        found = solver.solve(
            self.position, seconds=self._left(), stopped=self._stopped, report=report
        )
        return replace(found, seconds=self._gone())

    def decide(self, value: int, report: OnSolution | None = None) -> Solution:
        """Return bounds that tell whether the value is at least *value* (see `Solver.decide`)."""
        solver = self._solver(by_moves=False)
        found = solver.decide(
            self.position, value, seconds=self._left(), stopped=self._stopped, report=report
        )
        return replace(found, seconds=self._gone())

    def values(self, report: OnBounds | None = None, with_lines: bool = True) -> MoveValues:
        """Return the value of each move (see `Solver.values`)."""
        solver = self._solver(by_moves=True)
        found = solver.values(
            self.position,
            seconds=self._left(),
            stopped=self._stopped,
            report=report,
            with_lines=with_lines,
        )
        return replace(found, seconds=self._gone())

    def _gone(self) -> float:
        return monotonic() - self._began

    def _left(self) -> float | None:
        return None if self._seconds is None else max(0.0, self._seconds - self._gone())

    def _solver(self, by_moves: bool) -> Solver:
        """Return what solves the position, which gets its tablebase."""
        solver = Solver(self._mebibytes, self._threads)
        knowledge = self._knowledge(by_moves)
        solver.use(knowledge, self.position)
        self.notes = knowledge.notes
        return solver

    def _knowledge(self, by_moves: bool) -> Knowledge:
        rules = self.position.rules
        book = self._source.book(rules) if self._booked else Knowledge(rules)
        if by_moves and known_moves(book, self.position).is_whole:
            return book
        with suppress(BuildStopped):
            return self._source.for_position(
                self.position,
                cached=self._cached,
                booked=self._booked,
                report=self._building,
                stopped=lambda: self._stopped() or self._left() == 0.0,
                threads=self._threads,
                seconds=self._seconds,
            )
        return book

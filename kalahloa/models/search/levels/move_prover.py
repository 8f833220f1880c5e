"""Proofs about the moves of one position, within a budget: "is this move worth at least …?".

A question is a null-window search to the end of the game (see `exact_search`).  Each answer narrows
the proven bounds of a move's value; what questions have found stays in the table, for the next
questions and for the next positions of the game.
"""

import threading
from collections.abc import Callable
from typing import Any

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.search.known import known_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.search_control import search_time
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.solver.solution import Bounds
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import wait_until


class Budget:
    """What is left of a search's *limits*, in seconds and nodes, from now on."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._began = search_time()
        self.nodes = 0
        """How many nodes were spent."""

    def seconds(self) -> float:
        """Return the seconds since the search began."""
        return search_time() - self._began

    def left(self) -> Limits | None:
        """Return the limits for what is to come; None if the budget is used up."""
        return self._limits.left(self.seconds(), self.nodes)

    def share(self, part: float) -> Limits | None:
        """Return the limits for *part* (0 to 1) of what is left."""
        left = self.left()
        if left is None:
            return None
        return Limits(
            left.depth,
            None if left.seconds is None else part * left.seconds,
            None if left.nodes is None else max(1, round(part * left.nodes)),
            left.soft_seconds,
        )


class Prover:
    """Answers questions about the moves of *position*, a copy of which it owns.

    *knowledge* are the book and the tablebase of its rules; the book is asked only where the
    bounds of the value lie at least *book_span* apart.  *table* has only entries of exact searches
    under the same rules.  *budget* is spent by the questions.  Once *stopped* returns True, there
    are no more answers.
    """

    def __init__(
        self,
        position: Any,
        knowledge: Knowledge,
        table: TranspositionTable,
        budget: Budget,
        stopped: Callable[[], bool],
        book_span: int = 0,
    ) -> None:
        self.position = position.copy()
        self._knowledge = knowledge
        self._book_span = book_span
        self._budget = budget
        self._stopped = stopped
        self._table = table
        self._search = ExactSearch(self.position, table)
        self.moves: dict[int, Bounds] = {
            move: self._known_after(move) for move in self.position.legal_moves()
        }
        """The proven bounds of each legal move, for the side that makes it."""
        known = self._known_here()
        if known.value is not None:  # and so no move is worth more
            for move, bounds in self.moves.items():
                self.moves[move] = Bounds(bounds.low, min(bounds.high, known.value))

    @property
    def bounds(self) -> Bounds:
        """The proven bounds of the position's value, for the side to move."""
        moves = self.moves.values()
        return Bounds(max(one.low for one in moves), max(one.high for one in moves))

    def best_moves(self) -> list[int]:
        """Return the moves that are proven to be optimal; none, if the value is not proven."""
        value = self.bounds.value
        return [] if value is None else [m for m, one in self.moves.items() if one.low == value]

    def span_after(self, move: int) -> int:
        """Return how far apart the bounds of *move* are, on which its proof depends."""
        return self.moves[move].high - self.moves[move].low

    def is_at_least(self, move: int, value: int, nodes: int | None = None) -> bool | None:
        """Return whether *move* is proven to be worth at least *value*.

        None if this takes more than *nodes* nodes, or what is left of the budget.
        """
        known = self.moves[move]
        if known.low >= value or known.high < value:
            return known.low >= value
        limits = self._budget.left()
        if limits is None or self._stopped():
            return None
        limits = limits.tighten(Limits(nodes=nodes))
        side = self.position.side
        self.position.make(move)
        again = self.position.side == side
        alpha = value - 1 if again else -value
        try:
            found = self._run(alpha, limits)
        finally:
            self.position.unmake()
        if found is None:
            return None
        if not again:
            found = -found
        low, high = (max(known.low, found), known.high) if found >= value else (
            known.low, min(known.high, found)
        )  # fmt: skip
        self.moves[move] = Bounds(low, high)
        return found >= value

    def _run(self, alpha: int, limits: Limits) -> int | None:
        """Return the bound that the null window above *alpha* proves, or None within *limits*."""
        if self._search.is_over():  # it has run out of time, for good
            self._search = ExactSearch(self.position, self._table)
        search = self._search
        search.limit(limits.seconds)
        before = search.node_count()
        found: list[int | BaseException] = []
        done = threading.Event()

        def run() -> None:
            try:
                found.append(search.run(alpha, alpha + 1, limits.nodes or 0))
            except BaseException as error:  # raised again in the thread that waits
                found.append(error)
            finally:
                done.set()

        thread = threading.Thread(target=run)
        thread.start()
        try:
            wait_until(done, self._stopped, search.stop, _nothing)
        finally:
            thread.join()
            self._budget.nodes += search.node_count() - before
        (answer,) = found
        if isinstance(answer, BaseException):
            raise answer
        return None if search.was_aborted() else answer

    def _known_here(self) -> Bounds:
        """Return the bounds that are known without a search, for the side to move."""
        found = Bounds(*self._search.known_bounds())
        if found.high - found.low < self._book_span:
            return found
        known = known_value(self._knowledge, self.position)
        return found if known is None else Bounds(known.value, known.value)

    def _known_after(self, move: int) -> Bounds:
        """Return the bounds of *move* that are known without a search."""
        position, side = self.position, self.position.side
        position.make(move)
        try:
            found = self._known_here()
            return found if position.side == side else Bounds(-found.high, -found.low)
        finally:
            position.unmake()


def _nothing() -> None:
    """Do nothing."""

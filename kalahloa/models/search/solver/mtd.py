"""MTD(f): exact values by a sequence of null-window searches, on one or several threads.

Each test proves that the value lies above or below a number, and so narrows a pair of proven bounds
until they meet.  It starts from a first guess (Plaat, Schaeffer, Pijls and de Bruin, "Best-first
fixed-depth minimax algorithms", 1996; the search is that of `exact_search`).
"""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kalahloa.models.game.position import Position
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.solver.solution import Bounds
from kalahloa.models.search.transposition_table import ENTRY_BYTES
from kalahloa.models.work.cancellation import wait_until

Probe = Callable[[Any], int | None]
"""Returns the known value of a position that is not over, for the side to move, or None."""


def probe_nothing(position: Position) -> None:
    """Return None: no value is known."""


NODES_AN_ENTRY = 4
"""So many nodes are searched for each entry of the table before it grows.

With about 5 nodes an entry, proofs take 1 to 8 % more nodes than with room for all: what cost most
is kept.  New memory costs more than that, as the system has to clear it.
"""


class _Stopped(Exception):
    """The search was stopped or is out of time."""


Listen = Callable[[int, int], None]


class MtdSearch:
    """Computes exact values by *searches*, one a thread, of the same position with one table.

    *probe* returns values known beforehand.  The work ends after *seconds* (None for no limit), or
    once *stopped* returns True (see `cancellation`).  The table grows to *max_mebibytes* at most.
    """

    def __init__(
        self,
        searches: list[ExactSearch],
        probe: Probe,
        seconds: float | None,
        stopped: Callable[[], bool],
        max_mebibytes: int,
    ) -> None:
        self._searches = searches
        self._probe = probe
        self._stopped = stopped
        self._table = searches[0].table
        self._max_mebibytes = max_mebibytes
        self._began = time.monotonic()
        self._number = 0
        self._nodes_before = 0  # those searched when the table grew last
        self._done = threading.Event()
        self._error: BaseException | None = None
        for search in searches:
            search.limit(seconds)

    def nodes(self) -> int:
        """Return the nodes visited by all searches."""
        return sum(search.node_count() for search in self._searches)

    def seconds(self) -> float:
        """Return the seconds since the work began."""
        return time.monotonic() - self._began

    def span(self) -> int:
        """Return the difference between the bounds of the position that are known already."""
        known = self._known()
        return known.high - known.low

    def converge(self, guess: int, listen: Listen) -> Bounds:
        """Return the bounds of the position's value; they are equal unless time ran out.

        *guess* is the first guess.  *listen* is called with the bounds after each test, and ten
        times a second.
        """
        known = self._known_by_moves()
        low, high = known.low, known.high
        guess = min(max(guess, low), high)
        while low < high:
            beta = guess + 1 if guess == low else guess
            try:
                value = self._null_window_test(beta, partial(listen, low, high))
            except _Stopped:
                break
            if value < beta:
                high = value
            else:
                low = value
            guess = value
            listen(low, high)
        return Bounds(low, high)

    def decide(self, value: int, listen: Listen) -> Bounds:
        """Return bounds that tell whether the position's value is at least *value*.

        This takes one null-window test at most.  If time runs out, the bounds known before are
        returned.  *listen* is called as by `converge`.
        """
        known = self._known_by_moves()
        if not known.low < value <= known.high:
            return known
        try:
            found = self._null_window_test(value, partial(listen, known.low, known.high))
        except _Stopped:
            return known
        if found < value:
            return Bounds(known.low, found)
        return Bounds(found, known.high)

    def converge_move(self, move: int, guess: int, listen: Listen) -> Bounds:
        """Return the bounds of the value of *move*.

        They and *guess* are from the point of view of the side that makes the move.
        """
        again = self._make(move)
        try:
            if again:
                return self.converge(guess, listen)
            found = self.converge(-guess, lambda low, high: listen(-high, -low))
            return Bounds(-found.high, -found.low)
        finally:
            self._unmake()

    def known_moves(self) -> dict[int, Bounds]:
        """Return the bounds of each legal move that are known without a search."""
        return {move: self._known_move(move) for move in self._searches[0].position.legal_moves()}

    def moves_at_least(self, value: int) -> dict[int, bool | None]:
        """Return for each legal move whether its value is at least *value*; None if not in time."""
        found: dict[int, bool | None] = {}
        for move in self._searches[0].position.legal_moves():
            try:
                found[move] = self._holds(move, value)
            except _Stopped:
                found[move] = None
        return found

    def has_value(self, value: int) -> bool | None:
        """Return whether the position's value is exactly *value*; None if not in time."""
        above = self.decide(value + 1, _ignore_bounds).says_at_least(value + 1)
        if above is None:
            return None
        return not above and self.decide(value, _ignore_bounds).says_at_least(value)

    def line(self, value: int, plies: int | None) -> list[int]:
        """Return a principal variation of the position, whose value is *value*.

        It has at most *plies* moves, and is shorter if time runs out.
        """
        position = self._searches[0].position
        line: list[int] = []
        try:
            while not position.is_over() and len(line) != plies:
                move = self._best_move(value)
                side = position.side
                self._make(move)
                line.append(move)
                if position.side != side:
                    value = -value
        except _Stopped:
            pass
        finally:
            for _ in line:
                self._unmake()
        return line

    def line_of(self, move: int, value: int) -> list[int]:
        """Return a principal variation that begins with *move*, whose value is *value*."""
        again = self._make(move)
        try:
            return [move, *self.line(value if again else -value, None)]
        finally:
            self._unmake()

    def known_line(self, value: int, move: int | None = None) -> list[int]:
        """Return a principal variation as far as it is known without a search.

        *value* is the value of the position, or of *move*, with which the line then begins.
        """
        position = self._searches[0].position
        line: list[int] = []
        best = self._known_best(value) if move is None else move
        while best is not None:
            line.append(best)
            side = position.side
            position.make(best)
            if position.side != side:
                value = -value
            best = None if position.is_over() else self._known_best(value)
        for _ in line:
            position.unmake()
        return line

    def _known_best(self, value: int) -> int | None:
        """Return a move known to have at least *value*, or None."""
        moves = self.known_moves().items()
        return next((move for move, bounds in moves if bounds.low >= value), None)

    def _best_move(self, value: int) -> int:
        """Return a best move of the position, whose value is *value*."""
        unsure = []
        for move in self._searches[0].position.legal_moves():
            bounds = self._known_move(move)
            if bounds.low >= value:
                return move
            if bounds.high >= value:
                unsure.append(move)
        return next((move for move in unsure[:-1] if self._holds(move, value)), unsure[-1])

    def _holds(self, move: int, value: int) -> bool:
        """Return whether the value of *move*, for the side that makes it, is at least *value*."""
        known = self._known_move(move).says_at_least(value)
        if known is not None:
            return known
        again = self._make(move)
        try:
            if again:
                return self._null_window_test(value, _ignore) >= value
            return self._null_window_test(1 - value, _ignore) <= -value
        finally:
            self._unmake()

    def _known_move(self, move: int) -> Bounds:
        search = self._searches[0]
        side = search.position.side
        search.position.make(move)
        try:
            found = self._known()
            again = search.position.side == side
            return found if again else Bounds(-found.high, -found.low)
        finally:
            search.position.unmake()

    def _known(self) -> Bounds:
        """Return the bounds of the position that are known without a search."""
        search = self._searches[0]
        value = None if search.position.is_over() else self._probe(search.position)
        return Bounds(*search.known_bounds()) if value is None else Bounds(value, value)

    def _known_by_moves(self) -> Bounds:
        """Return the known bounds of the position, with those that follow from its moves'."""
        known = self._known()
        if known.proven or self._searches[0].position.is_over():
            return known
        moves = self.known_moves().values()
        return Bounds(
            max(known.low, *(bounds.low for bounds in moves)),
            min(known.high, max(bounds.high for bounds in moves)),
        )

    def _make(self, move: int) -> bool:
        """Make *move* for all searches; return whether the same side moves again."""
        side = self._searches[0].position.side
        for search in self._searches:
            search.position.make(move)
        return self._searches[0].position.side == side

    def _unmake(self) -> None:
        for search in self._searches:
            search.position.unmake()

    def _null_window_test(self, beta: int, listen: Callable[[], None]) -> int:
        """Search the null window (*beta* - 1, *beta*); return the bound that this proves.

        It is a lower bound if it is at least *beta*, else an upper bound.  Raises `_Stopped` when
        the search was stopped or is out of time.
        """
        while True:
            if self._stopped() or self._searches[0].is_over():
                raise _Stopped
            value = self._null_window_test_with(self._budget(), beta, listen)
            if value is not None:
                return value
            if not any(search.is_over() for search in self._searches):
                self._grow()

    def _budget(self) -> int:
        """Return the nodes of each search until the table may have to grow; 0 for no limit."""
        if 2 * self._table.mebibytes > self._max_mebibytes:
            return 0
        entries = self._table.bytes_held() // ENTRY_BYTES
        left = NODES_AN_ENTRY * entries - (self.nodes() - self._nodes_before)
        return max(left, entries // 8) // len(self._searches)

    def _grow(self) -> None:
        try:
            self._table.grow(self._stopped)  # `_null_window_test` looks whether that stopped it
            self._nodes_before = self.nodes()
        except MemoryError:
            self._max_mebibytes = 0

    def _null_window_test_with(
        self, budget: int, beta: int, listen: Callable[[], None]
    ) -> int | None:
        """Do one null-window test; return None if it exceeds *budget* or the time."""
        self._number += 1
        self._done.clear()
        answers: list[int] = []
        ended: list[ExactSearch] = []
        workers = [
            threading.Thread(target=self._run, args=(search, beta, budget, answers, ended))
            for search in self._searches
        ]
        for search in self._searches:
            search.set_task(self._number)
        for worker in workers:
            worker.start()
        try:
            wait_until(self._done, self._stopped, self._stop, listen)
        finally:
            for search in self._searches:
                search.drop_tasks_before(self._number + 1)
            for worker in workers:
                worker.join()
        if self._error is not None:
            raise self._error
        return answers[0] if answers else None

    def _stop(self) -> None:
        for search in self._searches:
            search.stop()

    def _run(
        self,
        search: ExactSearch,
        beta: int,
        budget: int,
        answers: list[int],
        ended: list[ExactSearch],
    ) -> None:
        try:
            value = search.run(beta - 1, beta, budget)
            if not search.was_aborted():
                answers.append(value)
        except BaseException as error:  # handed on to the thread that waits
            self._error = error
        finally:
            ended.append(search)
            if answers or self._error is not None or len(ended) == len(self._searches):
                self._done.set()


def _ignore() -> None:
    """Do nothing."""


def _ignore_bounds(low: int, high: int) -> None:
    """Do nothing."""

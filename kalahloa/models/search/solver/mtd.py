"""One question for exact values while it is worked on, by one thread or several.

A value is narrowed down between two bounds by asking whether it lies above or below a number (see
`exact`), beginning with a good guess; what is known so far is always a pair of proven bounds.
"""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kalahloa.models.cancellation import wait_until
from kalahloa.models.position import Position
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.solver.solution import Bounds

Probe = Callable[[Any], int | None]
"""Returns the value of a position that goes on, for its side to move, None where it is unknown."""


def probe_nothing(position: Position) -> None:
    """Return that nothing is known of *position* beforehand."""


ENTRY_BYTES = 16
MAX_LOAD = 0.75
"""The share of the table's entries that may be used before it grows."""


class _Stopped(Exception):
    """The search was told to stop, or ran out of time."""


Listen = Callable[[int, int], None]


class ExactTask:
    """One question while it is worked on by some *searches* of the same position.

    They end after so many *seconds*, or once *stopped* says so (see `stopping`).  Their table
    grows to *most_mebibytes* at most.
    """

    def __init__(
        self,
        searches: list[ExactSearch],
        probe: Probe,
        seconds: float | None,
        stopped: Callable[[], bool],
        most_mebibytes: int,
    ) -> None:
        self._searches = searches
        self._recall = probe
        self._stopped = stopped
        self._table = searches[0].table
        self._most_mebibytes = most_mebibytes
        self._began = time.monotonic()
        self._number = 0
        self._done = threading.Event()
        self._error: BaseException | None = None
        for search in searches:
            search.limit(seconds)

    def nodes(self) -> int:
        """Return the nodes visited by all searches."""
        return sum(search.node_count() for search in self._searches)

    def seconds(self) -> float:
        """Return the time since the question was asked."""
        return time.monotonic() - self._began

    def converge(self, guess: int, listen: Listen) -> Bounds:
        """Return the bounds of the searches' position, equal unless time ran out.

        *listen* is told of the bounds when they have become closer, and ten times a second.
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

    def converge_move(self, move: int, guess: int, listen: Listen) -> Bounds:
        """Return the bounds of *move* for the one who makes it; *guess* is for that side too."""
        again = self._make(move)
        try:
            if again:
                return self.converge(guess, listen)
            found = self.converge(-guess, lambda low, high: listen(-high, -low))
            return Bounds(-found.high, -found.low)
        finally:
            self._unmake()

    def known_moves(self) -> dict[int, Bounds]:
        """Return what is known of each legal move without any search."""
        return {move: self._known_move(move) for move in self._searches[0].position.legal_moves()}

    def holding(self, value: int) -> dict[int, bool | None]:
        """Return of each legal move whether it is worth at least *value*, None if not in time."""
        found: dict[int, bool | None] = {}
        for move in self._searches[0].position.legal_moves():
            try:
                found[move] = self._holds(move, value)
            except _Stopped:
                found[move] = None
        return found

    def is_worth(self, value: int) -> bool | None:
        """Return whether the position is worth *value* exactly, None if not in time."""
        known = self._known_by_moves()
        try:
            if known.high > value and self._null_window_test(value + 1, _ignore) > value:
                return False
            return known.low >= value or self._null_window_test(value, _ignore) >= value
        except _Stopped:
            return None

    def line(self, value: int, plies: int | None) -> list[int]:
        """Return best moves of both sides from the position, worth *value*, *plies* at most."""
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

    def known_line(self, value: int, move: int | None = None) -> list[int]:
        """Return the best play from the position, worth *value*, as far as it is known.

        It begins with *move* if one is given, which is worth that.
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
        """Return a move that is known to be worth *value*, None where none is."""
        moves = self.known_moves().items()
        return next((move for move, bounds in moves if bounds.low >= value), None)

    def _best_move(self, value: int) -> int:
        """Return a move that is worth *value*, the value of the position."""
        unsure = []
        for move in self._searches[0].position.legal_moves():
            bounds = self._known_move(move)
            if bounds.low >= value:
                return move
            if bounds.high >= value:
                unsure.append(move)
        return next((move for move in unsure[:-1] if self._holds(move, value)), unsure[-1])

    def _holds(self, move: int, value: int) -> bool:
        """Return whether *move* is worth at least *value* to the one who makes it."""
        bounds = self._known_move(move)
        if bounds.low >= value or bounds.high < value:
            return bounds.low >= value
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
        """Return what is known of the position without any search."""
        search = self._searches[0]
        value = None if search.position.is_over() else self._recall(search.position)
        return Bounds(*search.known()) if value is None else Bounds(value, value)

    def _known_by_moves(self) -> Bounds:
        """Return what is known of the position, and follows from what is known of its moves."""
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
        """Return a bound of the value: at least *beta*, or below it; raise `_Stopped` in time."""
        while True:
            if self._stopped() or self._searches[0].is_over():
                raise _Stopped
            value = self._null_window_test_with(self._budget(), beta, listen)
            if value is not None:
                return value
            if not any(search.is_over() for search in self._searches):
                self._grow()

    def _budget(self) -> int:
        """Return how many nodes each search may visit before the table grows; 0 if it does not."""
        if 2 * self._table.mebibytes > self._most_mebibytes:
            return 0
        entries = self._table.bytes_held() // ENTRY_BYTES
        free = round((MAX_LOAD - self._table.share_used()) * entries)
        return max(free, entries // 8) // len(self._searches)

    def _grow(self) -> None:
        try:
            self._table.grow()
        except MemoryError:
            self._most_mebibytes = 0

    def _null_window_test_with(
        self, budget: int, beta: int, listen: Callable[[], None]
    ) -> int | None:
        """Do what `_null_window_test` does; return None where *budget* or time did not suffice."""
        self._number += 1
        self._done.clear()
        answers: list[int] = []
        ended: list[ExactSearch] = []
        workers = [
            threading.Thread(target=self._run, args=(search, beta, budget, answers, ended))
            for search in self._searches
        ]
        for search in self._searches:
            search.take_task(self._number)
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
    """Listen to nothing."""

"""Exact values by the search's exact mode: of a position, and of every move in it.

A value is narrowed down between two bounds by asking whether it lies above or below a number (see
`exact`), beginning with a good guess; what is known so far is always a pair of proven bounds.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from kalahloa.models.position import Position
from kalahloa.models.search.analysis import EngineLimits
from kalahloa.models.search.engine import Engine
from kalahloa.models.search.exact import ExactSearch
from kalahloa.models.search.searcher import never
from kalahloa.models.search.table import Table

LISTEN_SECONDS = 0.002
REPORT_SECONDS = 0.1
GUESS_NODES = 10_000
"""What is spent on the estimate with which the search for the value begins."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between which scores a value is proven to lie, for the side to move."""

    low: int
    high: int

    @property
    def proven(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    @property
    def value(self) -> int | None:
        """The value where it is known."""
        return self.low if self.proven else None

    @property
    def text(self) -> str:
        """The bounds in a few characters: ``+8``, ``-2 to +4``."""
        return f"{self.low:+d}" if self.proven else f"{self.low:+d} to {self.high:+d}"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth to the side to move, as far as it is known.

    `line` is one of the best for both sides to the end of the game where the value is proven;
    `nodes` and `seconds` tell what it took.
    """

    bounds: Bounds
    line: tuple[int, ...]
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What each legal move of a position is worth to the one who makes it, the best first.

    `lines` has the best play of both sides from each proven move on, as far as it is known.
    """

    moves: dict[int, Bounds]
    nodes: int
    seconds: float
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def proven(self) -> bool:
        """Whether every move's value is known."""
        return all(bounds.proven for bounds in self.moves.values())


Report = Callable[[MoveValues], None]
Recall = Callable[[Any], int | None]
"""Returns the value of a position that goes on, for its side to move, None where it is unknown."""


def recall_nothing(position: Position) -> None:
    """Return that nothing is known of *position* beforehand."""


def can_be_solved(position: Position) -> bool:
    """Return whether *position* is of a game that cannot go on for ever."""
    try:
        ExactSearch(position.copy(), Table(1))
    except ValueError:
        return False
    return True


class _Stopped(Exception):
    """The search was told to stop, or ran out of time."""


class Solver:
    """Finds exact values with a table of *mebibytes* MiB, on *threads* threads.

    *recall* tells what is known beforehand, such as an opening book's values; it is asked of the
    positions in question and those one move after them, not within searches.  What was found for
    one question helps with the next under the same rules.  Games that may go on for ever cannot be
    solved: the methods raise `ValueError` for them, and where the game is over.  To be used by one
    thread at a time.
    """

    def __init__(
        self, mebibytes: int = 256, threads: int = 1, recall: Recall = recall_nothing
    ) -> None:
        if threads < 1:
            raise ValueError(f"A solver has at least 1 thread, not {threads}.")
        self.threads = threads
        self.recall = recall
        self._rules: object = None
        # To get much memory takes seconds, in which others may get endgames ready.
        executor = ThreadPoolExecutor(1)
        self._new_table = executor.submit(Table, mebibytes)
        executor.shutdown(wait=False)

    def has_memory(self) -> bool:
        """Return whether the table is there; until then a question waits and cannot be stopped."""
        return self._new_table.done()

    def warm_up(self) -> None:
        """Wait until the table is there."""
        self._new_table.result()

    def solve(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        guess: int | None = None,
        plies: int | None = None,
        stopped: Callable[[], bool] = never,
        report: Callable[[Solution], None] | None = None,
    ) -> Solution:
        """Return what *position* is worth, as far as it is known after *seconds* at most.

        *guess* is a value to begin with.  The line has so many *plies*, and by default goes to the
        end of the game; but where the value is recalled and not searched for, only as far as it is
        known as well.  *stopped* is asked every few milliseconds; *report* is told of the
        bounds ten times a second.
        """
        task = self._task(position, seconds, stopped)
        told = [0.0]

        def listen(low: int, high: int) -> None:
            now = time.monotonic()
            if report is not None and now - told[0] >= REPORT_SECONDS:
                told[0] = now
                report(Solution(Bounds(low, high), (), task.nodes(), task.seconds()))

        bounds = task.settle(self._guess(position, stopped) if guess is None else guess, listen)
        line: list[int] = []
        if bounds.value is not None:
            recalled = plies is None and self.recall(position) is not None
            line = task.known_line(bounds.value) if recalled else task.line(bounds.value, plies)
        return Solution(bounds, tuple(line), task.nodes(), task.seconds())

    def values(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
        report: Report | None = None,
        with_lines: bool = True,
    ) -> MoveValues:
        """Return what every legal move of *position* is worth, as far as it is known in time.

        *report* is told of each move whose value has become known, and ten times a second; lines
        come at the end, unless none are wanted.
        """
        task = self._task(position, seconds, stopped)
        moves = task.known_moves()
        told = [0.0]

        def tell(always: bool = False) -> None:
            now = time.monotonic()
            if report is not None and (always or now - told[0] >= REPORT_SECONDS):
                told[0] = now
                report(_sorted(moves, task))

        open_moves = [move for move, bounds in moves.items() if not bounds.proven]
        if open_moves and not stopped():
            guess = self._guess(position, stopped)
            # The likely best moves first: their values are asked for most, and good guesses.
            for move in _by_estimate(position, open_moves, stopped):

                def listen(low: int, high: int, move: int = move) -> None:
                    moves[move] = Bounds(low, high)
                    tell()

                moves[move] = task.settle_move(move, guess, listen)
                if not moves[move].proven:
                    break
                tell(True)
        found = _sorted(moves, task)
        if not with_lines:
            return found
        lines = {
            move: tuple(task.known_line(bounds.value, move))
            for move, bounds in found.moves.items()
            if bounds.value is not None
        }
        return replace(found, lines=lines)

    def holding(
        self,
        position: Position,
        value: int,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
    ) -> dict[int, bool | None]:
        """Return of each legal move whether it is worth at least *value* to the one who makes it.

        None stands for what was not found out in time.
        """
        return self._task(position, seconds, stopped).holding(value)

    def is_worth(
        self,
        position: Position,
        value: int,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
    ) -> bool | None:
        """Return whether *position* is worth *value* exactly, None where it is not known in time.

        That takes less than to find out what it is worth.
        """
        return self._task(position, seconds, stopped).is_worth(value)

    def _guess(self, position: Position, stopped: Callable[[], bool]) -> int:
        analysis = Engine(1).analyse(position, EngineLimits(nodes=GUESS_NODES), stopped=stopped)
        return round(analysis.lines[0].score.number)

    def _task(
        self, position: Position, seconds: float | None, stopped: Callable[[], bool]
    ) -> "_Task":
        if position.is_over():
            raise ValueError("The game is over: there is nothing to solve.")
        table = self._new_table.result()
        if position.rules != self._rules:
            if self._rules is not None:  # or nothing was ever written
                table.forget()
            self._rules = position.rules
        searches = [
            ExactSearch(position.copy(), table, self.threads > 1) for _ in range(self.threads)
        ]
        return _Task(searches, self.recall, seconds, stopped)


def _sorted(moves: dict[int, Bounds], task: "_Task") -> MoveValues:
    best_first = sorted(moves.items(), key=lambda item: (-item[1].low, -item[1].high))
    return MoveValues(dict(best_first), task.nodes(), task.seconds())


def _by_estimate(position: Position, moves: list[int], stopped: Callable[[], bool]) -> list[int]:
    """Return *moves*, the best by a quick search first."""
    count = len(position.legal_moves())
    limits = EngineLimits(nodes=GUESS_NODES)
    lines = Engine(1).analyse(position, limits, lines=count, stopped=stopped).lines
    rank = {line.move: number for number, line in enumerate(lines)}
    return sorted(moves, key=lambda move: rank.get(move, count))


Listen = Callable[[int, int], None]


class _Task:
    """One question while it is worked on by some *searches* of the same position."""

    def __init__(
        self,
        searches: list[ExactSearch],
        recall: Recall,
        seconds: float | None,
        stopped: Callable[[], bool],
    ) -> None:
        self._searches = searches
        self._recall = recall
        self._stopped = stopped
        self._began = time.monotonic()
        self._deadline = None if seconds is None else self._began + seconds
        self._number = 0
        self._done = threading.Event()
        self._error: BaseException | None = None

    def nodes(self) -> int:
        """Return the nodes visited by all searches."""
        return sum(search.node_count() for search in self._searches)

    def seconds(self) -> float:
        """Return the time since the question was asked."""
        return time.monotonic() - self._began

    def settle(self, guess: int, listen: Listen) -> Bounds:
        """Return the bounds of the searches' position, equal unless time ran out.

        *listen* is told of the bounds every few milliseconds.
        """
        known = self._known_by_moves()
        low, high = known.low, known.high
        guess = min(max(guess, low), high)
        while low < high:
            beta = guess + 1 if guess == low else guess
            try:
                value = self._test(beta, partial(listen, low, high))
            except _Stopped:
                break
            if value < beta:
                high = value
            else:
                low = value
            guess = value
        return Bounds(low, high)

    def settle_move(self, move: int, guess: int, listen: Listen) -> Bounds:
        """Return the bounds of *move* for the one who makes it; *guess* is for that side too."""
        again = self._make(move)
        try:
            if again:
                return self.settle(guess, listen)
            found = self.settle(-guess, lambda low, high: listen(-high, -low))
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
            if known.high > value and self._test(value + 1, _ignore) > value:
                return False
            return known.low >= value or self._test(value, _ignore) >= value
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
                return self._test(value, _ignore) >= value
            return self._test(1 - value, _ignore) <= -value
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

    def _test(self, beta: int, listen: Callable[[], None]) -> int:
        """Return a bound of the value: at least *beta*, or below it; raise `_Stopped` in time."""
        if self._stopped():
            raise _Stopped
        self._number += 1
        self._done.clear()
        answers: list[int] = []
        workers = [
            threading.Thread(target=self._run, args=(search, beta, answers))
            for search in self._searches
        ]
        for search in self._searches:
            search.take_task(self._number)
        for worker in workers:
            worker.start()
        try:
            while not self._done.wait(LISTEN_SECONDS):
                if self._stopped() or (
                    self._deadline is not None and time.monotonic() >= self._deadline
                ):
                    break
                listen()
        finally:
            for search in self._searches:
                search.drop_tasks_before(self._number + 1)
            for worker in workers:
                worker.join()
        if self._error is not None:
            raise self._error
        if not answers:
            raise _Stopped
        return answers[0]

    def _run(self, search: ExactSearch, beta: int, answers: list[int]) -> None:
        try:
            value = search.run(beta - 1, beta)
            if not search.was_aborted():
                answers.append(value)
        except BaseException as error:  # handed on to the thread that waits
            self._error = error
        finally:
            if answers or self._error is not None:
                self._done.set()


def _ignore() -> None:
    """Listen to nothing."""

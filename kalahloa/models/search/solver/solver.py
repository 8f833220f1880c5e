"""Exact values by the search's exact mode: of a position, and of every move in it.

The questions are asked here, and answered with what is known beforehand, a guess and a table;
`exact_task` works on them.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from kalahloa.models.cancellation import TELL_SECONDS, is_ready, never
from kalahloa.models.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.solver.mtd import ExactTask, Probe, probe_nothing
from kalahloa.models.search.solver.solution import Bounds, MoveValues, Solution
from kalahloa.models.search.transposition_table import TranspositionTable

FIRST_MEBIBYTES = 512
"""What a table has to begin with: to get more takes time, and most questions need less."""
GUESS_NODES = 10_000
"""What is spent on the estimate with which the search for the value begins."""

OnBounds = Callable[[MoveValues], None]


def can_be_solved(position: Position) -> bool:
    """Return whether *position* is of a game that cannot go on for ever."""
    try:
        ExactSearch(position.copy(), TranspositionTable(1))
    except ValueError:
        return False
    return True


class Solver:
    """Finds exact values with a table of up to *mebibytes* MiB, on *threads* threads.

    *probe* tells what is known beforehand, such as an opening book's values; it is asked of the
    positions in question and those one move after them, not within searches.  What was found for
    one question helps with the next under the same rules.  Games that may go on for ever cannot be
    solved: the methods raise `ValueError` for them, and where the game is over.  To be used by one
    thread at a time.
    """

    def __init__(
        self, mebibytes: int = 256, threads: int = 1, probe: Probe = probe_nothing
    ) -> None:
        if threads < 1:
            raise ValueError(f"A solver has at least 1 thread, not {threads}.")
        self.threads = threads
        self.probe = probe
        self._game: object = None
        self._mebibytes = mebibytes
        # To get memory takes a while, in which others may get endgames ready.
        executor = ThreadPoolExecutor(1)
        self._new_table = executor.submit(TranspositionTable, min(mebibytes, FIRST_MEBIBYTES))
        executor.shutdown(wait=False)

    def has_memory(self) -> bool:
        """Return whether the table is there."""
        return self._new_table.done()

    def table_mebibytes(self) -> int:
        """Return what the table takes by now."""
        return self._new_table.result().mebibytes

    def warm_up(self, stopped: Callable[[], bool] = never) -> bool:
        """Wait until the table is there, or *stopped* says so; return whether one may go on.

        A question that is asked before waits, and cannot be stopped meanwhile.  Raises
        `MemoryError` where there is not so much memory.
        """
        ready = is_ready(self._new_table, stopped)
        if ready:
            self._new_table.result()
        return ready

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
        known as well.  What is known once *stopped* says so is returned (see `stopping`);
        *report* is told of the bounds ten times a second.
        """
        task = self._task(position, seconds, stopped)
        told = [0.0]

        def listen(low: int, high: int) -> None:
            now = time.monotonic()
            if report is not None and now - told[0] >= TELL_SECONDS:
                told[0] = now
                report(Solution(Bounds(low, high), (), task.nodes(), task.seconds()))

        bounds = task.converge(self._guess(position, stopped) if guess is None else guess, listen)
        line: list[int] = []
        if bounds.value is not None:
            recalled = plies is None and self.probe(position) is not None
            line = task.known_line(bounds.value) if recalled else task.line(bounds.value, plies)
        return Solution(bounds, tuple(line), task.nodes(), task.seconds())

    def values(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
        report: OnBounds | None = None,
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
            if report is not None and (always or now - told[0] >= TELL_SECONDS):
                told[0] = now
                report(_sorted(moves, task))

        open_moves = [move for move, bounds in moves.items() if not bounds.proven]
        if open_moves and not stopped():
            guess = self._guess(position, stopped)
            # The likely best moves first: their values are asked for most, and good guesses.
            for move in _by_estimate(position, open_moves, stopped):
                if stopped():
                    break

                def listen(low: int, high: int, move: int = move) -> None:
                    moves[move] = Bounds(low, high)
                    tell()

                moves[move] = task.converge_move(move, guess, listen)
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
        analysis = Engine(1).analyse(position, Limits(nodes=GUESS_NODES), stopped=stopped)
        return round(analysis.lines[0].score.number)

    def _task(
        self, position: Position, seconds: float | None, stopped: Callable[[], bool]
    ) -> ExactTask:
        if position.is_over():
            raise ValueError("The game is over: there is nothing to solve.")
        table = self._new_table.result()
        game = (type(position), position.rules)
        if game != self._game:
            if self._game is not None:  # or nothing was ever written
                table.forget()
            self._game = game
        searches = [
            ExactSearch(position.copy(), table, self.threads > 1) for _ in range(self.threads)
        ]
        return ExactTask(searches, self.probe, seconds, stopped, self._mebibytes)


def _sorted(moves: dict[int, Bounds], task: ExactTask) -> MoveValues:
    best_first = sorted(moves.items(), key=lambda item: (-item[1].low, -item[1].high))
    return MoveValues(dict(best_first), task.nodes(), task.seconds())


def _by_estimate(position: Position, moves: list[int], stopped: Callable[[], bool]) -> list[int]:
    """Return *moves*, the best by a quick search first, unless that is *stopped*."""
    if stopped():
        return moves
    count = len(position.legal_moves())
    limits = Limits(nodes=GUESS_NODES)
    lines = Engine(1).analyse(position, limits, lines=count, stopped=stopped).lines
    rank = {line.move: number for number, line in enumerate(lines)}
    return sorted(moves, key=lambda move: rank.get(move, count))

"""The solver: exact values of a position, and of its moves, by search to the end of the game.

It holds the transposition table and chooses first guesses; the searches are those of `mtd`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.solver.mtd import MtdSearch, Probe, probe_nothing
from kalahloa.models.search.solver.solution import Bounds, MoveValues, Solution
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import Throttle, is_ready, never

FIRST_MEBIBYTES = 16
"""The initial size of a table: most positions need no more, and look-ups in more take longer."""
GUESS_NODES, MORE_GUESS_NODES = 2_000, 10_000
"""The nodes that the engine spends on the first guess: fewer and more."""
WIDE_SPAN = 70
"""The span between the known bounds of a position that is worth a better guess."""

OnBounds = Callable[[MoveValues], None]
OnSolution = Callable[[Solution], None]


class Solver:
    """Computes exact values with a table of up to *mebibytes* MiB, on *threads* threads.

    *probe* returns values that are known beforehand, such as those of an opening book; it is called
    for the given positions and those after one move, not within searches.  The table is kept for
    further positions under the same rules.  The methods raise `ValueError` if the game is over or
    may go on for ever.  To be used by one thread at a time.
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
        from concurrent.futures import ThreadPoolExecutor  # which takes a while to import

        # The allocation takes a while, during which the caller may open a tablebase.
        executor = ThreadPoolExecutor(1)
        self._new_table = executor.submit(TranspositionTable, min(mebibytes, FIRST_MEBIBYTES))
        executor.shutdown(wait=False)

    def use(self, knowledge: Knowledge, position: Position) -> None:
        """Ask *knowledge* first from now on, and attach its tablebase to *position*.

        *position* is to be solved under the rules of *knowledge*.
        """
        knowledge.use_tablebase(position)
        self.probe = knowledge.probe

    def has_memory(self) -> bool:
        """Return whether the table has been allocated."""
        return self._new_table.done()

    def table_mebibytes(self) -> int:
        """Return the present size of the table in MiB."""
        return self._new_table.result().mebibytes

    def warm_up(self, stopped: Callable[[], bool] = never) -> bool:
        """Wait until the table is allocated; return False if *stopped* returned True before.

        Other methods wait for the table too, but cannot be stopped while they do.  Raises
        `MemoryError` if there is not enough memory.
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
        report: OnSolution | None = None,
    ) -> Solution:
        """Return the value of *position*, or bounds of it after *seconds*.

        *guess* is the first guess; by default the engine makes one.  The line has at most *plies*
        moves, by default as many as the game; if the value comes from *probe*, it goes only as far
        as values are known.  Once *stopped* returns True, the bounds so far are returned (see
        `cancellation`).  *report* is called with the bounds at most ten times a second.
        """
        task = self._task(position, seconds, stopped)
        bounds = task.converge(
            self._guess(position, task, stopped) if guess is None else guess,
            _listener(task, report),
        )
        line: list[int] = []
        if bounds.value is not None:
            recalled = plies is None and self.probe(position) is not None
            line = task.known_line(bounds.value) if recalled else task.line(bounds.value, plies)
        return Solution(bounds, tuple(line), task.nodes(), task.seconds())

    def decide(
        self,
        position: Position,
        value: int,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
        report: OnSolution | None = None,
    ) -> Solution:
        """Return bounds that tell whether the value of *position* is at least *value*.

        This takes one null-window test at most, and no line is looked for.  The bounds tell nothing
        new after *seconds*, or once *stopped* returned True; *report* is called as by `solve`.
        """
        task = self._task(position, seconds, stopped)
        bounds = task.decide(value, _listener(task, report))
        return Solution(bounds, (), task.nodes(), task.seconds())

    def solve_side_by_side(
        self, positions: Sequence[Position], stopped: Callable[[], bool] = never
    ) -> Iterator[tuple[Position, int]]:
        """Yield each of *positions* with its value, in the order in which they are solved.

        Each thread has a position of its own, and all have one table.  It is meant for more
        positions than threads, all under the same rules.  Once *stopped* returns True, or when the
        iterator is closed, those that are not solved yet are left out.
        """
        if not positions:
            return
        # The table cannot grow while it is searched.
        table = self._table_for(positions[0])
        self._grow_fully(table, stopped)
        closed = False

        def over() -> bool:
            return closed or stopped()

        def value_of(position: Position) -> int | None:
            if over():
                return None
            task = MtdSearch([ExactSearch(position.copy(), table)], self.probe, None, over, 0)
            return task.converge(self._guess(position, task, over), lambda low, high: None).value

        from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

        left = iter(positions)
        with ThreadPoolExecutor(self.threads) as executor:
            running = {
                executor.submit(value_of, position): position
                for position in islice(left, self.threads)
            }
            try:
                while running:
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        position = running.pop(done)
                        for following in islice(left, 1):
                            running[executor.submit(value_of, following)] = following
                        value = done.result()
                        if value is not None:
                            yield position, value
            finally:
                closed = True

    def values(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
        report: OnBounds | None = None,
        with_lines: bool = True,
    ) -> MoveValues:
        """Return the value of every legal move of *position*, or bounds of it after *seconds*.

        *report* is called after each proven move, and ten times a second.  Lines are only in the
        returned result, and only *with_lines*.
        """
        task = self._task(position, seconds, stopped)
        moves = task.known_moves()
        throttle = Throttle()

        def tell(always: bool = False) -> None:
            if report is not None and (throttle.is_due() or always):
                report(_sorted(moves, task))

        open_moves = [move for move, bounds in moves.items() if not bounds.proven]
        if open_moves and not stopped():
            guess = self._guess(position, task, stopped)
            # The best moves first: they matter most, and their values are good guesses.
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

    def line(
        self,
        position: Position,
        move: int,
        value: int,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
    ) -> tuple[int, ...]:
        """Return a principal variation of *position* that begins with *move*, worth *value*.

        *value* is proven, for the side that makes the move.  The line goes to the end of the game,
        or less far after *seconds*, or once *stopped* returns True (see `cancellation`).
        """
        return tuple(self._task(position, seconds, stopped).line_of(move, value))

    def moves_at_least(
        self,
        position: Position,
        value: int,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
    ) -> dict[int, bool | None]:
        """Return for each legal move whether its value is at least *value*; None if not in time.

        Values are for the side that makes the move.
        """
        return self._task(position, seconds, stopped).moves_at_least(value)

    def has_value(
        self,
        position: Position,
        value: int,
        *,
        seconds: float | None = None,
        stopped: Callable[[], bool] = never,
    ) -> bool | None:
        """Return whether the value of *position* is exactly *value*; None if not in time.

        This takes at most two null-window tests, fewer than `solve`.
        """
        return self._task(position, seconds, stopped).has_value(value)

    def _guess(self, position: Position, task: MtdSearch, stopped: Callable[[], bool]) -> int:
        nodes = GUESS_NODES if task.span() < WIDE_SPAN else MORE_GUESS_NODES
        try:
            analysis = Engine(1).analyse(position, Limits(nodes=nodes), stopped=stopped)
        except SearchStopped:
            return 0  # any number will do: nothing is asked any more
        return round(analysis.lines[0].score.number)

    def _task(
        self, position: Position, seconds: float | None, stopped: Callable[[], bool]
    ) -> MtdSearch:
        if position.is_over():
            raise ValueError("The game is over: there is nothing to solve.")
        table = self._table_for(position)
        searches = [
            ExactSearch(position.copy(), table, self.threads > 1) for _ in range(self.threads)
        ]
        return MtdSearch(searches, self.probe, seconds, stopped, self._mebibytes)

    def _table_for(self, position: Position) -> TranspositionTable:
        """Return the table, without what was found under other rules than those of *position*."""
        table = self._new_table.result()
        game = (type(position), position.rules)
        if game != self._game:
            if self._game is not None:  # or nothing was ever written
                table.forget()
            self._game = game
        return table

    def _grow_fully(self, table: TranspositionTable, stopped: Callable[[], bool]) -> None:
        try:
            while 2 * table.mebibytes <= self._mebibytes and table.grow(stopped):
                pass
        except MemoryError:  # so it stays as it is
            self._mebibytes = table.mebibytes


def _listener(task: MtdSearch, report: OnSolution | None) -> Callable[[int, int], None]:
    """Return a function that tells *report* the bounds that it gets, not too often."""
    throttle = Throttle()

    def listen(low: int, high: int) -> None:
        if report is not None and throttle.is_due():
            report(Solution(Bounds(low, high), (), task.nodes(), task.seconds()))

    return listen


def _sorted(moves: dict[int, Bounds], task: MtdSearch) -> MoveValues:
    best_first = sorted(moves.items(), key=lambda item: (-item[1].low, -item[1].high))
    return MoveValues(dict(best_first), task.nodes(), task.seconds())


def _by_estimate(position: Position, moves: list[int], stopped: Callable[[], bool]) -> list[int]:
    """Return *moves* sorted by a short search of the engine, or unsorted if *stopped*."""
    count = len(position.legal_moves())
    limits = Limits(nodes=MORE_GUESS_NODES)
    try:
        lines = Engine(1).analyse(position, limits, lines=count, stopped=stopped).lines
    except SearchStopped:
        return moves
    best_first = [line.move for line in lines]
    return sorted(moves, key=best_first.index)

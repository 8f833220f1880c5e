"""The value of every legal move of a position: estimated by the engine, proven where possible.

Games that always end are also searched to their end (see `solver`); there a value is proven only if
it comes from that search or from a finished game.  The engine and the solver take turns, with time
slices of increasing length, so that both have first results early.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from kalahloa.models.cancellation import is_ready, never
from kalahloa.models.position import Position
from kalahloa.models.search.engine.analysis import AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.solver.mtd import Probe, probe_nothing
from kalahloa.models.search.solver.solution import Bounds, margin_text
from kalahloa.models.search.solver.solution import MoveValues as ProvenBounds
from kalahloa.models.search.solver.solver import Solver, can_be_solved
from kalahloa.models.search.values import (
    decided_by,
    decided_in,
    estimate_text,
    is_decided,
    plies_of,
    points_of,
)
from kalahloa.models.sentence import QT_TRANSLATE_NOOP

ESTIMATE_MEBIBYTES = 16
PROOF_MEBIBYTES = 128
FIRST_SECONDS = 0.12
PROOF_THREADS = min(2, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move for the side that makes it, in the game's unit.

    `proven` tells whether the value is exact rather than estimated; `text` is the value in a few
    characters.  `depth` is that of the search that estimated it.  `plies` is the length of a proven
    win or loss in games where the sooner is the better, else None.
    """

    number: float
    proven: bool
    text: str
    depth: int = field(default=0, compare=False)
    plies: int | None = field(default=None, compare=False)

    @property
    def trust(self) -> str:
        """``proven`` or ``estimated``."""
        if self.proven:
            return QT_TRANSLATE_NOOP("Models", "proven")
        return QT_TRANSLATE_NOOP("Models", "estimated")

    @property
    def order(self) -> tuple[float, bool, int]:
        """A key to sort by, the best last.

        Of equal numbers, a proven one is better than an estimate, and a quick win or a slow loss
        better than others.
        """
        sooner = self.plies or 0
        return self.number, self.proven, -sooner if self.number > 0 else sooner

    def within(self, low: float, high: float) -> "MoveValue":
        """Return this estimate, clamped to the range from *low* to *high*."""
        number = float(min(max(self.number, low), high))
        if number == self.number:
            return self
        decimals = len(self.text.partition(".")[2])
        return replace(self, number=number, text=estimate_text(number, decimals or 1))


def value_of_result(result: SearchResult, always_ends: bool) -> MoveValue:
    """Return the value of the move that a searcher chose.

    *always_ends* is what `can_be_solved` says of the game.
    """
    if not is_decided(result.value):
        return _move_value(result.value, result.proven, None, always_ends, result.depth)
    points = points_of(result.value)
    plies = plies_of(result.value) if abs(points) == 1 else 0
    return _move_value(float(points), result.proven, plies or None, always_ends, result.depth)


def _move_value(
    number: float, proven: bool, plies: int | None, always_ends: bool, depth: int
) -> MoveValue:
    """Return the value with its text, in the style of the game.

    In games that always end the margin counts: ``+8``, or as an estimate ``+7.6``.  In others it is
    the winner, and how soon: ``wins in 5``, or as an estimate ``+0.84``.
    """
    if not proven:
        text = estimate_text(number, 1 if always_ends else 2)
    elif always_ends or not number:
        text = margin_text(round(number))
    else:
        wins = number > 0
        text = decided_in(wins, plies) if plies else decided_by(wins, abs(round(number)))
    return MoveValue(number, proven, text, depth, None if always_ends else plies)


Values = dict[int, MoveValue]
OnValues = Callable[[Values], None]


@dataclass(frozen=True, slots=True)
class TimeSlice:
    """The seconds given to the solver and then to the engine; 0 to leave one out."""

    proving: float
    estimating: float


TIME_SLICES = (
    TimeSlice(0.05, 0.2),
    TimeSlice(2.0, 1.0),
    TimeSlice(10.0, 4.0),
    TimeSlice(120.0, 0.0),
)
"""The time slices in their order; after the last one the values are final."""


class Valuer:
    """Computes the values of all moves; to be used by one thread at a time.

    *proof_mebibytes* is the maximal size of the solver's table in MiB.  The table is kept for
    further positions under the same rules.
    """

    def __init__(
        self,
        time_slices: tuple[TimeSlice, ...] = TIME_SLICES,
        proof_mebibytes: int = PROOF_MEBIBYTES,
    ) -> None:
        self._time_slices = time_slices
        self._proof_mebibytes = proof_mebibytes
        self._engine = Engine(ESTIMATE_MEBIBYTES)
        self._solver: Solver | None = None
        # The allocation takes a while, during which the caller may be stopped.
        executor = ThreadPoolExecutor(1)
        self._engine_memory = executor.submit(self._engine.warm_up)
        executor.shutdown(wait=False)

    def values(
        self,
        position: Position,
        *,
        evaluator: Callable[[Position], float] | None = None,
        probe: Probe = probe_nothing,
        stopped: Callable[[], bool] = never,
        report: OnValues | None = None,
    ) -> Values:
        """Return the value of every legal move of *position*, in the game's order.

        *evaluator* evaluates the leaves of games that have no evaluation of their own.  *probe*
        returns the known value of a position, such as one in an opening book, or None.  *report* is
        called with all values once there is one for each move, and then at most ten times a second.
        Once *stopped* returns True, the values found so far are returned (see `cancellation`).
        Raises `ValueError` if the game is over, and what a game in plain Python raises.
        """
        task = _Task(position, can_be_solved(position), stopped, report)
        if not is_ready(self._engine_memory, stopped):
            return {}
        self._engine_memory.result()
        solver = self._solver
        if solver is None:
            solver = self._solver = Solver(self._proof_mebibytes, PROOF_THREADS)
        solver.probe = probe
        if not solver.has_memory():
            # First estimates while the solver's table is allocated.
            self._estimate(task, Limits(seconds=FIRST_SECONDS), evaluator)
        for time_slice in self._time_slices:
            if task.always_ends and time_slice.proving and task.goes_on():
                self._prove(solver, task, time_slice.proving)
            if time_slice.estimating and task.goes_on():
                self._estimate(task, Limits(seconds=time_slice.estimating), evaluator)
                if not task.estimated and not task.stopped():
                    # On a busy machine the time may be up before depth 1 is complete.
                    self._estimate(task, Limits(depth=1), evaluator)
        return task.values()

    def _prove(self, solver: Solver, task: "_Task", seconds: float) -> None:
        if solver.warm_up(task.stopped):
            found = solver.values(
                task.position,
                seconds=seconds,
                stopped=task.stopped,
                report=task.take_bounds,
                with_lines=False,
            )
            task.take_bounds(found)

    def _estimate(
        self, task: "_Task", limits: Limits, evaluator: Callable[[Position], float] | None
    ) -> None:
        if task.stopped():
            return
        analysis = self._engine.analyse(
            task.position,
            limits,
            lines=len(task.moves),
            evaluator=evaluator,
            stopped=task.stopped,
            report=task.take_analysis,
        )
        task.take_analysis(analysis)


class _Task:
    """The values of one position's moves while they are computed."""

    def __init__(
        self,
        position: Position,
        always_ends: bool,
        stopped: Callable[[], bool],
        report: OnValues | None,
    ) -> None:
        self.position = position
        self.moves = position.legal_moves()
        self.always_ends = always_ends
        self.stopped = stopped
        self._report = report
        self._depth = 1
        self._estimates: Values = {}
        self._bounds: dict[int, Bounds] = {}

    @property
    def estimated(self) -> bool:
        """Whether the engine has estimated the moves."""
        return bool(self._estimates)

    def goes_on(self) -> bool:
        """Return whether a value is not proven yet and the work was not stopped."""
        known = self.values()
        open_still = len(known) < len(self.moves) or not all(v.proven for v in known.values())
        return open_still and not self.stopped()

    def take_bounds(self, found: ProvenBounds) -> None:
        """Take over the solver's bounds."""
        self._bounds = dict(found.moves)
        self._tell()

    def take_analysis(self, analysis: AnalysisResult) -> None:
        """Take over the engine's estimates, unless there are some from a greater depth."""
        if analysis.depth < self._depth:
            return
        self._depth = analysis.depth
        for line in analysis.lines:
            # In games that always end, only the solver's values count as proven.
            score = line.score
            proven = score.proven and not score.margin_is_bound and not self.always_ends
            self._estimates[line.move] = _move_value(
                score.number, proven, score.plies, self.always_ends, analysis.depth
            )
        self._tell()

    def values(self) -> Values:
        """Return the value of each move that has one; proven values replace estimates."""
        known: Values = {}
        for move in self.moves:
            bounds, estimate = self._bounds.get(move), self._estimates.get(move)
            if bounds is not None and bounds.proven:
                known[move] = MoveValue(float(bounds.low), True, bounds.text)
            elif estimate is not None:
                known[move] = (
                    estimate if bounds is None else estimate.within(bounds.low, bounds.high)
                )
        return known

    def _tell(self) -> None:
        known = self.values()
        if self._report is not None and len(known) == len(self.moves) and not self.stopped():
            self._report(known)

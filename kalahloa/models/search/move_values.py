"""What every move of a position is worth: estimates at once, and proofs where there can be some.

Estimates come from the engine.  Games that cannot go on for ever are searched to their end besides
(see `solver`); a move's value counts as proven only where that search, or an end of the game, has
settled it.  Short spells of both take turns with longer ones, so that each has something to show
early.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from kalahloa.models.cancellation import is_ready, never
from kalahloa.models.position import Position
from kalahloa.models.search.engine.analysis import AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.mtd import Probe, probe_nothing
from kalahloa.models.search.solver.solution import Bounds
from kalahloa.models.search.solver.solution import MoveValues as ProvenBounds
from kalahloa.models.search.solver.solver import Solver, can_be_solved

ESTIMATE_MEBIBYTES = 16
PROOF_MEBIBYTES = 128
FIRST_SECONDS = 0.12
PROOF_THREADS = min(2, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the one who makes it, in the game's unit.

    *proven* says that nothing about it is estimated; *text* is the value in a few characters.
    """

    number: float
    proven: bool
    text: str

    @property
    def trust(self) -> str:
        """How well the value is known, in a word."""
        return "proven" if self.proven else "estimated"


Values = dict[int, MoveValue]
OnValues = Callable[[Values], None]


@dataclass(frozen=True, slots=True)
class TimeSlice:
    """How many seconds proofs are looked for, and then better estimates; 0 for not at all."""

    proving: float
    estimating: float


TIME_SLICES = (
    TimeSlice(0.05, 0.2),
    TimeSlice(2.0, 1.0),
    TimeSlice(10.0, 4.0),
    TimeSlice(120.0, 0.0),
)
"""After these everything is as well known as it will be."""


class Valuer:
    """Works out the values of all moves; to be used by one thread at a time.

    What is proven of one position helps with the next one under the same rules.
    """

    def __init__(
        self, spells: tuple[TimeSlice, ...] = TIME_SLICES, proof_mebibytes: int = PROOF_MEBIBYTES
    ) -> None:
        self._spells = spells
        self._proof_mebibytes = proof_mebibytes
        self._engine = Engine(ESTIMATE_MEBIBYTES)
        self._solver: Solver | None = None
        # To get memory takes a while, in which one may be told to stop.
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
        told of all values as soon as there is one of each move, and then ten times a second at
        most.  Once *stopped* returns True, what is known is returned (see `cancellation`).  Raises
        `ValueError` if the game is over, and what a game in plain Python raises.
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
            # In the meantime one need not wait for a first answer.
            self._estimate(task, Limits(seconds=FIRST_SECONDS), evaluator)
        for time_slice in self._spells:
            if task.always_ends and time_slice.proving and task.goes_on():
                self._prove(solver, task, time_slice.proving)
            if time_slice.estimating and task.goes_on():
                self._estimate(task, Limits(seconds=time_slice.estimating), evaluator)
                if not task.estimated and not task.stopped():
                    # On a busy machine the time may be over before anything was seen.
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
    """What is known of one position's moves while it is worked on."""

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
        """Whether the engine has told something of each move."""
        return bool(self._estimates)

    def goes_on(self) -> bool:
        """Return whether something is still to be found out, and nobody has said stop."""
        known = self.values()
        open_still = len(known) < len(self.moves) or not all(v.proven for v in known.values())
        return open_still and not self.stopped()

    def take_bounds(self, found: ProvenBounds) -> None:
        """Take over what was proven of the moves."""
        self._bounds = dict(found.moves)
        self._tell()

    def take_analysis(self, analysis: AnalysisResult) -> None:
        """Take over what the engine thinks of the moves, unless it has looked deeper before."""
        if analysis.depth < self._depth:
            return
        self._depth = analysis.depth
        for line in analysis.lines:
            # Where whole games are searched, a proof is that search's to give.
            proven = line.score.proven and not self.always_ends
            number = line.score.number
            text = f"{number:+.1f}" if self.always_ends else line.score.text
            self._estimates[line.move] = MoveValue(number, proven, text)
        self._tell()

    def values(self) -> Values:
        """Return the best that is known of each move of which anything is."""
        known: Values = {}
        for move in self.moves:
            bounds, estimate = self._bounds.get(move), self._estimates.get(move)
            if bounds is not None and bounds.proven:
                known[move] = MoveValue(float(bounds.low), True, bounds.text)
            elif estimate is not None:
                known[move] = estimate if bounds is None else _within(estimate, bounds)
        return known

    def _tell(self) -> None:
        known = self.values()
        if self._report is not None and len(known) == len(self.moves) and not self.stopped():
            self._report(known)


def _within(estimate: MoveValue, bounds: Bounds) -> MoveValue:
    """Return *estimate*, moved to the nearest value that is not disproven."""
    number = min(max(estimate.number, bounds.low), bounds.high)
    if number == estimate.number:
        return estimate
    return replace(estimate, number=float(number), text=f"{number:+.1f}")

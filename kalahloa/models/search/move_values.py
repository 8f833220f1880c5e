"""The values of the moves of a position, with the lines of play that they come from.

They are estimated by the engine, and proven where possible.  What is known without a search comes
first (see `known`).  Games that always end are also searched to their end (see `solver`); there a
value is proven only if it is known, comes from that search, or is that of a finished game.  The
engine and the solver take turns, with time slices of increasing length, so that both have first
results early.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from time import monotonic

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.analysis import AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.known import KnownMoves, known_line, known_moves, score_of_known
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.solver.solution import Bounds
from kalahloa.models.search.solver.solution import MoveValues as ProvenBounds
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.work.cancellation import is_ready, never
from kalahloa.models.work.processors import usable_processors

ESTIMATE_MEBIBYTES = 16
PROOF_MEBIBYTES = 128
FIRST_SECONDS = 0.12
PROOF_THREADS = min(2, usable_processors())
ANY_MARGIN = 1 << 20
"""More than any margin of a game."""
NOTHING_KNOWN = Knowledge(None)


Values = dict[int, Score]
OnValues = Callable[[Values], None]


@dataclass(frozen=True, slots=True)
class Line:
    """A move, its value for the side that makes it, and the `moves` of best play, itself first."""

    move: int
    value: Score
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoundValues:
    """What an analysis has found so far.

    `moves` are all legal moves; `values` are those of the moves that have one, and `lines` the
    moves that follow each of them, itself first, as far as they are known.  `best` are the moves
    that the engine has last found to be the best, worth at least as much as all others at `depth`
    plies.  `nodes` and `seconds` are those of the whole analysis.
    """

    moves: tuple[int, ...]
    values: Mapping[int, Score]
    lines: Mapping[int, tuple[int, ...]]
    best: tuple[int, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


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
MORE = TimeSlice(120.0, 10.0)
"""What follows without end in an analysis that has no limit."""
LINE_SECONDS = 2.0
"""How long the solver may look for the whole line of one move at a time."""
FIRST_TURN = 0.25
"""Seconds for all moves, and then for the best; each later turn is twice as long."""


class Valuer:
    """Computes the values of moves; to be used by one thread at a time.

    *proof_mebibytes* is the maximal size of the solver's table in MiB.  The tables are kept for
    further positions under the same rules.
    """

    def __init__(
        self,
        time_slices: tuple[TimeSlice, ...] = TIME_SLICES,
        proof_mebibytes: int = PROOF_MEBIBYTES,
    ) -> None:
        self._time_slices = time_slices
        self._proof_mebibytes = proof_mebibytes
        self._solver: Solver | None = None
        self._use_engine(Engine(ESTIMATE_MEBIBYTES, remembers=True, network=True))

    def _use_engine(self, engine: Engine) -> None:
        self._engine = engine
        from concurrent.futures import ThreadPoolExecutor  # which takes a while to import

        # The allocation takes a while, during which the caller may be stopped.
        executor = ThreadPoolExecutor(1)
        self._engine_memory = executor.submit(engine.warm_up)
        executor.shutdown(wait=False)

    def tune(self, mebibytes: int, threads: int) -> None:
        """Have the engine search with a table of so many MiB, and on so many threads.

        Raises `ValueError` if they are out of range.
        """
        if (mebibytes, threads) != (self._engine.mebibytes, self._engine.threads):
            self._use_engine(Engine(mebibytes, threads, remembers=True, network=True))

    def values(
        self,
        position: Position,
        *,
        evaluator: Callable[[Position], float] | None = None,
        knowledge: Knowledge = NOTHING_KNOWN,
        stopped: Callable[[], bool] = never,
        report: OnValues | None = None,
    ) -> Values:
        """Return the value of every legal move of *position*, in the game's order.

        *evaluator* evaluates the leaves of games that have no evaluation of their own.  What
        *knowledge* has, under the rules of *position*, comes before any search.  *report* is called
        with all values once there is one for each move, and then at most ten times a second.
        Once *stopped* returns True, the values found so far are returned (see `cancellation`).
        Raises `ValueError` if the game is over, and what a game in plain Python raises.
        """

        def tell(found: FoundValues) -> None:
            if report is not None and len(found.values) == len(found.moves):
                report(dict(found.values))

        task = _Task(position, stopped, tell, evaluator)
        solver = self._prepare(knowledge, task)
        if solver is None:
            return {}
        if not solver.has_memory() and task.goes_on():
            # First estimates while the solver's table is allocated.
            self._estimate(task, Limits(seconds=FIRST_SECONDS))
        for time_slice in self._time_slices:
            self._take_turns(solver, task, time_slice)
        return task.values()

    def analyse(
        self,
        position: Position,
        lines: int = 0,
        *,
        all_moves: bool = False,
        limits: Limits = NO_LIMITS,
        evaluator: Callable[[Position], float] | None = None,
        knowledge: Knowledge = NOTHING_KNOWN,
        stopped: Callable[[], bool] = never,
        report: Callable[[FoundValues], None] | None = None,
    ) -> FoundValues:
        """Return the values of the best *lines* moves of *position* (0 for all), with their lines.

        With *all_moves* the others have values, too, of a smaller depth.  *limits* are the depth
        and the time; without any the work goes on until everything is proven, or *stopped* returns
        True.  *report* is called with what is found, the first time at once.  The rest is as in
        `values`.
        """
        task = _Task(position, stopped, report, evaluator, limits)
        solver = self._prepare(knowledge, task)
        if solver is None:
            return task.found()
        count = len(task.moves)
        best = min(lines, count) or count
        if task.lacks_values():
            self._estimate(task, Limits(depth=1))
        if task.always_ends:
            self._solve(solver, task, best)
        elif not task.goes_on():
            pass
        elif best == count or not all_moves:
            self._estimate(task, limits, best)
        else:
            turn = FIRST_TURN
            while task.goes_on():
                for wanted in (count, best):
                    self._estimate(task, Limits(seconds=turn), wanted)
                turn *= 2
        return task.found()

    def _prepare(self, knowledge: Knowledge, task: "_Task") -> Solver | None:
        """Return the solver, which uses *knowledge*; None if *task* was stopped meanwhile.

        What is known without a search is in *task* then.
        """
        if not is_ready(self._engine_memory, task.stopped):
            return None
        self._engine_memory.result()
        task.begin()
        solver = self._solver
        if solver is None:
            solver = self._solver = Solver(self._proof_mebibytes, PROOF_THREADS)
        if task.always_ends:
            solver.use(knowledge, task.position)
        known = known_moves(knowledge, task.position)
        lines = []
        if not task.always_ends and task.wants_lines:  # those of other games are the solver's
            lines = [known_line(knowledge, task.position, move) for move in known.best[:1]]
        task.add_known(known, lines)
        return solver

    def _solve(self, solver: Solver, task: "_Task", best: int) -> None:
        """Have the solver and the engine take turns; find the lines of the *best* proven moves."""
        for time_slice in self._slices(task):
            if not task.goes_on():
                break
            self._take_turns(solver, task, time_slice)
            self._find_lines(solver, task, best)
        # Everything is proven, or the time is up; what is left are lines.
        while task.may_go_on() and self._find_lines(solver, task, best):
            pass

    def _slices(self, task: "_Task") -> Iterator[TimeSlice]:
        return chain(self._time_slices, repeat(MORE) if task.is_unlimited else ())

    def _take_turns(self, solver: Solver, task: "_Task", time_slice: TimeSlice) -> None:
        if task.always_ends and time_slice.proving and task.goes_on():
            self._prove(solver, task, time_slice.proving)
        if time_slice.estimating and task.goes_on():
            self._estimate(task, Limits(seconds=time_slice.estimating))

    def _prove(self, solver: Solver, task: "_Task", seconds: float) -> None:
        limits = task.left(Limits(seconds=seconds))
        if limits is not None and solver.warm_up(task.stopped):
            found = solver.values(
                task.position,
                seconds=limits.seconds,
                stopped=task.stopped,
                report=task.add_bounds,
                with_lines=task.wants_lines,
            )
            task.add_bounds(found)
            task.end_turn()

    def _find_lines(self, solver: Solver, task: "_Task", best: int) -> bool:
        """Look for one line each of the *best* moves if they are proven; return if any is new."""
        found = False
        for move, value in task.without_line(best):
            limits = task.left(Limits(seconds=LINE_SECONDS))
            if limits is None or not solver.warm_up(task.stopped):
                break
            line = solver.line(
                task.position, move, value, seconds=limits.seconds, stopped=task.stopped
            )
            found = task.add_line(move, line) or found
        return found

    def _estimate(self, task: "_Task", limits: Limits, lines: int = 0) -> None:
        # The first estimates are made in any case: what is told was searched.
        left = task.left(limits) if task.estimated else limits
        if left is None:
            return
        try:
            analysis = self._engine.analyse(
                task.position,
                left,
                lines=lines or len(task.moves),
                evaluator=task.evaluator,
                stopped=task.stopped,
                report=task.add_analysis,
            )
        except SearchStopped:
            return
        task.add_analysis(analysis)
        task.end_turn()


class _Task:
    """What is found out about one position's moves while it is analysed."""

    def __init__(
        self,
        position: Position,
        stopped: Callable[[], bool],
        report: Callable[[FoundValues], None] | None,
        evaluator: Callable[[Position], float] | None,
        limits: Limits | None = None,
    ) -> None:
        """Begin; *limits* are those of an analysis, None for values without lines."""
        self.position = position
        self.moves = position.legal_moves()
        self.kind = ScoreKind.of(position)
        self.always_ends = self.kind is ScoreKind.MARGIN
        self.stopped = stopped
        self.evaluator = evaluator
        self.wants_lines = limits is not None
        self._limits = limits or NO_LIMITS
        self._report = report
        self._began = monotonic()
        self._depth = 0
        self._best: tuple[int, ...] = ()
        self._estimates: Values = {}
        self._bounds: dict[int, Bounds] = {}
        self._known: Values = {}
        """What is known beforehand, in games that need not end."""
        self._ceiling = ANY_MARGIN
        """The value of the position, if it is known: no move is worth more."""
        self._lines: dict[int, tuple[int, ...]] = {}
        self._proven_lines: dict[int, tuple[int, ...]] = {}
        self._looked: dict[int, int] = {}
        self._nodes_before = 0
        self._nodes = 0

    # -- how long it goes on -------------------------------------------------------------------

    def begin(self) -> None:
        """Have the time count from now on, as the memory is ready."""
        self._began = monotonic()

    @property
    def is_unlimited(self) -> bool:
        """Whether there is neither a limit of depth nor one of time."""
        return self._limits.depth is None and self._limits.seconds is None

    def left(self, limits: Limits) -> Limits | None:
        """Return *limits* within those of the whole task; None if those are used up."""
        rest = self._limits.left(monotonic() - self._began, 0)
        return None if rest is None else limits.tighten(rest)

    def may_go_on(self) -> bool:
        """Return whether the work was not stopped, and there is time left."""
        return not self.stopped() and self.left(NO_LIMITS) is not None

    def lacks_values(self) -> bool:
        """Return whether a move has no value yet."""
        return len(self.values()) < len(self.moves)

    def goes_on(self) -> bool:
        """Return whether a value is not proven yet, and there may be a better one in time."""
        known = self.values()
        open_still = len(known) < len(self.moves) or not all(v.proven for v in known.values())
        is_deep = self._limits.depth is not None and self._depth >= self._limits.depth
        return open_still and self.may_go_on() and (self.always_ends or not is_deep)

    # -- what is found -------------------------------------------------------------------------

    def add_known(self, known: KnownMoves, lines: Sequence[tuple[int, ...]] = ()) -> None:
        """Take over what is *known* without a search, and the *lines* of moves."""
        if known.value is not None and self.always_ends:
            self._ceiling = known.value.value
            self._bounds = dict.fromkeys(known.moves, Bounds(-ANY_MARGIN, self._ceiling))
        for move, one in known.moves.items():
            if one is not None and self.always_ends:
                self._bounds[move] = Bounds(one.value, one.value)
            elif one is not None:  # bounds are those of margins
                self._known[move] = score_of_known(one, self.position.side, self.kind, 1)
        self._lines.update((line[0], line) for line in lines)
        if self._bounds or self._known:
            self._tell()

    @property
    def estimated(self) -> bool:
        """Whether the engine has estimated the moves."""
        return bool(self._estimates)

    def add_bounds(self, found: ProvenBounds) -> None:
        """Take over the solver's bounds, within those that are known."""
        self._bounds = {
            move: Bounds(bounds.low, max(bounds.low, min(bounds.high, self._ceiling)))
            for move, bounds in found.moves.items()
        }
        self._nodes = found.nodes
        for move, line in found.lines.items():
            self._keep_line(move, line)
        self._tell()

    def add_line(self, move: int, line: tuple[int, ...]) -> bool:
        """Take over the solver's *line* of *move*; return whether it is longer than before."""
        self._looked[move] = self._looked.get(move, 0) + 1
        longer = self._keep_line(move, line)
        if longer:
            self._tell()
        return longer

    def _keep_line(self, move: int, line: tuple[int, ...]) -> bool:
        longer = len(line) > len(self._proven_lines.get(move, ()))
        if longer:
            self._proven_lines[move] = line
        return longer

    def without_line(self, best: int) -> list[tuple[int, int]]:
        """Return those of the *best* moves that are proven, and worth so much, but lack a line."""
        known = self.values()
        ranked = sorted(known, key=lambda move: known[move].order, reverse=True)[:best]
        return [
            (move, round(known[move].number))
            for move in ranked
            if known[move].proven and not self._is_whole(move)
        ]

    def _is_whole(self, move: int) -> bool:
        """Return whether the proven line of *move* leads to the end of the game."""
        position = self.position.copy()
        for one in self._proven_lines.get(move, ()):
            position.make(one)
        return position.is_over()

    def add_analysis(self, analysis: AnalysisResult) -> None:
        """Take over the engine's estimates, unless there are some from a greater depth."""
        self._nodes = analysis.nodes
        for line in analysis.lines:
            before = self._estimates.get(line.move)
            if before is not None and before.depth > analysis.depth:
                continue
            value = line.score.as_estimate() if self.always_ends else line.score
            self._estimates[line.move] = value
            if value.proven or line.move not in self._known:
                self._lines[line.move] = line.line
        if analysis.depth >= self._depth:
            self._depth = analysis.depth
            self._best = tuple(line.move for line in analysis.lines)
        self._tell()

    def end_turn(self) -> None:
        """Count what comes after as another search."""
        self._nodes_before += self._nodes
        self._nodes = 0

    def values(self) -> Values:
        """Return the value of each move that has one; proven values replace estimates."""
        known: Values = {}
        side = self.position.side
        for move in self.moves:
            bounds, estimate = self._bounds.get(move), self._estimates.get(move)
            if bounds is not None and bounds.proven:
                known[move] = Score(float(bounds.low), side, self.kind, True)
            elif move in self._known and not (estimate is not None and estimate.proven):
                known[move] = self._known[move]
            elif estimate is not None:
                known[move] = (
                    estimate if bounds is None else estimate.within(bounds.low, bounds.high)
                )
        return known

    def found(self) -> FoundValues:
        """Return everything that is known now."""
        values = self.values()
        lines = {}
        for move, value in values.items():
            # What the engine expects need not be best play where the value is the solver's.
            known = self._proven_lines if value.proven and self.always_ends else self._lines
            lines[move] = known.get(move, (move,))
        return FoundValues(
            tuple(self.moves),
            values,
            lines,
            self._best,
            self._depth,
            self._nodes_before + self._nodes,
            monotonic() - self._began,
        )

    def _tell(self) -> None:
        if self._report is not None and not self.stopped():
            self._report(self.found())

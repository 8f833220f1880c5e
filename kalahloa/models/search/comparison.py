"""Comparing searchers: what each of them costs on the same positions, depth by depth.

All searches of a plan are made one after the other, the shallow ones first, so that whatever is
there when one stops can be compared.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from random import Random
from time import monotonic
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.search.comparison_bounds import DEFAULT_SECONDS, MAX_DEPTH
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.pass_counts import PassCounts
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.score import Score
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import never

MAX_RANDOM_MOVES = 30
ENGINE_MEBIBYTES = 16
"""The size of the engine's table."""


@dataclass(frozen=True)
class Sample:
    """A position that is searched: that after `moves` from `start`, under `rules`.

    `start` is a position string, None for the game's own start.  The moves matter where a position
    that comes again is a draw.  With a `seed`, up to `MAX_RANDOM_MOVES` follow that are drawn by
    it, as far as the game goes on.
    """

    rules: Any
    start: str | None = None
    moves: tuple[int, ...] = ()
    seed: str = ""

    def position(self, game: Game) -> Position:
        """Return the position in *game*, the same each time."""
        position = (
            game.start(self.rules) if self.start is None else game.read(self.start, self.rules)
        )
        for move in self.moves:
            position.make(move)
        if self.seed:
            _play_at_random(position, Random(self.seed))
        return position


def _play_at_random(position: Position, chance: Random) -> None:
    for _ in range(chance.randint(0, MAX_RANDOM_MOVES)):
        position.make(chance.choice(position.legal_moves()))
        if position.is_over():
            position.unmake()
            return


@dataclass(frozen=True)
class ComparisonTask:
    """One search: of the sample with this number, by the searcher with this name, to `depth`."""

    sample: int
    searcher: str
    depth: int


@dataclass(frozen=True)
class ComparisonPlan:
    """What is compared: `searchers` by name, on `samples`, to each depth up to `depth`.

    `heuristic` evaluates the leaves of the lecture's searchers; one of the user's also replaces the
    engine's own evaluation, and is not for `measure_search`.  A search that takes longer than
    `seconds` is given up; None is no limit.  Raises `ValueError` if there is nothing to compare, or
    the depth is not from 1 to `MAX_DEPTH`.
    """

    game: Game
    samples: tuple[Sample, ...]
    searchers: tuple[str, ...]
    depth: int
    heuristic: Heuristic | HeuristicSource
    seconds: float | None = DEFAULT_SECONDS

    def __post_init__(self) -> None:
        if not self.samples or not self.searchers:
            raise ValueError("A comparison has at least one position and one searcher.")
        if not 1 <= self.depth <= MAX_DEPTH:
            raise ValueError(f"A comparison's depth is from 1 to {MAX_DEPTH}, not {self.depth}.")

    def tasks(self) -> Iterator[ComparisonTask]:
        """Yield all searches in their order: depth by depth, then sample by sample."""
        for depth in range(1, self.depth + 1):
            for sample in range(len(self.samples)):
                for searcher in self.searchers:
                    yield ComparisonTask(sample, searcher, depth)

    @property
    def task_count(self) -> int:
        """The number of searches."""
        return self.depth * len(self.samples) * len(self.searchers)


# -- one search ------------------------------------------------------------------------------------


class Ending(Enum):
    """How a search has ended."""

    FINISHED = "finished"
    GIVEN_UP = "given up"
    FAILED = "failed"


@dataclass(frozen=True)
class Measured:
    """What the search of `task` has cost: `nodes` and `seconds`, and the counts of its `passes`.

    The nodes of a search that was given up are a lower bound.  `score` is for the side to move, and
    None unless the search has finished; `error` is a sentence if it has failed.
    """

    task: ComparisonTask
    ending: Ending
    nodes: int
    seconds: float
    passes: tuple[PassCounts, ...] = ()
    score: Score | None = None
    error: str = ""


Tell = Callable[[int], None]
"""Is told the nodes of a search that goes on, at most ten times a second."""
Measure = Callable[[ComparisonPlan, ComparisonTask, Callable[[], bool], Tell], Measured]
"""Does one task, as `measure_search` does, here or in another process."""


def measure_search(
    plan: ComparisonPlan, task: ComparisonTask, stopped: Callable[[], bool], tell: Tell
) -> Measured:
    """Do the search of *task*, and return what it has cost.

    Raises `SearchStopped` once *stopped* returns True, and `MemoryError`.
    """

    def search(over: Callable[[], bool], report: Callable[[Progress], None]) -> SearchResult:
        position = plan.samples[task.sample].position(plan.game)
        searcher = _searcher(task.searcher)
        limits, heuristic = Limits(depth=task.depth), plan.heuristic
        if isinstance(heuristic, HeuristicSource):
            raise ValueError("Code of the user's does not run in this process.")
        if isinstance(searcher, LectureSearcher):
            return searcher.choose(
                position, limits, heuristic, stopped=over, report=report, count=True
            )
        return searcher.choose(position, limits, heuristic, stopped=over, report=report)

    return measured_by(search, plan, task, stopped, tell)


Search = Callable[[Callable[[], bool], Callable[[Progress], None]], SearchResult]
"""Searches; takes what tells it to stop, and what it reports its progress to."""


def measured_by(
    search: Search,
    plan: ComparisonPlan,
    task: ComparisonTask,
    stopped: Callable[[], bool],
    tell: Tell,
) -> Measured:
    """Return what *search* has cost.

    Raises `SearchStopped` once *stopped* returns True, and `MemoryError`.
    """
    began = monotonic()
    seen = 0

    def is_late() -> bool:
        return plan.seconds is not None and monotonic() - began >= plan.seconds

    def note(progress: Progress) -> None:
        nonlocal seen
        seen = max(seen, progress.nodes)
        tell(progress.nodes)

    try:
        result = search(lambda: stopped() or is_late(), note)
    except SearchStopped as stop:
        if stopped():
            raise
        return Measured(task, Ending.GIVEN_UP, max(seen, stop.nodes), monotonic() - began)
    except MemoryError:
        raise
    except Exception as error:  # the user's heuristic, or a plug-in, may raise anything
        sentence: str = shorten(error) or type(error).__name__
        if isinstance(error, KalahloaError):
            sentence = error.sentence
        return Measured(task, Ending.FAILED, 0, monotonic() - began, error=sentence)
    return Measured(
        task,
        Ending.FINISHED,
        result.nodes,
        result.seconds,
        result.counts,
        result.score,
    )


def _searcher(name: str) -> Searcher:
    """Return the searcher called *name*; an engine has a table of its own, which is empty."""
    found = find_searcher(name)
    if not isinstance(found, Engine):
        return found
    engine = Engine(ENGINE_MEBIBYTES, network=True)
    engine.warm_up()
    return engine


# -- the sums --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchCost:
    """The sums of what searches have cost.

    `given_up` of the `searches` have not finished, so that `nodes` and `seconds` are lower bounds;
    `failed` ones count for nothing.  The rest is that of the `passes` (see `PassCounts`), which the
    engine does not count.  `last_nodes` are those of the last depth alone.  `high` passes have
    failed high and cost `high_nodes`, `low` ones failed low and cost `low_nodes`; `window_passes`
    is how many passes had a window that they could fail.
    """

    searches: int = 0
    given_up: int = 0
    failed: int = 0
    nodes: int = 0
    seconds: float = 0.0
    passes: int = 0
    last_nodes: int = 0
    leaves: int = 0
    last_leaves: int = 0
    hits: int = 0
    cutoffs: int = 0
    first_cutoffs: int = 0
    pruned: int = 0
    again: int = 0
    repeated: int = 0
    sorted_by: int = 0
    window_passes: int = 0
    high: int = 0
    high_nodes: int = 0
    low: int = 0
    low_nodes: int = 0

    def __add__(self, other: "SearchCost") -> "SearchCost":
        return SearchCost(
            *(getattr(self, one.name) + getattr(other, one.name) for one in fields(SearchCost))
        )

    @property
    def is_complete(self) -> bool:
        """Whether all searches have finished."""
        return not self.given_up and not self.failed

    @classmethod
    def of(cls, one: Measured) -> "SearchCost":
        """Return the cost of a single search."""
        if one.ending is Ending.FAILED:
            return cls(searches=1, failed=1)
        last = [counts for counts in one.passes if counts.depth == one.passes[-1].depth]
        high = [counts.nodes for counts in one.passes if counts.failed_high]
        low = [counts.nodes for counts in one.passes if counts.failed_low]
        return cls(
            searches=1,
            given_up=one.ending is Ending.GIVEN_UP,
            nodes=one.nodes,
            seconds=one.seconds,
            passes=len(one.passes),
            last_nodes=sum(counts.nodes for counts in last),
            leaves=sum(counts.leaves for counts in one.passes),
            last_leaves=sum(counts.leaves for counts in last),
            hits=sum(counts.hits for counts in one.passes),
            cutoffs=sum(counts.cutoffs for counts in one.passes),
            first_cutoffs=sum(counts.first_cutoffs for counts in one.passes),
            pruned=sum(counts.pruned for counts in one.passes),
            again=sum(counts.again for counts in one.passes),
            repeated=sum(counts.repeated for counts in one.passes),
            sorted_by=sum(counts.sorted_by for counts in one.passes),
            window_passes=sum(counts.has_window for counts in one.passes),
            high=len(high),
            high_nodes=sum(high),
            low=len(low),
            low_nodes=sum(low),
        )


@dataclass(frozen=True)
class ComparisonRow:
    """What a searcher has cost at `depth`, on the samples that all of them have been through.

    `counted` is whether it counts leaves and the rest, as all but the engine do.  `score` is for
    the side to move; None unless there is a single sample and the search has finished.  `error` is
    the first sentence of a search that has failed.
    """

    searcher: str
    depth: int
    cost: SearchCost
    counted: bool
    score: Score | None = None
    error: str = ""

    @property
    def is_comparable(self) -> bool:
        """Whether every search has finished, so that the numbers are not lower bounds."""
        return self.cost.searches > 0 and self.cost.is_complete


@dataclass(frozen=True)
class Comparison:
    """What is known of a comparison so far.

    `rows` are by depth, in it by the order of the plan's searchers.  `samples` are, by depth, the
    numbers of samples that are compared; on `differing` of them, by depth, the lecture's searchers
    have found different values.  `done` of the plan's searches are done.
    """

    plan: ComparisonPlan
    rows: tuple[ComparisonRow, ...] = ()
    samples: tuple[int, ...] = ()
    differing: tuple[int, ...] = ()
    done: int = 0

    @property
    def complete(self) -> bool:
        """Whether all searches are done."""
        return self.done == self.plan.task_count

    @property
    def depth(self) -> int:
        """The greatest depth at which all is done; before the first, 1."""
        total = len(self.plan.samples)
        return max(1, sum(count == total for count in self.samples))

    def at(self, depth: int) -> tuple[ComparisonRow, ...]:
        """Return the rows at *depth*, as many as there are."""
        return tuple(row for row in self.rows if row.depth == depth)

    def row(self, searcher: str, depth: int) -> ComparisonRow | None:
        """Return the row of *searcher* at *depth*; None if it is not known."""
        for row in self.rows:
            if (row.searcher, row.depth) == (searcher, depth):
                return row
        return None

    def growth(self, searcher: str) -> tuple[ComparisonRow, ...]:
        """Return the rows of *searcher* from depth 1 on, as far as all its searches have finished.

        Only whole depths are among them: those at which all samples are done.
        """
        found = []
        total = len(self.plan.samples)
        for row in self.rows:
            if row.searcher == searcher:
                if not row.is_comparable or row.cost.searches < total:
                    break
                found.append(row)
        return tuple(found)

    def branching(self, searcher: str) -> float | None:
        """Return the effective branching factor of *searcher*; None before there are two depths.

        It is what one more ply multiplies the nodes by: from three depths on, the mean of the last
        two plies, as odd and even depths grow differently where moves are cut off.
        """
        rows = self.growth(searcher)
        if len(rows) < 2:
            return None
        plies = min(2, len(rows) - 1)
        ratio = rows[-1].cost.nodes / rows[-1 - plies].cost.nodes
        return float(ratio ** (1 / plies))


class ComparisonRun:
    """The searches of a plan, one after the other; they can be stopped and gone on with."""

    def __init__(self, plan: ComparisonPlan) -> None:
        self.plan = plan
        self._tasks = plan.tasks()
        self._next: ComparisonTask | None = next(self._tasks, None)
        self._done = 0
        self._ends: dict[tuple[int, str], Measured] = {}
        """The searches by sample and searcher that were given up or have failed."""
        self._sample: list[Measured] = []
        """What is known of the sample that is being searched at the moment."""
        self._rows: dict[tuple[int, str], _Sum] = {}
        self._samples = [0] * plan.depth
        self._differing = [0] * plan.depth

    @property
    def task(self) -> ComparisonTask | None:
        """The search that is made, or made next; None when all are done."""
        return self._next

    def run(
        self,
        measure: Measure = measure_search,
        stopped: Callable[[], bool] = never,
        report: Callable[[Comparison], None] | None = None,
        tell: Tell = lambda nodes: None,
    ) -> Comparison:
        """Do the searches that are not done yet, and return the comparison.

        Once *stopped* returns True, what is known so far is returned, and a later call goes on.
        *report* is called after each search.  *tell* is called with the nodes of the search that is
        going on.  Raises what *measure* raises, but `SearchStopped`.
        """
        while self._next is not None and not stopped():
            task = self._next
            end = self._ends.get((task.sample, task.searcher))
            if end is not None:
                # Deeper, it would not have come to an end either.
                found = Measured(task, end.ending, end.nodes, end.seconds, error=end.error)
            else:
                try:
                    found = measure(self.plan, task, stopped, tell)
                except SearchStopped:
                    break
            self._take(found)
            if report is not None:
                report(self.comparison())
        return self.comparison()

    def _take(self, found: Measured) -> None:
        task, plan = found.task, self.plan
        self._next = next(self._tasks, None)
        self._done += 1
        if found.ending is not Ending.FINISHED:
            self._ends[task.sample, task.searcher] = found
        self._sample.append(found)
        is_whole = len(self._sample) == len(plan.searchers)
        if len(plan.samples) == 1:
            self._add(found)
        elif is_whole:
            for one in self._sample:
                self._add(one)
        if is_whole:
            values = {
                lecture_value(one.score)
                for one in self._sample
                if one.score is not None and is_counted(one.task.searcher)
            }
            self._samples[task.depth - 1] += 1
            self._differing[task.depth - 1] += len(values) > 1
            self._sample = []

    def _add(self, found: Measured) -> None:
        key = found.task.depth, found.task.searcher
        self._rows.setdefault(key, _Sum()).add(found)

    def comparison(self) -> Comparison:
        """Return what is known so far."""
        is_single = len(self.plan.samples) == 1
        rows = []
        for depth in range(1, self.plan.depth + 1):
            for name in self.plan.searchers:
                total = self._rows.get((depth, name))
                if total is not None:
                    rows.append(total.row(name, depth, is_single))
        return Comparison(
            self.plan, tuple(rows), tuple(self._samples), tuple(self._differing), self._done
        )


def is_counted(searcher: str) -> bool:
    """Return whether the searcher called *searcher* counts more than its nodes."""
    return isinstance(find_searcher(searcher), LectureSearcher)


@dataclass
class _Sum:
    """The sum of searches by one searcher to one depth."""

    cost: SearchCost = field(default_factory=SearchCost)
    last: Measured | None = None
    error: str = ""

    def add(self, found: Measured) -> None:
        self.cost += SearchCost.of(found)
        self.last = found
        self.error = self.error or found.error

    def row(self, name: str, depth: int, is_single: bool) -> ComparisonRow:
        last = self.last if is_single else None
        score = None if last is None else last.score
        return ComparisonRow(name, depth, self.cost, is_counted(name), score, self.error)

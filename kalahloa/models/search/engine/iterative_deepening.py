"""Iterative deepening round the principal variation search: what the engine's threads do.

One thread leads: it says what is searched, and makes the analysis.  The others search the same
depth of the same position with the same table, or the depths after it, and so do part of its work
beforehand (Lazy SMP, with moves left for later that another thread is busy with; see `pvs`).  Who
is first to finish a depth finishes it for all.
"""

import threading
import time
from dataclasses import dataclass, field

from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import Score
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.value import INFINITE, is_decided

MAX_DEPTH = 100
FULL_WIDTH_DEPTH = 4
"""The number of `pvs.pxd`: up to this depth a search leaves nothing out."""
_FIRST_WINDOW = 80
_WIDEST_WINDOW = 2000
_WINDOW_FROM_DEPTH = 4
_MIN_BUDGET = 20_000
"""The nodes that may be spent on looking for a shorter win, besides as many as were spent on it."""
_IDLE_SECONDS = 0.001


@dataclass(frozen=True)
class _Task:
    """One search that the leading thread begins: a depth, without some of the moves."""

    number: int
    depth: int
    excluded: tuple[int, ...] = ()
    first: int | None = None
    guess: int | None = None


@dataclass
class Run:
    """One analysis while it runs: what the searching threads and the waiting one share.

    *searches* has one search a thread, the leading one's first; *wanted* is the number of lines;
    *findings* are what threads that do not lead found, by the numbers of the tasks; *helper* is
    another search that the leading thread needs for a while.
    """

    searches: list[Search]
    limits: Limits
    wanted: int
    began: float
    done: threading.Event = field(default_factory=threading.Event)
    latest: AnalysisResult | None = None
    error: BaseException | None = None
    task: _Task = _Task(0, 1)
    helper: Search | None = None
    stopped: bool = False
    findings: dict[int, AnalysedLine] = field(default_factory=dict)

    def begin(self, task: _Task) -> None:
        """Tell all threads what the leading one searches now."""
        self.task = task
        for search in self.searches:
            search.drop_tasks_before(task.number)

    def finish(self, task: _Task, line: AnalysedLine) -> None:
        """Hand *line*, all that was to be found of *task*, to the leading thread."""
        self.findings[task.number] = line
        self.searches[0].drop_tasks_before(task.number + 1)

    def stop(self) -> None:
        """Have all threads give up; may be called from any thread."""
        self.stopped = True
        helper = self.helper
        for search in self.searches if helper is None else [*self.searches, helper]:
            search.stop()

    def take_help(self, helper: Search) -> None:
        """Have *helper* stopped as well, which the leading thread is about to run."""
        self.helper = helper
        if self.stopped:
            helper.stop()

    def nodes(self) -> int:
        """Return the nodes visited by all threads."""
        return sum(search.node_count() for search in self.searches)

    def seconds(self) -> float:
        """Return the time since the analysis began."""
        return time.monotonic() - self.began

    def analysis(self, lines: list[AnalysedLine], depth: int) -> AnalysisResult:
        """Return what is known when *lines* were found *depth* plies deep."""
        best_first = sorted(lines, key=lambda line: -line.score.value)
        return AnalysisResult(tuple(best_first), depth, self.nodes(), self.seconds())


def lead(run: Run) -> None:
    """Deepen until a limit is reached or all is decided; *run* gets each depth's analysis."""
    search = run.searches[0]
    limits = run.limits
    try:
        left = None if limits.seconds is None else limits.seconds - run.seconds()
        search.limit(left, limits.nodes)
        last = MAX_DEPTH if limits.depth is None else min(limits.depth, MAX_DEPTH)
        for depth in range(1, last + 1):
            found = _one_depth(run, search, depth)
            if found is None:
                break
            run.latest = run.analysis(found, depth)
            if all(line.score.complete or line.score.plies is not None for line in found):
                break
            if limits.enough is not None and run.seconds() >= limits.enough:
                break
    except BaseException as error:  # handed on to the thread that waits
        run.error = error
    finally:
        run.done.set()


def follow(run: Run, number: int) -> None:
    """Search what the leading thread searches, or deeper, to fill the table or be done first."""
    search = run.searches[number]
    ahead = 0
    try:
        while not search.is_over():
            task = run.task
            search.take_task(task.number)
            search.exclude(list(task.excluded))
            search.begin_with(task.first)
            line = _aspire(search, min(task.depth + ahead, MAX_DEPTH), task.guess)
            if line is not None and not ahead and not search.was_aborted():
                run.finish(task, line)
            if run.task is not task:
                ahead = 0
            elif not search.was_aborted():
                ahead += 1
                # What is left out in deeper searches must not get into these by the table.
                last = FULL_WIDTH_DEPTH if task.depth <= FULL_WIDTH_DEPTH else MAX_DEPTH
                if not search.rests_on_heuristic() or task.depth + ahead > last:
                    # Nothing is left to be found out.
                    while run.task is task and not run.done.wait(_IDLE_SECONDS):
                        pass
                    if run.done.is_set():
                        return
                    ahead = 0
    except BaseException as error:  # handed on to the thread that waits
        run.error = error
        run.stop()


def _one_depth(run: Run, search: Search, depth: int) -> list[AnalysedLine] | None:
    """Return the best lines *depth* plies deep, or None where the search gave up.

    In that case `run.latest` is put right by what was found before it did.
    """
    found: list[AnalysedLine] = []
    before = run.latest
    for rank in range(run.wanted):
        last = before.lines[rank] if before is not None else None
        excluded = [line.move for line in found]
        task = _Task(
            run.task.number + 1,
            depth,
            tuple(excluded),
            last.move if last is not None else None,
            last.score.value if last is not None and depth >= _WINDOW_FROM_DEPTH else None,
        )
        run.begin(task)
        search.take_task(task.number)
        search.exclude(excluded)
        search.begin_with(task.first)
        line = _aspire(search, depth, task.guess)
        aborted = search.was_aborted()
        if aborted and not search.is_over():
            line = run.findings.get(task.number)
            aborted = line is None
        # What is still to be looked into must not end because another thread finishes the task.
        search.take_task(task.number + 1)
        if aborted:
            if line is not None and (before is None or run.wanted == 1):
                # Begun with the best move of the depth before: what is better by now, is.
                found.append(line)
            if found and (before is None or run.wanted == 1):
                run.latest = run.analysis(found, depth - 1)
            return None
        assert line is not None
        found.append(_shortened(run, line, depth))
    return found


def _aspire(search: Search, depth: int, guess: int | None) -> AnalysedLine | None:
    """Search with a window round *guess* that is opened on the side where it proves too small.

    Returns the best line; where the search gave up, the best known so far, or None.
    """
    low, high = -INFINITE, INFINITE
    size = _FIRST_WINDOW
    if guess is not None and not is_decided(guess):
        low, high = guess - size, guess + size
    best: AnalysedLine | None = None
    while True:
        value = search.run(depth, low, high)
        moves = tuple(search.principal_variation())
        if moves:
            exact = not search.was_aborted() and not search.rests_on_heuristic()
            best = AnalysedLine(moves[0], Score(search.best_value(), exact), moves)
            search.begin_with(moves[0])
        if search.was_aborted() or low < value < high:
            return best
        size *= 4
        wide = size > _WIDEST_WINDOW or is_decided(value)
        if value <= low:
            low = -INFINITE if wide else value - size
        else:
            high = INFINITE if wide else value + size


def _shortened(run: Run, line: AnalysedLine, depth: int) -> AnalysedLine:
    """Return *line*, or a shorter one to the same end of the game where pruning had hidden it.

    *line* was found by *run*'s leading search *depth* plies deep.  Its score is exact where no end
    is sooner; where that cannot be found out by about as many nodes as were spent so far, it is
    not.
    """
    search = run.searches[0]
    certain = 1 if search.prunes() and depth > FULL_WIDTH_DEPTH else depth
    while line.score.plies is not None:
        plies, value = line.score.plies, line.score.value
        if plies <= certain:
            return _to_the_end(run, line)
        budget = search.node_count() + _MIN_BUDGET
        low = value if value > 0 else value - 1
        found = search.run(plies - 1, low, low + 1, True, budget)
        if search.was_aborted():
            return line
        if found <= value if value > 0 else found >= value:
            return _to_the_end(run, line)
        if value < 0:
            search.run(plies - 1, -INFINITE, value, True, budget)
            if search.was_aborted():
                return line
        moves = tuple(search.principal_variation())
        line = AnalysedLine(moves[0], Score(search.best_value(), False), moves)
    return line


def _to_the_end(run: Run, line: AnalysedLine) -> AnalysedLine:
    """Return *line*, whose distance is certain, with the moves that the table had cut off it."""
    moves = line.line
    missing = (line.score.plies or 0) - len(moves)
    if missing > 0:
        search = run.searches[0]
        position = search.position.copy()
        for move in moves:
            position.make(move)
        rest = Search(position, TranspositionTable(1), search.evaluator)
        rest.limit(None, _MIN_BUDGET)
        run.take_help(rest)
        rest.run(missing, -INFINITE, INFINITE, True)
        if not rest.was_aborted():
            moves += tuple(rest.principal_variation())
    return AnalysedLine(line.move, Score(line.score.value, True), moves)

"""Iterative deepening with aspiration windows, and Lazy SMP: what the engine's threads run.

The main thread sets the tasks and collects the result.  The helper threads search the same position
with the same table, at the same depth or ahead of it (Lazy SMP, with moves deferred that another
thread is searching; see `pvs`).  The first thread to finish a task finishes it for all.
"""

import threading
from dataclasses import dataclass, field

from kalahloa.models.game.value import INFINITE, is_decided, is_loss, is_mate, plies_of
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import ScoreKind, score_of_search
from kalahloa.models.search.search_control import search_time
from kalahloa.models.search.transposition_table import TranspositionTable

MAX_DEPTH = 100
FULL_WIDTH_DEPTH = 4
"""As in ``pvs.pxd``: up to this depth a search is full-width."""
_FIRST_WINDOW = 80
_WIDEST_WINDOW = 2000
_WINDOW_FROM_DEPTH = 4
_MIN_BUDGET = 20_000
"""The least number of nodes that may be spent on a shorter win, besides those spent before."""
_IDLE_SECONDS = 0.001


@dataclass(frozen=True)
class _Task:
    """One search of the main thread: a depth, without the moves of better lines.

    `first` is the root move to search first, `guess` the centre of the aspiration window.
    """

    number: int
    depth: int
    excluded: tuple[int, ...] = ()
    first: int | None = None
    guess: int | None = None


@dataclass(frozen=True, slots=True)
class RootLine:
    """A root move, its value by the search, and its principal variation with the move.

    `complete` tells whether the value depends on no heuristic leaf.
    """

    move: int
    value: int
    complete: bool
    moves: tuple[int, ...]

    @property
    def distance(self) -> int | None:
        """The mate distance in plies, or None if the value is not one."""
        return plies_of(self.value) if is_mate(self.value) else None


@dataclass(frozen=True, slots=True)
class SearchedDepth:
    """The lines that were found at `depth`, the best first."""

    lines: tuple[RootLine, ...]
    depth: int


@dataclass
class Run:
    """The state of one analysis that its threads share.

    `searches` has one search for each thread, the main thread's first; `wanted` is the number of
    lines; `began` is the time of the start by `search_time`; `findings` has the results of
    helper threads by task number; `helper` is another search that the main thread is running.
    `versus`, if it is a move, has the second line (see `Engine.analyse`).  `side` is to move at
    the root, and `kind` is what counts in the game.
    """

    searches: list[Search]
    limits: Limits
    wanted: int
    began: float
    side: int
    kind: ScoreKind
    done: threading.Event = field(default_factory=threading.Event)
    latest: SearchedDepth | None = None
    error: BaseException | None = None
    task: _Task = _Task(0, 1)
    helper: Search | None = None
    stopped: bool = False
    findings: dict[int, RootLine] = field(default_factory=dict)
    versus: int | None = None

    def begin(self, task: _Task) -> None:
        """Set the task of all threads; searches of earlier tasks are aborted."""
        self.task = task
        for search in self.searches:
            search.drop_tasks_before(task.number)

    def finish(self, task: _Task, line: RootLine) -> None:
        """Give the main thread *line*, the result of *task*, by a helper thread."""
        self.findings[task.number] = line
        self.searches[0].drop_tasks_before(task.number + 1)

    def stop(self) -> None:
        """Stop all threads; may be called from any thread."""
        self.stopped = True
        helper = self.helper
        for search in self.searches if helper is None else [*self.searches, helper]:
            search.stop()

    def set_helper(self, helper: Search) -> None:
        """Set *helper*, which the main thread is about to run and which `stop` stops as well."""
        self.helper = helper
        if self.stopped:
            helper.stop()

    def nodes(self) -> int:
        """Return the nodes visited by all threads."""
        return sum(search.node_count() for search in self.searches)

    def seconds(self) -> float:
        """Return the time since the analysis began."""
        return search_time() - self.began

    def keep(self, lines: list[RootLine], depth: int) -> None:
        """Set `latest` to *lines*, found at *depth*."""
        best_first = sorted(lines, key=lambda line: -line.value)
        self.latest = SearchedDepth(tuple(best_first), depth)

    def analysis(self, found: SearchedDepth, table_used: float = 0.0) -> AnalysisResult:
        """Return the analysis with the lines of *found*, as of now."""
        lines = []
        for line in found.lines:
            score = score_of_search(line.value, line.complete, self.side, self.kind, found.depth)
            lines.append(AnalysedLine(line.move, score, line.moves))
        return AnalysisResult(tuple(lines), found.depth, self.nodes(), self.seconds(), table_used)


def lead(run: Run) -> None:
    """Run the main thread: deepen until a limit is reached or all lines are solved.

    `Run.latest` is set after each depth.  Time and nodes limit what comes after depth 1.
    """
    search = run.searches[0]
    limits = run.limits
    try:
        last = MAX_DEPTH if limits.depth is None else min(limits.depth, MAX_DEPTH)
        for depth in range(1, last + 1):
            found = _one_depth(run, search, depth)
            if found is None:
                break
            run.keep(found, depth)
            if all(line.complete or line.distance is not None for line in found):
                break
            if limits.soft_seconds is not None and run.seconds() >= limits.soft_seconds:
                break
            if depth == 1:
                left = None if limits.seconds is None else limits.seconds - run.seconds()
                search.limit(left, limits.nodes)
    except BaseException as error:  # handed on to the thread that waits
        run.error = error
    finally:
        run.done.set()


def follow(run: Run, number: int) -> None:
    """Run the helper thread with this *number*: search the main thread's task, or ahead of it."""
    search = run.searches[number]
    ahead = 0
    try:
        while not search.is_over():
            task = run.task
            search.set_task(task.number)
            search.exclude(list(task.excluded))
            search.begin_with(task.first)
            line = _aspiration_search(search, min(task.depth + ahead, MAX_DEPTH), task.guess)
            if line is not None and not ahead and not search.was_aborted():
                run.finish(task, line)
            if run.task is not task:
                ahead = 0
            elif not search.was_aborted():
                ahead += 1
                # Selective searches must not reach full-width ones through the table.
                last = FULL_WIDTH_DEPTH if task.depth <= FULL_WIDTH_DEPTH else MAX_DEPTH
                if not search.is_heuristic() or task.depth + ahead > last:
                    # Nothing is left to search in this task.
                    while run.task is task and not run.done.wait(_IDLE_SECONDS):
                        pass
                    if run.done.is_set():
                        return
                    ahead = 0
    except BaseException as error:  # handed on to the thread that waits
        run.error = error
        run.stop()


def _one_depth(run: Run, search: Search, depth: int) -> list[RootLine] | None:
    """Return the best lines at *depth*, or None if the search was stopped.

    In that case `run.latest` is updated if there is but one line, and a better one was found.
    """
    found: list[RootLine] = []
    before = run.latest
    for rank in range(run.wanted):
        last = before.lines[rank] if before is not None else None
        excluded = [line.move for line in found]
        if rank and run.versus is not None:
            # The second line is that of `versus`, or of the best other move.
            others = found[0].move == run.versus
            if not others:
                legal = search.position.legal_moves()
                excluded = [move for move in legal if move != run.versus]
            if before is not None:
                known = (line for line in before.lines if (line.move != run.versus) == others)
                last = next(known, last)
        task = _Task(
            run.task.number + 1,
            depth,
            tuple(excluded),
            last.move if last is not None else None,
            last.value if last is not None and depth >= _WINDOW_FROM_DEPTH else None,
        )
        run.begin(task)
        search.set_task(task.number)
        search.exclude(excluded)
        search.begin_with(task.first)
        line = _aspiration_search(search, depth, task.guess)
        aborted = search.was_aborted()
        if aborted and not search.is_over():
            line = run.findings.get(task.number)
            aborted = line is None
        # The search for shorter wins must not be aborted when a helper finishes the task.
        search.set_task(task.number + 1)
        if aborted:
            if line is not None and is_loss(line.value):
                # The moves that were not searched may not lose: nothing is proven.
                line = None
            if line is not None and before is not None and run.wanted == 1:
                # The best move of the depth before was searched first: a new one is better.
                run.keep([line], depth - 1)
            return None
        assert line is not None
        found.append(_find_shortest(run, line, depth))
    return found


def _aspiration_search(search: Search, depth: int, guess: int | None) -> RootLine | None:
    """Search with an aspiration window around *guess*, which is widened on the side it fails.

    Returns the best line; if the search was aborted, the best so far, or None.
    """
    low, high = -INFINITE, INFINITE
    size = _FIRST_WINDOW
    if guess is not None and not is_decided(guess):
        low, high = guess - size, guess + size
    best: RootLine | None = None
    while True:
        value = search.run(depth, low, high)
        moves = tuple(search.principal_variation())
        if moves:
            # Outside the window the value is no more than a bound.
            inside = not search.was_aborted() and low < value < high
            exact = inside and not search.is_heuristic()
            best = RootLine(moves[0], search.best_value(), exact, moves)
            search.begin_with(moves[0])
        if search.was_aborted() or low < value < high:
            return best
        size *= 4
        wide = size > _WIDEST_WINDOW or is_decided(value)
        if value <= low:
            low = -INFINITE if wide else value - size
        else:
            high = INFINITE if wide else value + size


def _find_shortest(run: Run, line: RootLine, depth: int) -> RootLine:
    """Return *line*, or a shorter win (or loss) that a selective search has missed.

    *line* was found by the main thread's search at *depth*.  The returned line is complete if its
    mate distance is proven to be the shortest.  The full-width searches for that spend at most
    about as many nodes as were spent before.
    """
    search = run.searches[0]
    certain = 1 if search.prunes() and depth > FULL_WIDTH_DEPTH else depth
    while line.distance is not None:
        plies, value = line.distance, line.value
        if plies <= certain:
            return _complete_line(run, line)
        budget = search.node_count() + _MIN_BUDGET
        low = value if value > 0 else value - 1
        found = search.run(plies - 1, low, low + 1, True, budget)
        if search.was_aborted():
            return line
        if found <= value if value > 0 else found >= value:
            return _complete_line(run, line)
        if value < 0:
            search.run(plies - 1, -INFINITE, value, True, budget)
            if search.was_aborted():
                return line
        moves = tuple(search.principal_variation())
        line = RootLine(moves[0], search.best_value(), False, moves)
    return line


def _complete_line(run: Run, line: RootLine) -> RootLine:
    """Return *line*, whose mate distance is exact, with the moves lost to table cutoffs."""
    moves = line.moves
    missing = (line.distance or 0) - len(moves)
    if missing > 0:
        search = run.searches[0]
        position = search.position.copy()
        for move in moves:
            position.make(move)
        rest = Search(position, TranspositionTable(1), search.evaluator)
        rest.limit(None, _MIN_BUDGET)
        run.set_helper(rest)
        rest.run(missing, -INFINITE, INFINITE, True)
        if not rest.was_aborted():
            moves += tuple(rest.principal_variation())
    return RootLine(line.move, line.value, True, moves)

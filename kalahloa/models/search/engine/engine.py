"""The engine: asked for a move or an analysis, it has threads search, and tells what they found."""

import threading
import time
from collections.abc import Callable

from kalahloa.models.cancellation import never, wait_until
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.position import Position
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.engine.iterative_deepening import Run, follow, lead
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.score import Score
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.transposition_table import TranspositionTable

DEFAULT_MEBIBYTES = 64


class Engine(Searcher):
    """The strongest searcher: for playing, hints and analysis.

    *mebibytes* is the size of its transposition table, which every search begins empty, so that
    a search depends on nothing but its question; *threads* search together with one table (Lazy
    SMP).  Raises `ValueError` where there is no such number of threads.
    """

    name = "engine"
    title = "Engine"
    sentence = "The strongest: compiled, it remembers what it saw, and goes as deep as time allows."

    def __init__(self, mebibytes: int = DEFAULT_MEBIBYTES, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"An engine has at least 1 thread, not {threads}.")
        self.mebibytes = mebibytes
        self.threads = threads
        # To get and clear much memory takes longer than a short search may.
        self._spare_tables: list[TranspositionTable] = []

    def warm_up(self) -> None:
        """Get the memory for the table, which takes time that the next search may not have."""
        self._spare_tables.append(self._empty_table())

    def choose(
        self,
        position: Position,
        limits: Limits,
        heuristic: Heuristic,
        *,
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
        record_tree: bool = False,
    ) -> SearchResult:
        """Return the best move within *limits*; see `Searcher.choose`.

        Compiled games are judged by their own evaluation; *heuristic* judges the leaves of games
        in plain Python.  The tree is not recorded.
        """
        if limits.depth is None and limits.seconds is None and limits.nodes is None:
            raise ValueError("A search needs a depth, a time or a number of nodes.")
        analysis = self.analyse(
            position,
            limits,
            evaluator=None if position.has_evaluation() else heuristic,
            stopped=stopped,
            report=None if report is None else lambda found: report(_progress(found)),
            for_play=True,
        )
        if stopped():
            raise SearchStopped
        best = analysis.lines[0]
        return SearchResult(
            move=best.move,
            value=best.score.lecture_value,
            line=best.line,
            nodes=analysis.nodes,
            seconds=analysis.seconds,
            depth=analysis.depth,
            proven=best.score.proven and not best.score.margin_is_bound,
        )

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        evaluator: Callable[[Position], float] | None = None,
        stopped: Callable[[], bool] = never,
        report: Callable[[AnalysisResult], None] | None = None,
        for_play: bool = False,
    ) -> AnalysisResult:
        """Return the best *lines* moves of *position* and what they are worth.

        *position* is copied.  *evaluator*, if given, judges the leaves instead of the game's own
        evaluation.  What is known once *stopped* says so is returned (see `stopping`).  *report* is
        told of each new depth, and of the nodes, ten times a second.  *for_play* lets
        the search end early where the move is clear.  Raises `ValueError` if the game is over.
        """
        began = time.monotonic()
        if position.is_over():
            raise ValueError("The game is over: there is nothing to analyse.")
        count = len(position.legal_moves())
        if for_play and count == 1 and limits.seconds is not None:
            limits = Limits(depth=1, seconds=limits.seconds)
        table = self._empty_table()
        # How threads share their work is never the same twice, but a limit of nodes has to be.
        threads = 1 if limits.nodes is not None else self.threads
        searches = [Search(position.copy(), table, evaluator, threads > 1) for _ in range(threads)]
        run = Run(searches, limits, max(1, min(lines, count)), began)
        try:
            _search(run, stopped, report)
            found = run.latest or _in_haste(position, run)
            return AnalysisResult(
                found.lines, found.depth, run.nodes(), run.seconds(), table.share_used()
            )
        finally:
            self._spare_tables.append(table)

    def _empty_table(self) -> TranspositionTable:
        try:
            table = self._spare_tables.pop()
        except IndexError:
            return TranspositionTable(self.mebibytes)
        table.forget()
        return table


def _search(
    run: Run, stopped: Callable[[], bool], report: Callable[[AnalysisResult], None] | None
) -> None:
    """Have the threads of *run* search, return when all have ended, and raise what they raised."""
    workers: list[threading.Thread] = []
    try:
        for number in range(len(run.searches)):
            worker = threading.Thread(
                target=follow if number else lead, args=(run, number) if number else (run,)
            )
            worker.start()
            workers.append(worker)
        _wait(run, stopped, report)
    finally:
        run.stop()
        for worker in workers:
            worker.join()
    error, run.error = run.error, None
    if error is not None:
        try:
            raise error
        finally:
            # Its traceback holds this frame: the one would keep the other, and all tables.
            del error


def _wait(
    run: Run, stopped: Callable[[], bool], report: Callable[[AnalysisResult], None] | None
) -> None:
    """Listen and report until the leading thread is done."""
    told: AnalysisResult | None = None

    def tell() -> None:
        nonlocal told
        told = run.latest
        if report is not None and told is not None:
            report(AnalysisResult(told.lines, told.depth, run.nodes(), run.seconds()))

    wait_until(run.done, stopped, run.stop, tell)
    if run.latest is not told:
        tell()


def _progress(analysis: AnalysisResult) -> Progress:
    """Return what a searcher tells of an analysis."""
    best = analysis.lines[0]
    return Progress(
        depth=analysis.depth,
        nodes=analysis.nodes,
        value=best.score.lecture_value,
        line=best.line,
        seconds=analysis.seconds,
    )


def _in_haste(position: Position, run: Run) -> AnalysisResult:
    """Return some move where not even the first depth was finished."""
    move = position.legal_moves()[0]
    return run.analysis([AnalysedLine(move, Score(0, False), (move,))], 0)


__all__ = ["AnalysedLine", "AnalysisResult", "Engine", "Limits"]

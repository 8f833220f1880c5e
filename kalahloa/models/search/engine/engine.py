"""The engine: principal variation search with iterative deepening on one or several threads."""

import threading
from collections.abc import Callable

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.game.solvable import SolvablePosition
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.engine.iterative_deepening import Run, SearchedDepth, follow, lead
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.score import ScoreKind
from kalahloa.models.search.search_control import search_time
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never, wait_until

DEFAULT_MEBIBYTES = 64


class Engine(Searcher):
    """The strongest searcher: for playing, hints and analysis.

    *mebibytes* is the size of the transposition table, which is cleared before each search, so that
    a search does not depend on earlier ones.  An engine that *remembers* keeps what also holds for
    the next position under the same rules: everything where values depend on the position alone,
    otherwise the best moves.  *threads* search with one shared table (Lazy SMP).  With *network*,
    the network that is shipped for the game evaluates, where there is one and no other evaluator is
    given.  Raises `ValueError` if there is not at least one thread.
    """

    name = "engine"
    title = QT_TRANSLATE_NOOP("Models", "Engine")
    sentence = QT_TRANSLATE_NOOP(
        "Models",
        "The strongest searcher: compiled, with a transposition table, as deep as time allows.",
    )

    def __init__(
        self,
        mebibytes: int = DEFAULT_MEBIBYTES,
        threads: int = 1,
        remembers: bool = False,
        network: bool = False,
    ) -> None:
        if threads < 1:
            raise ValueError(f"An engine has at least 1 thread, not {threads}.")
        self.mebibytes = mebibytes
        self.threads = threads
        self._remembers = remembers
        self._network = network
        self._game: object = None
        """The class and the rules of the last position."""
        # Kept for reuse: allocating a large table may take longer than a short search.
        self._spare_tables: list[TranspositionTable] = []

    def warm_up(self) -> None:
        """Allocate the table in advance, so that the next search need not."""
        if not self._spare_tables:
            self._spare_tables.append(TranspositionTable(self.mebibytes))

    def forget(self) -> None:
        """Have an engine that remembers begin anew."""
        self._game = None

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

        *heuristic* evaluates the leaves only of games that have no evaluation of their own.  The
        tree is not recorded.
        """
        if limits.depth is None and limits.seconds is None and limits.nodes is None:
            raise ValueError("A search needs a limit: a depth, a time or a number of nodes.")
        analysis = self.analyse(
            position,
            limits,
            evaluator=None if position.has_evaluation() else heuristic,
            stopped=stopped,
            report=None if report is None else lambda found: report(found.progress()),
            for_play=True,
        )
        if stopped():
            raise SearchStopped
        return analysis.result(analysis.lines[0])

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
        versus: int | None = None,
    ) -> AnalysisResult:
        """Return the best *lines* moves of *position* with their scores and principal variations.

        *position* is copied.  *evaluator*, if given, evaluates the leaves instead of the game's own
        evaluation; it returns a number for the side to move, in the game's unit.  Once *stopped*
        returns True, the depths completed so far are returned (see `cancellation`), and
        `SearchStopped` is raised if there is none.  *report* is called after each depth, and ten
        times a second with the nodes.  *for_play* ends the search early if there is only one legal
        move.  With *versus*, a legal move, there are two lines instead: the best move's and that
        move's, or, if it is the best, the best other move's; so both are judged at the same depth.
        Raises `ValueError` if the game is over.
        """
        if position.is_over():
            raise ValueError("The game is over: there is nothing to analyse.")
        count = len(position.legal_moves())
        if for_play and count == 1 and limits.seconds is not None:
            limits = Limits(depth=1, seconds=limits.seconds)
        table = self._table_for(position) if self._remembers else self._empty_table()
        # A search limited by nodes is deterministic, which only one thread can be.
        threads = 1 if limits.nodes is not None else self.threads
        board = position.copy()
        if self._network and evaluator is None:
            board.use_shipped_network()
        boards = [board, *(board.copy() for _ in range(threads - 1))]
        searches = [Search(one, table, evaluator, threads > 1) for one in boards]
        wanted = lines if versus is None else 2
        kind = ScoreKind.of(position)
        # From here on the time counts: new memory may take longer than a short search.
        began = search_time()
        run = Run(
            searches,
            limits,
            max(1, min(wanted, count)),
            began,
            position.side,
            kind,
            versus=versus,
        )
        try:
            if not stopped():
                _search(run, stopped, report)
            found = run.latest
            if found is None:
                raise SearchStopped("The search was stopped before depth 1 was complete.")
            return run.analysis(found, table.hashfull())
        finally:
            self._spare_tables.append(table)

    def _table_for(self, position: Position) -> TranspositionTable:
        """Return the table with what earlier searches have found that holds for *position*."""
        game = (type(position), position.rules)
        if game != self._game or not self._spare_tables:
            self._game = game
            return self._empty_table()
        table = self._spare_tables.pop()
        if not isinstance(position, SolvablePosition):
            # The boards before the root may count as repetitions, which others did not.
            table.keep_moves()
        return table

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
    """Run the threads of *run* and wait until all have ended; raise what they raised."""
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
            # Break the reference cycle of traceback and frame, which would keep the tables alive.
            del error


def _wait(
    run: Run, stopped: Callable[[], bool], report: Callable[[AnalysisResult], None] | None
) -> None:
    """Poll *stopped* and call *report* until the main thread is done."""
    told: SearchedDepth | None = None

    def tell() -> None:
        nonlocal told
        told = run.latest
        if report is not None and told is not None:
            report(run.analysis(told))

    wait_until(run.done, stopped, run.stop, tell)
    if run.latest is not told:
        tell()


__all__ = ["AnalysedLine", "AnalysisResult", "Engine", "Limits"]

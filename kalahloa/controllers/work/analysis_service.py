"""One queue for all searches: the computer's move, the hint, values and lines of moves.

Exactly one job runs at a time.  Each kind of job is a plain function ``(request, stop, report) ->
answer`` in `KINDS`; a new kind is a request, a function, an entry there and a signal.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from random import getrandbits
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance, Slot

from kalahloa.controllers.player import Level
from kalahloa.controllers.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.work.background import SHUT_DOWN_SECONDS, Background
from kalahloa.controllers.work.proof_job import ProofNews, ProofRequest, find_proof
from kalahloa.controllers.work.review_job import ReviewNews, ReviewRequest, find_review
from kalahloa.models.cancellation import Stop, Throttle
from kalahloa.models.errors import UnknownName
from kalahloa.models.game import Game
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.knowledge import KnowledgeSource
from kalahloa.models.position import Position
from kalahloa.models.quotation import shorten
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.move_values import TIME_SLICES, Found, TimeSlice, Valuer, Values
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.solver.mtd import Probe, probe_nothing
from kalahloa.models.search.strength.levels import at_level

SEED_BITS = 60
STUCK_MS = 5000
"""Time after which a job that ignores its stop flag is given up, so that others can run."""
NO_THREAD = QT_TRANSLATE_NOOP("Controllers", "no thread could be started; memory may be short.")
STUCK = QT_TRANSLATE_NOOP("Controllers", "it could not be interrupted.")


class Priority(IntEnum):
    """How urgent a job is; a smaller one comes first.

    From `PROOF` on, jobs run on a thread that gives way to the GUI (see `give_way`).
    """

    MOVE = 0
    HINT = 1
    PROOF = 2
    VALUES = 3
    REVIEW = 4
    LINES = 5
    """Last, because it has no end of its own."""

    @property
    def gives_way(self) -> bool:
        """Whether jobs of this priority run at a lower priority of the operating system."""
        return self >= Priority.PROOF


# -- what jobs are asked and what they tell --------------------------------------------------------

FindSearcher = Callable[[Level, int, KnowledgeSource], Searcher]


def searcher_for(level: Level, seed: int, knowledge: KnowledgeSource) -> Searcher:
    """Return the searcher for *level*; *seed* randomizes some of the engine's levels.

    The perfect level uses *knowledge*, that of the game.
    """
    if level.strength is None:
        return find_searcher(level.searcher)
    return at_level(level.strength, seed, knowledge)


@dataclass(frozen=True)
class SearchRequest:
    """A request for a move at *position*, which nobody else may modify, at a level."""

    number: int
    game: Game
    position: Position
    level: Level
    find: FindSearcher = searcher_for
    seed: int = 0


@dataclass(frozen=True)
class SearchReply:
    """The reply to the request with the same number; `error` is a sentence if it failed."""

    number: int
    result: SearchResult | None
    error: str = ""


@dataclass(frozen=True)
class SearchNews:
    """The progress of the search with this number."""

    number: int
    progress: Progress


@dataclass(frozen=True)
class ValuesRequest:
    """A request for the values of all moves at *position*, which nobody else may modify.

    *valuer* returns the `Valuer` to use, and *probe* known values of positions; both are called on
    the thread of the job.
    """

    number: int
    game: Game
    position: Position
    valuer: Callable[[], Valuer]
    probe: Probe = probe_nothing


@dataclass(frozen=True)
class ValuesNews:
    """The values known so far for request *number*; with *finished*, no more will follow.

    *error* is a sentence if something failed, otherwise empty.
    """

    number: int
    values: Values
    finished: bool = False
    error: str = ""


@dataclass(frozen=True)
class LinesPlan:
    """How a position is analysed.

    `lines` is the number of best moves, 0 for all; `all_moves` is whether the others have values,
    too.  Without `limits` the work goes on until everything is proven.  The engine has a table of
    so many `mebibytes`, and so many `threads`.
    """

    lines: int = 1
    all_moves: bool = False
    limits: Limits = NO_LIMITS
    threads: int = 1
    mebibytes: int = 64


@dataclass(frozen=True)
class LinesRequest:
    """A request to analyse *position*, which nobody else may modify, as *plan* says.

    *valuer* and *probe* are as in `ValuesRequest`.
    """

    number: int
    game: Game
    position: Position
    plan: LinesPlan
    valuer: Callable[[], Valuer]
    probe: Probe = probe_nothing


@dataclass(frozen=True)
class LinesNews:
    """What request *number* has found so far, None if it failed; with *finished*, that is all.

    *error* is a sentence if something failed, otherwise empty.
    """

    number: int
    found: Found | None
    finished: bool = False
    error: str = ""


# -- the jobs --------------------------------------------------------------------------------------

Report = Callable[[Any], None]


def find_move(request: SearchRequest, stop: Stop, report: Report) -> SearchReply:
    """Search for a move, and *report* `SearchNews`; raises what the searcher raises."""
    level = request.level
    position = request.position.copy()
    result = request.find(level, request.seed, request.game.knowledge).choose(
        position,
        level.limits,
        request.game.heuristic(level.heuristic),
        stopped=stop,
        report=lambda progress: report(SearchNews(request.number, progress)),
    )
    if result.move not in request.position.legal_moves():
        raise ValueError("the searcher chose a move that is not legal.")
    return SearchReply(request.number, result)


def find_values(request: ValuesRequest, stop: Stop, report: Report) -> ValuesNews:
    """Compute the values of all moves, and *report* `ValuesNews` while they improve.

    Raises what a game in plain Python raises, and `MemoryError`.
    """
    position = request.position.copy()
    values = request.valuer().values(
        position,
        evaluator=None if position.has_evaluation() else _first_heuristic(request.game),
        probe=request.probe,
        stopped=stop,
        report=lambda values: report(ValuesNews(request.number, values)),
    )
    return ValuesNews(request.number, values, True)


def find_lines(request: LinesRequest, stop: Stop, report: Report) -> LinesNews:
    """Analyse a position, and *report* `LinesNews` at once, and then at most ten times a second.

    Raises what a game in plain Python raises, and `MemoryError`.
    """
    position, plan = request.position.copy(), request.plan
    throttle = Throttle()

    def tell(found: Found) -> None:
        if throttle.is_due():
            report(LinesNews(request.number, found))

    valuer = request.valuer()
    valuer.tune(plan.mebibytes, plan.threads)
    found = valuer.analyse(
        position,
        plan.lines,
        all_moves=plan.all_moves,
        limits=plan.limits,
        evaluator=None if position.has_evaluation() else _first_heuristic(request.game),
        probe=request.probe,
        stopped=stop,
        report=tell,
    )
    return LinesNews(request.number, found, True)


def _first_heuristic(game: Game) -> Heuristic | None:
    try:
        return game.heuristic()
    except UnknownName:
        return None


def _no_move(number: int, reason: str) -> SearchReply:
    return SearchReply(
        number, None, fill(translate("Controllers", "The search failed: {reason}"), reason=reason)
    )


def _no_values(number: int, reason: str) -> ValuesNews:
    return ValuesNews(
        number,
        {},
        True,
        fill(translate("Controllers", "The values cannot be computed: {reason}"), reason=reason),
    )


def _no_lines(number: int, reason: str) -> LinesNews:
    sentence = translate("Controllers", "The position cannot be analysed: {reason}")
    return LinesNews(number, None, True, fill(sentence, reason=reason))


def _no_review(number: int, reason: str) -> ReviewNews:
    sentence = translate("Controllers", "The game cannot be reviewed: {reason}")
    return ReviewNews(number, (), 0, 0, True, fill(sentence, reason=reason))


def _no_proof(number: int, reason: str) -> ProofNews:
    sentence = translate("Controllers", "The win cannot be searched for: {reason}")
    return ProofNews(number, error=fill(sentence, reason=reason), finished=True)


@dataclass(frozen=True)
class Kind:
    """A kind of job: its function, and the answer for a number and the reason of a failure."""

    body: Callable[[Any, Stop, Report], Any]
    failed: Callable[[int, str], Any]


KINDS: dict[type, Kind] = {
    SearchRequest: Kind(find_move, _no_move),
    ValuesRequest: Kind(find_values, _no_values),
    LinesRequest: Kind(find_lines, _no_lines),
    ReviewRequest: Kind(find_review, _no_review),
    ProofRequest: Kind(find_proof, _no_proof),
}
"""The kinds of jobs by the type of their requests."""


# -- the threads -----------------------------------------------------------------------------------


class Numbered(Protocol):
    """What all requests have."""

    @property
    def number(self) -> int:
        """The number of the job."""
        ...


@dataclass(frozen=True, eq=False)
class _Job:
    """A job, or one attempt at it: each has a flag of its own."""

    number: int
    priority: Priority
    request: Numbered
    stop: Stop = field(default_factory=Stop)

    @property
    def kind(self) -> Kind:
        return KINDS[type(self.request)]


class _Lane(Background[_Job]):
    """One of the threads; the service sees to it that only one works at a time."""

    told = Signal(object, object)
    """A `_Job` and what it reports."""
    ended = Signal(object, object)
    """A `_Job` and its answer, or None if it was stopped."""

    def __init__(self, gives_way: bool, parent: QObject) -> None:
        self.gives_way = gives_way
        super().__init__("analysis" if gives_way else "moves", parent)

    def work(self, job: _Job) -> None:
        """Do *job* and emit `ended` in any case."""
        answer = None
        if not job.stop.is_set():
            try:
                answer = job.kind.body(job.request, job.stop, partial(self.told.emit, job))
            except BaseException as error:  # a plug-in may raise anything; memory may be short
                reason = shorten(error) or type(error).__name__
                answer = job.kind.failed(job.number, reason)
        # What a stopped job answers is incomplete.
        self.ended.emit(job, None if job.stop.is_set() else answer)


class AnalysisService(QObject):
    """Runs the jobs it is asked for one at a time, the most urgent first.

    A job is stopped at once by a more urgent one, and begun again after it; jobs of one priority
    run in the order of their numbers.  Every job is answered exactly once, with a sentence if it
    fails, unless it is cancelled: then nothing more is told of it.  Signals are emitted on the
    service's own thread, which is that of its callers.
    """

    replied = Signal(object)
    """A `SearchReply`: the answer to `search`."""
    progressed = Signal(object)
    """A `SearchNews`, at most ten per second."""
    valued = Signal(object)
    """A `ValuesNews`, at most ten per second; the one that is `finished` is the answer."""

    lined = Signal(object)
    """A `LinesNews`, at most ten per second; the one that is `finished` is the answer."""

    reviewed = Signal(object)
    """A `ReviewNews`, after each ply; the one that is `finished` is the answer."""

    proved = Signal(object)
    """A `ProofNews`, at most ten per second; the one that is `finished` is the answer."""

    _refused = Signal(object, object)

    def __init__(
        self,
        parent: QObject | None = None,
        find: FindSearcher = searcher_for,
        seed: int | None = None,
        time_slices: tuple[TimeSlice, ...] = TIME_SLICES,
    ) -> None:
        """Make an empty queue; *find* returns the searcher for a level, as `searcher_for` does.

        *seed* randomizes some of the engine's levels.  By default each search has another one, so
        that games differ.  *time_slices* are those of `Valuer`.
        """
        super().__init__(parent)
        self._find = find
        self._seed = seed
        self._time_slices = time_slices
        self._number = 0
        self._jobs: dict[int, _Job] = {}
        self._running: _Job | None = None
        self._lanes: dict[bool, _Lane] = {}
        self._given_up: list[_Lane] = []
        self._valuer = _Kept(time_slices)
        self._closed = False
        self._signals: dict[type, SignalInstance] = {
            SearchReply: self.replied,
            SearchNews: self.progressed,
            ValuesNews: self.valued,
            LinesNews: self.lined,
            ReviewNews: self.reviewed,
            ProofNews: self.proved,
        }
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(STUCK_MS)
        self._patience.timeout.connect(self._give_up)
        self._refused.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    # -- requests ------------------------------------------------------------------------------

    def search(
        self,
        game: Game,
        position: Position,
        level: Level,
        priority: Priority = Priority.MOVE,
    ) -> int:
        """Search a copy of *position* for a move; return the number of the job."""
        seed = getrandbits(SEED_BITS) if self._seed is None else self._seed
        mine = position.copy()
        return self.submit(
            priority,
            lambda number: SearchRequest(number, game, mine, level, self._find, seed),
        )

    def values(self, game: Game, position: Position, probe: Probe = probe_nothing) -> int:
        """Compute the values of the moves of a copy of *position*; return the number of the job.

        *probe* returns known values of positions; it is called on another thread.
        """
        mine = position.copy()
        return self.submit(
            Priority.VALUES,
            lambda number: ValuesRequest(number, game, mine, self._valuer, probe),
        )

    def lines(
        self,
        game: Game,
        position: Position,
        plan: LinesPlan,
        probe: Probe = probe_nothing,
        priority: Priority = Priority.LINES,
    ) -> int:
        """Analyse a copy of *position* as *plan* says; return the number of the job.

        *probe* is as in `values`.
        """
        mine = position.copy()
        return self.submit(
            priority,
            lambda number: LinesRequest(number, game, mine, plan, self._valuer, probe),
        )

    def submit(self, priority: Priority, make: Callable[[int], Numbered]) -> int:
        """Queue the job whose request *make* returns for a number; return the number.

        The type of the request is a key of `KINDS`.
        """
        self._number += 1
        job = _Job(self._number, priority, make(self._number))
        if not self._closed:
            self._jobs[job.number] = job
            self._dispatch()
        return job.number

    def cancel(self, number: int) -> None:
        """Stop or remove the job with *number*, if it is not answered yet."""
        job = self._jobs.pop(number, None)
        if job is not None and job is self._running:
            self._stop(job)

    def cancel_all(self) -> None:
        """Stop or remove all jobs."""
        for number in list(self._jobs):
            self.cancel(number)

    @property
    def is_stuck(self) -> bool:
        """Whether a job that ignores its stop flag is still running, though it was given up.

        Its thread may keep the process from ending (see `background.has_stuck_threads`).
        """
        return any(lane.is_alive for lane in self._given_up)

    def shut_down(self, seconds: float = SHUT_DOWN_SECONDS) -> bool:
        """Cancel all jobs and end the threads; may be called twice.  Later requests do nothing.

        A job that does not stop within *seconds* is given up, and False is returned.
        """
        self._closed = True
        self.cancel_all()
        self._patience.stop()
        for lane in self._lanes.values():
            if not lane.end(seconds):
                self._given_up.append(lane)
        self._lanes.clear()
        return not self.is_stuck

    # -- the queue -----------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Begin the most urgent job, or stop the running one for it."""
        first = min(self._jobs.values(), key=lambda job: (job.priority, job.number), default=None)
        running = self._running
        if first is None or first is running:
            return
        if running is None:
            self._begin(first)
        elif self._jobs.get(running.number) is running:
            # It waits with a new flag, to be begun again.
            self._jobs[running.number] = replace(running, stop=Stop())
            self._stop(running)

    def _begin(self, job: _Job) -> None:
        self._running = job
        lane = self._lane(job.priority.gives_way)
        if lane.is_alive:
            lane.submit(job)
        else:
            self._refused.emit(job, job.kind.failed(job.number, NO_THREAD))

    def _lane(self, gives_way: bool) -> _Lane:
        lane = self._lanes.get(gives_way)
        if lane is None or not lane.is_alive:
            if lane is not None:
                lane.deleteLater()
            lane = self._lanes[gives_way] = _Lane(gives_way, self)
            lane.told.connect(self._on_told, Qt.ConnectionType.QueuedConnection)
            lane.ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)
        return lane

    def _stop(self, job: _Job) -> None:
        job.stop.set()
        self._patience.start()

    @Slot(object, object)
    def _on_told(self, job: _Job, news: object) -> None:
        # News of a job that was stopped for another one are as good as its next ones.
        if job is self._running and job.number in self._jobs:
            self._tell(news)

    @Slot(object, object)
    def _on_ended(self, job: _Job, answer: object) -> None:
        if job is not self._running:
            return  # it was given up
        self._running = None
        self._patience.stop()
        if answer is not None and self._jobs.pop(job.number, None) is not None:
            self._tell(answer)
        self._dispatch()

    @Slot()
    def _give_up(self) -> None:
        """Leave the running job, which does not stop, to itself."""
        job = self._running
        if job is None:
            return
        lane = self._lanes.pop(job.priority.gives_way)
        lane.abandon()
        self._given_up.append(lane)
        self._valuer = _Kept(self._time_slices)  # the thread may still use the old one
        self._on_ended(job, job.kind.failed(job.number, STUCK))

    def _tell(self, message: object) -> None:
        self._signals[type(message)].emit(message)


class _Kept:
    """Returns one `Valuer`, made at the first call, with the tables of earlier positions."""

    def __init__(self, time_slices: tuple[TimeSlice, ...]) -> None:
        self._time_slices = time_slices
        self._valuer: Valuer | None = None

    def __call__(self) -> Valuer:
        if self._valuer is None:
            self._valuer = Valuer(self._time_slices)
        return self._valuer

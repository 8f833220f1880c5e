"""One queue for all searches: the computer's move, the hint, values and lines of moves.

Exactly one job runs at a time.  Each kind of job is a plain function ``(request, stop, report) ->
answer`` in `KINDS`; a new kind is a request, a function, an entry there and a signal.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from math import inf
from random import getrandbits
from time import monotonic
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance, Slot

from kalahloa.controllers.base.player import Level
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.work.background import SHUT_DOWN_SECONDS
from kalahloa.controllers.work.comparison_job import (
    ComparisonNews,
    ComparisonRequest,
    compare_searchers,
)
from kalahloa.controllers.work.late_sandbox import LateSandbox
from kalahloa.controllers.work.proof_job import ProofNews, ProofRequest, search_proof
from kalahloa.controllers.work.review_job import ReviewNews, ReviewRequest, find_review
from kalahloa.controllers.work.search_jobs import (
    FindSearcher,
    LinesNews,
    LinesPlan,
    LinesRequest,
    ReportNews,
    SearchNews,
    SearchReply,
    SearchRequest,
    ValuesNews,
    ValuesRequest,
    find_lines,
    find_move,
    find_values,
    no_lines,
    no_move,
    no_values,
    searcher_for,
)
from kalahloa.controllers.work.worker import Worker, WorkerTask
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.search.known import OnDemand, nothing_known
from kalahloa.models.search.move_values import TIME_SLICES, TimeSlice, Valuer
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

SEED_BITS = 60
STUCK_MS = 5000
"""Time after which a job that ignores its stop flag is given up, so that others can run."""
BEGIN_MS = 10
"""Values and lines are begun so long after they are asked for.  What the change shows that asks for
them is drawn first, in turns of the event loop that take so long together: the beginning of a
search holds up the interpreter again and again."""
HURRY_SECONDS = 0.045
"""Who leaves a place sooner than that walks on and on, as by a key that repeats."""
HURRY_MS = 40
"""What is wanted of a place then is begun so long after it: what would be found of each place is
seen for less time than it takes the eye, and showing it holds up the next step."""
NO_THREAD = QT_TRANSLATE_NOOP("Controllers", "no thread could start; memory may be short.")
STUCK = QT_TRANSLATE_NOOP("Controllers", "it could not be stopped.")


class Priority(IntEnum):
    """How urgent a job is; a smaller one comes first.

    From `PROOF` on, jobs run on a thread that gives way to the GUI (see `give_way`).
    """

    MOVE = 0
    HINT = 1
    PROOF = 2
    VALUES = 3
    REVIEW = 4
    COMPARISON = 5
    LINES = 6
    """Last, because it has no end of its own."""

    @property
    def gives_way(self) -> bool:
        """Whether jobs of this priority run at a lower priority of the operating system."""
        return self >= Priority.PROOF

    @property
    def follows_place(self) -> bool:
        """Whether such jobs are about the position that is shown, and asked for as it is drawn."""
        return self in (Priority.VALUES, Priority.LINES)


def _no_review(number: int, reason: str) -> ReviewNews:
    sentence = translate("Controllers", "Cannot review the game: {reason}")
    return ReviewNews(number, (), 0, 0, True, fill(sentence, reason=reason))


def _no_proof(number: int, reason: str) -> ProofNews:
    sentence = translate("Controllers", "Cannot search for a win: {reason}")
    return ProofNews(number, error=fill(sentence, reason=reason), finished=True)


def _no_comparison(number: int, reason: str) -> ComparisonNews:
    sentence = translate("Controllers", "Cannot compare the searchers: {reason}")
    return ComparisonNews(number, finished=True, error=fill(sentence, reason=reason))


@dataclass(frozen=True)
class JobKind:
    """A kind of job: its function, and the answer for a number and the reason of a failure."""

    body: Callable[[Any, Stop, ReportNews], Any]
    failed: Callable[[int, str], Any]


KINDS: dict[type, JobKind] = {
    SearchRequest: JobKind(find_move, no_move),
    ValuesRequest: JobKind(find_values, no_values),
    LinesRequest: JobKind(find_lines, no_lines),
    ReviewRequest: JobKind(find_review, _no_review),
    ProofRequest: JobKind(search_proof, _no_proof),
    ComparisonRequest: JobKind(compare_searchers, _no_comparison),
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
    """A job, or one attempt at it."""

    number: int
    priority: Priority
    request: Numbered
    asked_at: float = field(default_factory=lambda: monotonic())

    @property
    def kind(self) -> JobKind:
        return KINDS[type(self.request)]

    def answer(self, task: WorkerTask) -> object:
        """Do the job as *task*, and return its answer, or None if it was stopped."""
        if task.stop():
            return None
        try:
            answer = self.kind.body(self.request, task.stop, task.report)
        except BaseException as error:  # a plug-in may raise anything; memory may be short
            answer = self.kind.failed(self.number, shorten(error) or type(error).__name__)
        # What a stopped job answers is incomplete.
        return None if task.stop() else answer


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

    compared = Signal(object)
    """A `ComparisonNews`, at most ten per second; the one that is `finished` is the answer."""

    _refused = Signal(object, object)

    def __init__(
        self,
        parent: QObject | None = None,
        find: FindSearcher = searcher_for,
        seed: int | None = None,
        time_slices: tuple[TimeSlice, ...] | None = None,
    ) -> None:
        """Make an empty queue; *find* returns the searcher for a level, as `searcher_for` does.

        *seed* is that of all searches, for tests.  *time_slices* are those of `Valuer`.
        """
        super().__init__(parent)
        self._find = find
        self._seed = seed
        self._time_slices = time_slices or TIME_SLICES
        self._number = 0
        self._jobs: dict[int, _Job] = {}
        self._running: _Job | None = None
        self._task: WorkerTask | None = None
        """The last attempt at a job."""
        self._workers: dict[bool, Worker] = {}
        self._given_up: list[Worker] = []
        self._valuer = _Kept(self._time_slices)
        self._sandbox = LateSandbox()
        self._closed = False
        self._hurried_at = -inf
        """When a place was left that had been shown for a moment only."""
        self.begins_late = True
        """Whether values and lines wait until what asks for them is drawn (see `BEGIN_MS`).  That
        takes Qt's event loop, which does not run where a program waits for a line of text."""
        self._signals: dict[type, SignalInstance] = {
            SearchReply: self.replied,
            SearchNews: self.progressed,
            ValuesNews: self.valued,
            LinesNews: self.lined,
            ReviewNews: self.reviewed,
            ProofNews: self.proved,
            ComparisonNews: self.compared,
        }
        self._patience = single_shot(self, self._give_up, STUCK_MS)
        self._refused.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)
        self._beginning = single_shot(self, self._begin_first)

    # -- requests ------------------------------------------------------------------------------

    def search(
        self,
        game: Game,
        position: Position,
        level: Level,
        priority: Priority = Priority.MOVE,
        known: OnDemand = nothing_known,
        seed: int | None = None,
    ) -> int:
        """Search a copy of *position* for a move; return the number of the job.

        *known* is as in `values`, *seed* determines what levels choose at random.  The service's
        own seed comes first; where there is none at all, each search has another one.
        """
        if self._seed is not None:
            seed = self._seed
        elif seed is None:
            seed = getrandbits(SEED_BITS)
        mine = position.copy()
        return self.submit(
            priority,
            lambda number: SearchRequest(
                number, game, mine, level, self._find, seed, self._sandbox, known
            ),
        )

    def values(self, game: Game, position: Position, known: OnDemand = nothing_known) -> int:
        """Compute the values of the moves of a copy of *position*; return the number of the job.

        *known* returns what is known under the rules; it is called on another thread.
        """
        mine = position.copy()
        return self.submit(
            Priority.VALUES,
            lambda number: ValuesRequest(number, game, mine, self._valuer, known),
        )

    def lines(
        self,
        game: Game,
        position: Position,
        plan: LinesPlan,
        known: OnDemand = nothing_known,
        priority: Priority = Priority.LINES,
    ) -> int:
        """Analyse a copy of *position* as *plan* says; return the number of the job.

        *known* is as in `values`.
        """
        mine = position.copy()
        return self.submit(
            priority,
            lambda number: LinesRequest(number, game, mine, plan, self._valuer, known),
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
        if job is None:
            return
        if job.priority.follows_place:
            now = monotonic()
            self._hurried_at = now if now - job.asked_at < HURRY_SECONDS else -inf
        if job is self._running:
            self._stop()

    def cancel_all(self) -> None:
        """Stop or remove all jobs."""
        for number in list(self._jobs):
            self.cancel(number)

    @property
    def is_stuck(self) -> bool:
        """Whether a job that ignores its stop flag is still running, though it was given up.

        Its thread may keep the process from ending (see `background.has_stuck_threads`).
        """
        return any(worker.is_alive for worker in self._given_up)

    def shut_down(self, seconds: float = SHUT_DOWN_SECONDS) -> bool:
        """Cancel all jobs and end the threads; may be called twice.  Later requests do nothing.

        A job that does not stop within *seconds* is given up, and False is returned.
        """
        self._closed = True
        self.cancel_all()
        self._patience.stop()
        self._beginning.stop()
        self._sandbox.close()
        for worker in self._workers.values():
            if not worker.end(seconds):
                self._given_up.append(worker)
        self._workers.clear()
        return not self.is_stuck

    # -- the queue -----------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Begin the most urgent job, or stop the running one for it."""
        first, running = self._first(), self._running
        if first is None or first is running:
            return
        if running is None:
            if not (self.begins_late and first.priority.follows_place):
                self._begin(first)
            else:  # anew: another change is to be drawn
                hurries = monotonic() - self._hurried_at < HURRY_SECONDS
                self._beginning.start(HURRY_MS if hurries else BEGIN_MS)
        elif self._jobs.get(running.number) is running:
            # Another attempt waits to be begun.
            self._jobs[running.number] = replace(running)
            self._stop()

    def _first(self) -> _Job | None:
        """Return the most urgent job; None if there is none."""
        return min(self._jobs.values(), key=lambda job: (job.priority, job.number), default=None)

    @Slot()
    def _begin_first(self) -> None:
        first = self._first()
        if first is not None and self._running is None:
            self._begin(first)

    def _begin(self, job: _Job) -> None:
        self._running = job
        worker = self._worker_for(job.priority.gives_way)
        if worker.start():
            self._task = worker.do(
                job.answer,
                news=partial(self._on_told, job),
                done=partial(self._on_ended, job),
                failed=lambda *_: None,
            )
        else:
            self._refused.emit(job, job.kind.failed(job.number, NO_THREAD))

    def _worker_for(self, gives_way: bool) -> Worker:
        worker = self._workers.get(gives_way)
        if worker is None or not worker.is_alive:
            if worker is not None:
                worker.deleteLater()
            name = "analysis" if gives_way else "moves"
            worker = self._workers[gives_way] = Worker(name, self, gives_way=gives_way)
        return worker

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._patience.start()

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
        worker = self._workers.pop(job.priority.gives_way)
        worker.abandon()
        self._given_up.append(worker)
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

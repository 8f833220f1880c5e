"""The job that proves the value of Kalah's start, task by task.

First it is asked whether the first player does not lose, then whether that player wins, and then
for the margin, from the engine's estimate on.  Everything that is proven goes into the job's file
at once, and answers that follow from others are not proven again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.games.kalah.book.book import book_key
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.job.forecast import Forecast, forecast
from kalahloa.models.games.kalah.job.job_file import ValueJobFile, ValueJobRecord
from kalahloa.models.games.kalah.job.proof_tree import ProofTree
from kalahloa.models.games.kalah.job.task import (
    Bounds,
    MarginAnswer,
    MarginReport,
    MarginTask,
    Pool,
    Unproven,
)
from kalahloa.models.games.kalah.job.turns import Estimate, Estimates, Turns
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.work.cancellation import never
from kalahloa.models.work.job import Job

FIRST_QUESTIONS = (0, 2)
"""Whether the first player does not lose, and whether that player wins."""


def start_key(rules: KalahRules) -> bytes:
    """Return the key of the start under *rules*; raise `ValueError` if it is over at once."""
    start = start_position(rules)
    if start.is_over():
        raise ValueError("The game is over at the start.")
    return book_key(start)


def tree_of(record: ValueJobRecord, depth: int, estimate: Estimate | None = None) -> ProofTree:
    """Return the proof of the job in *record* so far, cut after *depth* turns.

    Raises `BadFile` if answers contradict each other.
    """
    rules = record.rules
    return ProofTree(
        Turns(rules),
        estimate or Estimates(rules),
        start_key(rules),
        depth,
        record.bounds(),
        (task.key for task in record.unproven),
    )


def next_asked(bounds: Bounds, guess: float, last: bool | None) -> int | None:
    """Return the number to ask for next, whether the value is at least that, or None if proven.

    *bounds* are those of the value, *guess* is an estimate of it, and *last* is the answer to the
    last question about the margin, or None.
    """
    low, high = bounds
    if low >= high:
        return None
    for first in FIRST_QUESTIONS:
        if low < first <= high:
            return first
    if last is None:
        return max(low + 2, min(high, 2 * round(guess / 2)))
    # One step further where the last answer was yes, otherwise whether the upper bound is reached.
    return low + 2 if last else high


@dataclass(frozen=True, slots=True)
class ValueJobProgress:
    """What a run has come to; `question` is what is asked of the value now."""

    bounds: Bounds
    question: int
    proven: int
    lost: int
    forecast: Callable[[], Forecast]


class ValueJob(Job[MarginTask, MarginReport]):
    """Goes on with the job in *file*, cut into tasks after *depth* turns.

    A task that a worker gives up is cut into those of one turn later.
    """

    def __init__(self, file: ValueJobFile, depth: int, estimate: Estimate | None = None) -> None:
        super().__init__()
        self._file = file
        self.record = file.record
        self.estimate = estimate or Estimates(self.record.rules)
        self._depth = depth
        self.tree = tree_of(self.record, depth, self.estimate)
        self.proven = 0
        """Tasks answered in this run."""
        self._question: MarginTask | None = None
        self._last: bool | None = None
        self._settle()

    def run(
        self,
        pool: Pool,
        stopped: Callable[[], bool] = never,
        report: Callable[[ValueJobProgress], None] | None = None,
        at_least: int | None = None,
    ) -> Bounds:
        """Prove tasks until the value is known, or *stopped* returns True; return its bounds.

        With *at_least*, only whether the value is at least that is proven.  *report* is called
        about ten times a second.  Raises `BadFile` and `PoolFailed`.
        """
        if at_least is not None:
            self._answer(at_least, pool, stopped, report)
            return self.tree.bounds()
        while (asked := self.next_question()) is not None:
            if not self._answer(asked, pool, stopped, report):
                break
            self._note_answer(asked)
        return self.tree.bounds()

    def next_question(self) -> int | None:
        """Return the number to ask for next, or None if the value is proven."""
        return next_asked(self.tree.bounds(), self.estimate(self.tree.start), self._last)

    def whole_tree(self) -> ProofTree:
        """Return the proof as it was before anything was answered."""
        return tree_of(ValueJobRecord(self.record.rules), self._depth, self.estimate)

    def _note_answer(self, asked: int) -> None:
        low, high = self.tree.bounds()
        if asked not in FIRST_QUESTIONS and (low >= 2 or high < 0):
            self._last = low >= asked

    def _settle(self) -> None:
        """Let the tree grow to where it was, so that its bounds are those of all answers."""
        for at_least in sorted(self.record.asked):
            self.tree.next_task(self.tree.question(at_least))
        while (asked := self.next_question()) is not None:
            if self.tree.next_task(self.tree.question(asked)) is not None:
                return
            self._note_answer(asked)

    def _answer(
        self,
        asked: int,
        pool: Pool,
        stopped: Callable[[], bool],
        report: Callable[[ValueJobProgress], None] | None,
    ) -> bool:
        """Prove whether the value is at least *asked*; return False if that was stopped."""
        tree = self.tree
        question = self._question = tree.question(asked)
        self._file.write_asked(asked)

        def is_answered() -> bool:
            low, high = tree.bounds()
            return low >= asked or high < asked

        def tell() -> None:
            if report is not None:
                report(
                    ValueJobProgress(
                        tree.bounds(),
                        asked,
                        self.proven,
                        self.lost,
                        lambda: forecast(tree, question, self.record, pool.workers()),
                    )
                )

        return self.work(pool, is_answered, stopped, tell)

    def next_task(self) -> MarginTask | None:
        """See `Job.next_task`."""
        assert self._question is not None
        task = self.tree.next_task(self._question, frozenset(one.key for one in self.busy))
        if task is not None:
            self._file.write_given(task)
        return task

    def receive(self, task: MarginTask, report: MarginReport) -> None:
        """See `Job.receive`."""
        self._file.write_reports(report)
        if isinstance(report, Unproven):
            self.tree.cut(task.key)
        elif isinstance(report, MarginAnswer):
            self.proven += 1
            self.tree.prove(task.key, report.bounds)

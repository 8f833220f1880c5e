"""Estimates what a whole job would take, from tasks drawn at random.

The tasks are those that answer a question about the value if every task comes out as the engine
expects (see `ProofTree.expected_tasks`).  They fall into strata by the stones in the pits and by
how far the engine's estimate is from the number asked; from each stratum tasks are drawn in
proportion to its size, at least two.  A task that would take too long can stand for those of some
turns later: of them one is drawn, with the number that it stands for, as if no two of them were the
same position.  The total is the sum over the strata of the size times the
mean processor time; its interval is that of a bootstrap within the strata.

A task that is not answered within its limit counts with the time that was spent on it, so that the
total is then only a lower bound; their number is told.  So it is if tasks come out other than
expected, since each of them makes further ones necessary.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from kalahloa.models.games.kalah.job.job_file import ValueJobFile
from kalahloa.models.games.kalah.job.proof_tree import Drawn, ProofTree
from kalahloa.models.games.kalah.job.task import (
    MarginAnswer,
    MarginReport,
    MarginTask,
    Pool,
    Unproven,
    stones_in,
)
from kalahloa.models.games.kalah.job.turns import Estimate
from kalahloa.models.work.cancellation import never
from kalahloa.models.work.job import Job

ROUNDS = 2000
"""Rounds of the bootstrap."""
MIN_PER_STRATUM = 2

Stratum = tuple[str, str]
"""The stones in the pits, and the distance of the estimate, in words."""


def stratum_of(task: MarginTask, estimate: Estimate, start: int) -> Stratum:
    """Return the stratum of *task*, of a game that begins with *start* stones."""
    gone = start - stones_in(task.key)
    distance = abs(estimate(task.key) - task.at_least + 1)
    stones = "few" if 6 * gone >= start else "some" if 12 * gone >= start else "most"
    return stones, "close" if distance < 3 else "apart" if distance < 8 else "far"


@dataclass(frozen=True, slots=True)
class StratumSample:
    """A stratum, its size, and what was drawn from it."""

    name: Stratum
    size: int
    drawn: tuple[Drawn, ...]


def draw_strata(
    tree: ProofTree,
    question: MarginTask,
    estimate: Estimate,
    count: int,
    seed: int,
    deeper: int = 0,
) -> list[StratumSample]:
    """Return the strata of the tasks of *tree* that are expected to answer *question*.

    From them about *count* tasks are drawn at random with *seed*.  If *deeper* is above 0, they
    are drawn with replacement, and each is replaced by one that is so many turns later (see
    `ProofTree.descend`).
    """
    answers = tree.expected_answers(question)
    start = stones_in(tree.start)
    strata: dict[Stratum, list[MarginTask]] = {}
    for task in answers:
        strata.setdefault(stratum_of(task, estimate, start), []).append(task)
    random = Random(seed)
    samples = []
    for name in sorted(strata):
        members = strata[name]
        wanted = max(MIN_PER_STRATUM, round(count * len(members) / len(answers)))
        if deeper:
            chosen = random.choices(members, k=wanted)
        else:
            chosen = random.sample(members, min(len(members), wanted))
        drawn = tuple(tree.descend(task, answers[task], deeper, random) for task in chosen)
        samples.append(StratumSample(name, len(members), drawn))
    return samples


@dataclass(frozen=True, slots=True)
class StratumCost:
    """What the sampled tasks of a stratum took; `seconds` has only those that were tried.

    `weights` says how many tasks each of them stands for, `censored` how many were given up, and
    `unexpected` how many came out other than expected.
    """

    name: Stratum
    size: int
    seconds: tuple[float, ...]
    weights: tuple[int, ...]
    censored: int
    unexpected: int

    @property
    def costs(self) -> tuple[float, ...]:
        """The seconds of all that each task stands for."""
        pairs = zip(self.seconds, self.weights, strict=True)
        return tuple(seconds * weight for seconds, weight in pairs)


@dataclass(frozen=True, slots=True)
class Estimated:
    """The estimated processor time of all tasks in seconds, with a 95 % interval.

    `tasks` is their number, an estimate as well where some stand for others.  The time is
    a lower bound if any task was `censored`, that is not answered within its limit.
    """

    tasks: float
    tried: int
    censored: int
    unexpected: int
    seconds: float
    low: float
    high: float
    strata: tuple[StratumCost, ...]


class _Sampling(Job[MarginTask, MarginReport]):
    """Tries *tasks*, of which it knows those in *file*."""

    def __init__(self, tasks: Iterable[MarginTask], file: ValueJobFile) -> None:
        super().__init__()
        self._file = file
        self.known: dict[MarginTask, MarginReport] = {**file.record.unproven, **file.record.answers}
        self.left = [task for task in tasks if task not in self.known]

    def next_task(self) -> MarginTask | None:
        """See `Job.next_task`."""
        if not self.left:
            return None
        self._file.write_given(self.left[0])
        return self.left.pop(0)

    def receive(self, task: MarginTask, report: MarginReport) -> None:
        """See `Job.receive`."""
        self._file.write_reports(report)
        self.known[task] = report

    def lose(self, task: MarginTask) -> None:
        """See `Job.lose`."""
        self.left.append(task)


def measure_strata(
    samples: Sequence[StratumSample],
    file: ValueJobFile,
    pool: Pool,
    stopped: Callable[[], bool] = never,
    report: Callable[[int, int], None] | None = None,
) -> list[StratumCost]:
    """Have *pool* try the tasks of *samples*; return what they took.

    Answers go into *file*; what that has already is not tried again.  Once *stopped* returns True,
    the rest is left out.  *report* is called with the number of tasks tried, and of all.
    """
    # The strata in turn, so that each has some tasks if it is stopped.
    order = sorted(
        (number, place)
        for place, sample in enumerate(samples)
        for number in range(len(sample.drawn))
    )
    wanted = dict.fromkeys(
        one.task for one in (samples[place].drawn[number] for number, place in order) if one.weight
    )
    job = _Sampling(wanted, file)

    def tell() -> None:
        if report is not None:
            report(len(wanted) - len(job.left) - len(job.busy), len(wanted))

    job.work(pool, lambda: not (job.left or job.busy), stopped, tell)
    return [_cost(sample, job.known) for sample in samples]


def _cost(sample: StratumSample, known: dict[MarginTask, MarginReport]) -> StratumCost:
    tried = [one for one in sample.drawn if not one.weight or one.task in known]
    found = [(one, known[one.task]) for one in tried if one.weight]
    return StratumCost(
        sample.name,
        sample.size,
        tuple(known[one.task].seconds if one.weight else 0.0 for one in tried),
        tuple(one.weight for one in tried),
        sum(isinstance(report, Unproven) for _, report in found),
        sum(
            isinstance(report, MarginAnswer) and report.is_at_least != one.is_yes
            for one, report in found
        ),
    )


def estimated(costs: Sequence[StratumCost], seed: int) -> Estimated | None:
    """Return the estimate by *costs*, or None if a stratum has no task that was tried."""
    if not costs or any(not cost.seconds for cost in costs):
        return None
    random = Random(seed)
    totals = sorted(
        sum(cost.size * fmean(random.choices(cost.costs, k=len(cost.costs))) for cost in costs)
        for _ in range(ROUNDS)
    )
    return Estimated(
        sum(cost.size * fmean(cost.weights) for cost in costs),
        sum(len(cost.seconds) for cost in costs),
        sum(cost.censored for cost in costs),
        sum(cost.unexpected for cost in costs),
        sum(cost.size * fmean(cost.costs) for cost in costs),
        totals[ROUNDS * 25 // 1000],
        totals[ROUNDS * 975 // 1000 - 1],
        tuple(costs),
    )

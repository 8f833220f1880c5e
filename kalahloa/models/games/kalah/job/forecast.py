"""How long a job still takes, as a range.

The lower end counts the tasks that answer the present question if every task comes out as the
engine expects; the upper end counts all positions at the cut that have no exact margin yet, and is
open where there are very many.  Both are multiplied by the mean processor time of a task so far,
less or plus twice its standard error.
"""

from dataclasses import dataclass
from statistics import fmean, stdev

from kalahloa.models.games.kalah.job.job_file import ValueJobRecord
from kalahloa.models.games.kalah.job.proof_tree import ProofTree
from kalahloa.models.games.kalah.job.task import MarginTask

MAX_POSITIONS = 5_000
"""If there are more, the upper end is open."""
MIN_TASKS = 5
"""With fewer tasks there is no mean."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The tasks left for the present question, and the time on the wall that they take.

    The numbers are those described above, `most_tasks` and `most_seconds` None if the upper end is
    open.  Both seconds are None while there is no mean.
    """

    least_tasks: int
    most_tasks: int | None
    least_seconds: float | None
    most_seconds: float | None


def forecast(
    tree: ProofTree, question: MarginTask, record: ValueJobRecord, workers: int
) -> Forecast:
    """Return the forecast for *question*, the proof *tree* and the tasks in *record*."""
    least = len(tree.expected_tasks(question))
    most = tree.open_pieces(MAX_POSITIONS)
    taken = [answer.seconds for answer in record.answers.values()]
    if len(taken) < MIN_TASKS or not workers:
        return Forecast(least, most, None, None)
    mean = fmean(taken)
    error = 2 * stdev(taken) / len(taken) ** 0.5
    most_seconds = None if most is None else most * (mean + error) / workers
    return Forecast(least, most, least * max(0.0, mean - error) / workers, most_seconds)

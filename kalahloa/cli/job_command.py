"""What `kalahloa prove-start` does with a job, of whichever kind."""

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kalahloa.cli.arguments import GameSetup
from kalahloa.cli.failures import Failed, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import print_notes
from kalahloa.cli.pools import pool_maker
from kalahloa.cli.recheck import Known, draw_sample
from kalahloa.models.text.errors import BadFile

if TYPE_CHECKING:
    from kalahloa.models.storage.job_file import JobRecord
    from kalahloa.models.work.pool import WorkerPool

DEFAULT_TURNS = 3
_OPTIONS = ("turns", "at_least", "limit", "nodes", "workers", "cluster", "table", "tablebase")
"""The options that the next run is to have as well."""
JobT = TypeVar("JobT", bound=Any)


class JobCommand(Generic[JobT]):
    """The command for the job in the file at *path*, as *values* say.

    *rules* are the options for its rules.  The others are of the kind of the job: *open_file*
    returns its file, *read* what a file has of it, *make_job* the job, and *do* is how a worker
    does a piece.  `print_proven`, of a class that inherits this one, prints what is proven.
    """

    merged = "tasks"
    """What is taken from another file."""

    def __init__(
        self,
        setup: GameSetup,
        path: Path,
        values: argparse.Namespace,
        rules: list[str],
        open_file: Callable[[], Any],
        read: Callable[[Path], Any],
        make_job: Callable[[Any], JobT],
        do: Callable[[Any], Any],
    ) -> None:
        self.setup = setup
        self.path = path
        self.values = values
        self._rules = rules
        self._open_file = open_file
        self._read = read
        self._make_job = make_job
        self._do = do

    def print_proven(self, job: JobT) -> None:
        """Print what is proven."""
        raise NotImplementedError

    @contextmanager
    def working(self) -> "Iterator[tuple[JobT, Any, WorkerPool[Any, Any]]]":
        """Yield the job, its file and the workers; raise `Failed` where these cannot go on."""
        from kalahloa.models.work.pool import PoolFailed

        make_pool = pool_maker(self._do, self.values)
        with self._open_file() as file:
            print_damage(file.record, self.path)
            job = self._make_job(file)
            try:
                with make_pool() as pool:
                    yield job, file, pool
            except PoolFailed as error:
                raise Failed(f"{error} Proven results are saved in {self.path}.") from error

    def merge(self) -> int:
        """Take over what the file of --merge has."""
        path = Path(self.values.merge)
        other = self._read(path)
        print_damage(other, path)
        with Interrupt() as interrupt, self._open_file() as file:
            print_damage(file.record, self.path)
            new = file.merge(other)
            job = self._make_job(file)
        if not self.values.json:
            print(f"Merged {new:,} new {self.merged} from {path}.")
        self.print_proven(job)
        return finish(interrupt)

    def known(self) -> Any:
        """Return what the file has, which must be there."""
        if not self.path.exists():
            raise BadFile(f"There is no file {self.path}.")
        record = self._read(self.path)
        print_damage(record, self.path)
        return record

    def drawn(self, known: Sequence[Known]) -> list[Known]:
        """Return those of *known* that are to be verified."""
        return draw_sample(known, self.values.verify, self.values.seed)

    def resuming(self) -> str:
        """Return the command that goes on with the job."""
        words = ["kalahloa", "prove-start", self.setup.game.key, *self._rules]
        for name in _OPTIONS:
            given = getattr(self.values, name)
            if given is not None and (name, given) != ("turns", DEFAULT_TURNS):
                told = f"{given:.15g}" if isinstance(given, float) else str(given)
                words += [f"--{name.replace('_', '-')}", told]
        return shlex.join([*words, "--output", str(self.path)])

    def effort(self, job: JobT, count: int, done: str, now: int) -> str:
        """Return how many pieces are *done*, *now* of them in this run, and what they took."""
        lost = f", {job.lost:,} lost with their workers" if job.lost else ""
        return (
            f"{self.path}: {count:,} tasks {done}, {now:,} of them now{lost}; "
            f"{job.record.nodes():,} nodes in {job.record.seconds():,.1f} s of processor time"
        )


def print_damage(record: "JobRecord[Any]", path: Path) -> None:
    """Say on the standard error what is damaged in the file at *path*."""
    if record.damaged:
        lines = (
            "Skipped 1 damaged line; its task"
            if record.damaged == 1
            else f"Skipped {record.damaged:,} damaged lines; their tasks"
        )
        print_notes([f"{path}: {lines} will be proven again if needed."])

"""A job: proves by pieces, which a crew of workers does, that the attacker wins from the start."""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.search.proof.job.graph import SEARCH_NODES
from kalahloa.models.search.proof.job.job_file import JobFile
from kalahloa.models.search.proof.job.piece import Piece, Report, Searched
from kalahloa.models.work.cancellation import never
from kalahloa.models.work.pool import Crew, CrewFailed, Lost

MAX_LOSSES = 10
"""So many workers may die of the same piece in one sitting."""
WAIT_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """What a sitting has come to; `cost` is about the number of nodes that are left."""

    done: int
    solved: int
    nodes: int
    cost: float
    lost: int


class Job:
    """Goes on with the job in *file*, with first searches of *nodes* nodes.

    Raises `BadFile` if the file contradicts itself.
    """

    def __init__(self, file: JobFile, nodes: int = SEARCH_NODES) -> None:
        self._file = file
        self.record = file.record
        self.graph = file.record.graph(nodes)
        self.done = 0
        """Pieces done in this sitting."""
        self.solved = 0
        """Those of them that solved a position."""
        self.lost = 0
        """Pieces whose workers have died in this sitting."""
        self._nodes = 0
        self._losses: dict[Piece, int] = {}
        self._busy: set[str] = set()

    @property
    def value(self) -> int:
        """The value of the start: `WON`, `NOT_WON`, or `OPEN` if it is not known."""
        return self.graph.start.value

    def run(
        self,
        crew: Crew[Piece, Report],
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
    ) -> int:
        """Do pieces until the value is known or *stopped* returns True; return the value.

        *report* is called about ten times a second.  Raises `BadFile` and `CrewFailed`.
        """
        while not self.value and not stopped():
            self._hand_out(crew)
            if report is not None:
                report(self._progress())
            for done in crew.wait(WAIT_SECONDS):
                self._take(done)
        return self.value

    def _progress(self) -> Progress:
        cost = self.graph.start.cost
        return Progress(self.done, self.solved, self._nodes, cost, self.lost)

    def _hand_out(self, crew: Crew[Piece, Report]) -> None:
        for _ in range(crew.free()):
            piece = self.graph.next_piece(frozenset(self._busy))
            if piece is None:
                return
            self._busy.add(piece.key)
            crew.give(piece, None)

    def _take(self, report: Report | Lost[Piece]) -> None:
        self._busy.discard(report.piece.key)
        if isinstance(report, Lost):
            self.lost += 1
            losses = self._losses[report.piece] = self._losses.get(report.piece, 0) + 1
            if losses >= MAX_LOSSES:
                raise CrewFailed(f"{losses} workers have died of the same piece; is memory short?")
            return
        self._file.take(report)
        self.graph.take(report)
        self.done += 1
        self.solved += isinstance(report, Searched) and bool(report.value)
        self._nodes += report.nodes

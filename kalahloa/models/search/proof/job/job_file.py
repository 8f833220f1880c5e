"""The file of a job that proves a win, which grows by a line for each piece that is done.

The header has the game and its rules (see `models.storage.checked_lines`).  A line that is damaged
is left out, and its piece is done again where that is needed.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.search.proof.job.graph import SEARCH_NODES, ProofGraph
from kalahloa.models.search.proof.job.piece import (
    NOT_WON,
    WON,
    Claim,
    Looked,
    Piece,
    Report,
    Searched,
)
from kalahloa.models.storage.checked_lines import LineFile, LineReader, effort_of, failures
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten
from kalahloa.resources import resource

FORMAT = "kalahloa proof of a win"
VERSION = 1


@dataclass
class JobRecord:
    """What a file has of the job of *claim*; `damaged` is the number of lines that are left out."""

    claim: Claim
    reports: list[Report] = field(default_factory=list)
    damaged: int = 0

    def graph(self, nodes: int = SEARCH_NODES) -> ProofGraph:
        """Return the graph after all reports, for first searches of *nodes* nodes.

        Raises `BadFile` where they contradict each other, or the rules.
        """
        return ProofGraph(self.claim, self.reports, nodes)

    def nodes(self) -> int:
        """Return the nodes of all searches and estimates."""
        return sum(report.nodes for report in self.reports)

    def seconds(self) -> float:
        """Return the processor time of all pieces."""
        return sum(report.seconds for report in self.reports)


class JobFile(LineFile):
    """A context manager that appends to the file of the job of *claim*, which it locks meanwhile.

    The file at *path* is made if there is none.  Raises `BadFile` if it cannot be used, or is of
    another job.
    """

    def __init__(self, path: Path, claim: Claim) -> None:
        self._claim = claim
        super().__init__(path, _header(claim))

    def read_file(self) -> int:
        """See `LineFile.read_file`."""
        self.record, end = _read(self.path, self._claim)
        return end

    def take(self, report: Report) -> None:
        """Append *report*, which then survives the end of the process; raise `BadFile`."""
        self.record.reports.append(report)
        self.append([_to_plain(report)])

    def merge(self, other: JobRecord) -> int:
        """Append what is new in *other*, of the same job; return how many reports that are.

        Raises `BadFile` if answers contradict each other; then nothing is appended.
        """
        graph = self.record.graph()
        new = []
        for report in other.reports:
            if graph.is_new(report):
                graph.take(report)
                new.append(report)
        self.record.reports += new
        self.append(map(_to_plain, new))
        return len(new)


def read_job(path: Path, claim: Claim) -> JobRecord:
    """Return what the file at *path* has; raise `BadFile`, also if it is of another job."""
    with failures(path):
        return _read(path, claim)[0]


def shipped_job(game: Game, rules: Any) -> Path | None:
    """Return the file of the start under *rules* that comes with the program, None if none does."""
    preset, others = game.rulebook.nearest(rules)
    name = "-".join([game.key, *map(str, others.values()), preset.name])
    try:
        return resource("proofs", f"{name}.job")
    except FileNotFoundError:
        return None


def _header(claim: Claim) -> dict[str, Any]:
    rules = claim.game.rulebook.as_mapping(claim.rules)
    return {"format": FORMAT, "version": VERSION, "game": claim.game.key, "rules": rules}


def _read(path: Path, claim: Claim) -> tuple[JobRecord, int]:
    """Return what the file has, and where its last whole line ends."""
    with open(path, "rb") as file:
        reader = LineReader(file, FORMAT, VERSION)
        ours, theirs = _header(claim), reader.header
        if theirs["game"] != ours["game"]:
            raise BadFile(f"{shorten(path, 200)} is of a job with another game.")
        if theirs["rules"] != ours["rules"]:
            words = ", ".join(
                f"{name} {shorten(theirs['rules'].get(name), 40)}"
                for name, value in ours["rules"].items()
                if theirs["rules"].get(name) != value
            )
            raise BadFile(f"{shorten(path, 200)} is of a job with other rules: {words}.")
        record = JobRecord(claim)
        for plain in reader:
            if plain is None:
                record.damaged += 1
            else:
                record.reports.append(_of_plain(plain))
    return record, reader.end


def _to_plain(report: Report) -> dict[str, Any]:
    what = "looked" if isinstance(report, Looked) else "searched"
    plain: dict[str, Any] = {what: report.piece.key, "limit": report.piece.nodes}
    if isinstance(report, Looked):
        plain["estimates"] = report.estimates
    else:
        plain["value"] = report.value
    return {**plain, "nodes": report.nodes, "seconds": report.seconds}


def _of_plain(plain: dict[str, Any]) -> Report:
    limit, (nodes, seconds) = int(plain["limit"]), effort_of(plain)
    if "looked" in plain:
        piece = Piece(str(plain["looked"]), limit, looks=True)
        return Looked(piece, tuple(map(int, plain["estimates"])), nodes, seconds)
    value = int(plain["value"])
    if not NOT_WON <= value <= WON:
        raise ValueError(f"a value of {value} is impossible")
    return Searched(Piece(str(plain["searched"]), limit), value, nodes, seconds)

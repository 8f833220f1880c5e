"""The file of a job that proves a win; see `models.storage.job_file`."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.search.proof.job.graph import SEARCH_NODES, ProofGraph
from kalahloa.models.search.proof.job.task import (
    NOT_WON,
    WON,
    Expanded,
    Searched,
    WinReport,
    WinStatement,
    WinTask,
)
from kalahloa.models.storage.checked_lines import effort_of
from kalahloa.models.storage.job_file import JobFile, JobRecord
from kalahloa.resources import resource


@dataclass
class WinJobRecord(JobRecord[WinReport]):
    """What a file has of the job of *statement*."""

    form = "kalahloa proof of a win"
    statement: WinStatement
    reports: list[WinReport] = field(default_factory=list)

    def job(self) -> dict[str, Any]:
        """See `JobRecord.job`."""
        game, rules = self.statement.game, self.statement.rules
        return {"game": game.key, "rules": game.rulebook.as_mapping(rules)}

    def all_reports(self) -> list[WinReport]:
        """See `JobRecord.all_reports`."""
        return self.reports

    def add(self, report: WinReport) -> None:
        """See `JobRecord.add`."""
        self.reports.append(report)

    def to_json(self, report: WinReport) -> dict[str, Any]:
        """See `JobRecord.to_json`."""
        what = "looked" if isinstance(report, Expanded) else "searched"
        data: dict[str, Any] = {what: report.task.key, "limit": report.task.nodes}
        if isinstance(report, Expanded):
            data["estimates"] = report.estimates
        else:
            data["value"] = report.value
        return {**data, "nodes": report.nodes, "seconds": report.seconds}

    def add_line(self, data: dict[str, Any]) -> None:
        """See `JobRecord.add_line`."""
        limit, (nodes, seconds) = int(data["limit"]), effort_of(data)
        if "looked" in data:
            task = WinTask(str(data["looked"]), limit, expands=True)
            self.add(Expanded(task, tuple(map(int, data["estimates"])), nodes, seconds))
            return
        value = int(data["value"])
        if not NOT_WON <= value <= WON:
            raise ValueError(f"a value of {value} is impossible")
        self.add(Searched(WinTask(str(data["searched"]), limit), value, nodes, seconds))

    def graph(self, nodes: int = SEARCH_NODES) -> ProofGraph:
        """Return the graph after all reports, for first searches of *nodes* nodes.

        Raises `BadFile` where they contradict each other, or the rules.
        """
        return ProofGraph(self.statement, self.reports, nodes)


class WinJobFile(JobFile[WinReport]):
    """The `JobFile` of the job of *statement*."""

    def __init__(self, path: Path, statement: WinStatement) -> None:
        self.record = WinJobRecord(statement)
        super().__init__(path, self.record)

    def merge(self, other: WinJobRecord) -> int:
        """Append what is new in *other*, of the same job; return how many reports that are.

        Raises `BadFile` if answers contradict each other; then nothing is appended.
        """
        graph = self.record.graph()
        new = []
        for report in other.reports:
            if graph.is_new(report):
                graph.add(report)
                new.append(report)
        self.write_reports(*new)
        return len(new)


def read_job(path: Path, statement: WinStatement) -> WinJobRecord:
    """Return what the file at *path* has; raise `BadFile`, also if it is of another job."""
    record = WinJobRecord(statement)
    record.read(path)
    return record


def shipped_job(game: Game, rules: Any) -> Path | None:
    """Return the file of the start under *rules* that comes with the program, None if none does."""
    preset, others = game.rulebook.nearest(rules)
    name = "-".join([game.key, *map(str, others.values()), preset.name])
    try:
        return resource("proofs", f"{name}.job")
    except FileNotFoundError:
        return None

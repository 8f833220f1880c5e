"""The file of a job that proves a value; see `models.storage.job_file`.

It has a line as well for each question, and for each task that is given out.  Answers are
independent of each other, so that two files of the same job can be merged.
"""

from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from kalahloa.models.games.kalah.job.task import (
    Bounds,
    MarginAnswer,
    MarginReport,
    MarginTask,
    Unproven,
    rules_to_json,
    stones_in,
)
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.storage.checked_lines import effort_of
from kalahloa.models.storage.job_file import JobFile, JobRecord
from kalahloa.models.text.errors import BadFile


@dataclass
class ValueJobRecord(JobRecord[MarginReport]):
    """What a file has of a job.

    `answers` are by task, `unproven` the tasks that were given up, `given` how often each task
    was given to a worker, and `asked` the numbers that were asked for (whether the value is at
    least that).
    """

    form = "kalahloa proof"
    rules: KalahRules
    answers: dict[MarginTask, MarginAnswer] = field(default_factory=dict)
    unproven: dict[MarginTask, Unproven] = field(default_factory=dict)
    given: dict[MarginTask, int] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)

    def job(self) -> dict[str, Any]:
        """See `JobRecord.job`."""
        return {"rules": rules_to_json(self.rules)}

    def all_reports(self) -> chain[MarginReport]:
        """See `JobRecord.all_reports`."""
        return chain(self.answers.values(), self.unproven.values())

    def add(self, report: MarginReport) -> None:
        """See `JobRecord.add`."""
        if isinstance(report, MarginAnswer):
            self.answers[report.task] = report
        else:
            self.unproven[report.task] = report

    def to_json(self, report: MarginReport) -> dict[str, Any]:
        """See `JobRecord.to_json`."""
        data: dict[str, Any] = {
            "answer" if isinstance(report, MarginAnswer) else "unproven": _task_to_json(
                report.task
            ),
            "nodes": report.nodes,
            "seconds": report.seconds,
        }
        if isinstance(report, MarginAnswer):
            data["bound"] = report.bound
            data["by"] = [report.worker, report.number]
        return data

    def add_line(self, data: dict[str, Any]) -> None:
        """See `JobRecord.add_line`."""
        if "asked" in data:
            self.asked.add(int(data["asked"]))
        elif "given" in data:
            task = _task_of(data["given"], self.rules)
            self.given[task] = self.given.get(task, 0) + 1
        elif "unproven" in data:
            task = _task_of(data["unproven"], self.rules)
            self.add(Unproven(task, *effort_of(data)))
        else:
            task = _task_of(data["answer"], self.rules)
            bound, (worker, number) = int(data["bound"]), data["by"]
            if abs(bound) > stones_in(task.key):
                raise ValueError(f"a margin of {bound} is impossible")
            self.add(MarginAnswer(task, bound, *effort_of(data), str(worker), int(number)))

    def bounds(self) -> dict[bytes, Bounds]:
        """Return the bounds of each position; raise `BadFile` where answers contradict others."""
        found: dict[bytes, Bounds] = {}
        for answer in self.answers.values():
            key = answer.task.key
            low, high = answer.bounds
            before = found.get(key, (low, high))
            found[key] = (max(low, before[0]), min(high, before[1]))
            if found[key][0] > found[key][1]:
                raise BadFile(f"Two answers on the position {_pits(key)} contradict each other.")
        return found


class ValueJobFile(JobFile[MarginReport]):
    """The `JobFile` of the job for the start under *rules*."""

    def __init__(self, path: Path, rules: KalahRules) -> None:
        self.record = ValueJobRecord(rules)
        super().__init__(path, self.record)

    def write_asked(self, at_least: int) -> None:
        """Write that it is asked whether the value is at least *at_least*; raise `BadFile`."""
        if at_least not in self.record.asked:
            self.record.asked.add(at_least)
            self.append([{"asked": at_least}])

    def write_given(self, task: MarginTask) -> None:
        """Write that *task* is given to a worker; raise `BadFile`."""
        self.record.given[task] = self.record.given.get(task, 0) + 1
        self.append([{"given": _task_to_json(task)}])

    def merge(self, other: ValueJobRecord) -> int:
        """Append the answers of *other*, of a job with the same rules; return how many are new.

        Raises `BadFile` if answers contradict each other; then nothing is appended.
        """
        new = [one for task, one in other.answers.items() if task not in self.record.answers]
        both = {**other.answers, **self.record.answers}
        ValueJobRecord(self.record.rules, both).bounds()
        for at_least in sorted(other.asked):
            self.write_asked(at_least)
        self.write_reports(*new)
        return len(new)


def read_margin_job(path: Path, rules: KalahRules) -> ValueJobRecord:
    """Return what the file at *path* has; raise `BadFile`, also if it is of other rules."""
    record = ValueJobRecord(rules)
    record.read(path)
    return record


def _pits(key: bytes) -> str:
    return " ".join(map(str, key))


def _task_to_json(task: MarginTask) -> list[Any]:
    return [_pits(task.key), task.at_least]


def _task_of(data: list[Any], rules: KalahRules) -> MarginTask:
    pits, at_least = data
    key = bytes(map(int, pits.split()))
    if len(key) != 2 * rules.pits or stones_in(key) > 2 * rules.pits * rules.stones:
        raise ValueError("it has a position of another board")
    return MarginTask(key, int(at_least))

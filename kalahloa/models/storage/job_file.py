"""The file of a job, which grows by a line for each report, and what it has of the job.

The header says which job it is (see `checked_lines`).  A line that is damaged is left out, and its
piece is done again where that is needed.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from kalahloa.models.storage.checked_lines import LineFile, LineReader, failures
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten


class MeasuredReport(Protocol):
    """What a report says of the work: the nodes searched, and the processor time in seconds."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...


ReportT = TypeVar("ReportT", bound=MeasuredReport)


class JobRecord(Generic[ReportT]):
    """What a file has of a job; `damaged` is the number of lines that are left out."""

    form: ClassVar[str]
    version: ClassVar[int] = 1
    damaged: int = 0

    def job(self) -> dict[str, Any]:
        """Return what the header says of the job: its `rules` and, unless that is clear, `game`."""
        raise NotImplementedError

    def all_reports(self) -> Iterable[ReportT]:
        """Return all reports."""
        raise NotImplementedError

    def add(self, report: ReportT) -> None:
        """Take *report* in."""
        raise NotImplementedError

    def to_json(self, report: ReportT) -> dict[str, Any]:
        """Return the line of *report*."""
        raise NotImplementedError

    def add_line(self, data: dict[str, Any]) -> None:
        """Take a line in; raise `ValueError` and the like if it cannot be."""
        raise NotImplementedError

    def nodes(self) -> int:
        """Return the nodes of all reports."""
        return sum(report.nodes for report in self.all_reports())

    def seconds(self) -> float:
        """Return the processor time of all reports."""
        return sum(report.seconds for report in self.all_reports())

    def read(self, path: Path) -> int:
        """Take in what the file at *path* has; return where its last whole line ends.

        Raises `BadFile`, also if it is of another job.
        """
        with failures(path), open(path, "rb") as file:
            reader = LineReader(file, self.form, self.version)
            self._require_same(path, reader.header)
            for data in reader:
                if data is None:
                    self.damaged += 1
                else:
                    self.add_line(data)
            return reader.end

    def _require_same(self, path: Path, header: dict[str, Any]) -> None:
        job = self.job()
        if header.get("game") != job.get("game"):
            raise BadFile(f"{shorten(path, 200)} belongs to a job with another game.")
        ours, theirs = job["rules"], header["rules"]
        words = ", ".join(
            f"{name} {shorten(theirs.get(name), 40)}"
            for name in {**ours, **theirs}
            if theirs.get(name) != ours.get(name)
        )
        if words:
            raise BadFile(f"{shorten(path, 200)} belongs to a job with other rules: {words}.")


class JobFile(LineFile, Generic[ReportT]):
    """A context manager that appends to the file at *path*, which it locks meanwhile.

    *record*, which is empty, says of which job it is, and takes what the file has; the file is made
    if there is none.  Raises `BadFile` if it cannot be used, or is of another job.
    """

    def __init__(self, path: Path, record: JobRecord[ReportT]) -> None:
        self._record = record
        super().__init__(path, {"format": record.form, "version": record.version, **record.job()})

    def read_file(self) -> int:
        """See `LineFile.read_file`."""
        return self._record.read(self.path)

    def write_reports(self, *reports: ReportT) -> None:
        """Append *reports*, which then survive the end of the process; raise `BadFile`."""
        for report in reports:
            self._record.add(report)
        self.append(map(self._record.to_json, reports))

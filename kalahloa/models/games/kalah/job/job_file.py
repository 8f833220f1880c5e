"""The file of a job, which grows by a line for each piece that is given out or answered.

The header has the rules (see `models.storage.checked_lines`).  A line that is damaged is left out,
and its piece is proven again.  Answers are independent of each other, so that two files of the same
job can be merged.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kalahloa.models.games.kalah.job.piece import (
    Answer,
    Bounds,
    Piece,
    Report,
    Unproven,
    rules_of_plain,
    rules_to_plain,
    stones_in,
)
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.storage.checked_lines import LineFile, LineReader, effort_of, failures
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten

FORMAT = "kalahloa proof"
VERSION = 1


@dataclass
class JobRecord:
    """What a file has of a job.

    `answers` are by piece, `unproven` the pieces that were given up, `given` how often each piece
    was given to a worker, `asked` the numbers that were asked for (whether the value is at least
    that), and `damaged` the number of lines that are left out.
    """

    rules: KalahRules
    answers: dict[Piece, Answer] = field(default_factory=dict)
    unproven: dict[Piece, Unproven] = field(default_factory=dict)
    given: dict[Piece, int] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)
    damaged: int = 0

    def bounds(self) -> dict[bytes, Bounds]:
        """Return the bounds of each position; raise `BadFile` where answers contradict others."""
        found: dict[bytes, Bounds] = {}
        for answer in self.answers.values():
            key = answer.piece.key
            low, high = answer.bounds
            before = found.get(key, (low, high))
            found[key] = (max(low, before[0]), min(high, before[1]))
            if found[key][0] > found[key][1]:
                raise BadFile(f"Two answers on the position {_pits(key)} contradict each other.")
        return found

    def seconds(self) -> float:
        """Return the processor time of all pieces, proven or given up."""
        answered = sum(answer.seconds for answer in self.answers.values())
        return answered + sum(one.seconds for one in self.unproven.values())

    def nodes(self) -> int:
        """Return the nodes of all pieces, proven or given up."""
        answered = sum(answer.nodes for answer in self.answers.values())
        return answered + sum(one.nodes for one in self.unproven.values())

    def add(self, report: Report) -> None:
        """Take *report* in."""
        if isinstance(report, Answer):
            self.answers[report.piece] = report
        else:
            self.unproven[report.piece] = report


class JobFile(LineFile):
    """A context manager that appends to the file of a job, which it locks meanwhile.

    The file at *path* is made if there is none.  Raises `BadFile` if it cannot be used, or is of a
    job with other rules than *rules*.
    """

    def __init__(self, path: Path, rules: KalahRules) -> None:
        self._rules = rules
        super().__init__(path, _header(rules))

    def read_file(self) -> int:
        """See `LineFile.read_file`."""
        self.record, end = _read(self.path)
        _require_same(self.path, self.record.rules, self._rules)
        return end

    def note_asked(self, at_least: int) -> None:
        """Write that it is asked whether the value is at least *at_least*; raise `BadFile`."""
        if at_least not in self.record.asked:
            self.record.asked.add(at_least)
            self.append([{"asked": at_least}])

    def note_given(self, piece: Piece) -> None:
        """Write that *piece* is given to a worker; raise `BadFile`."""
        self.record.given[piece] = self.record.given.get(piece, 0) + 1
        self.append([{"given": _piece_to_plain(piece)}])

    def take(self, report: Report) -> None:
        """Append *report*, which then survives the end of the process; raise `BadFile`."""
        self.record.add(report)
        self.append([_report_to_plain(report)])

    def merge(self, other: JobRecord) -> int:
        """Append the answers of *other*, of a job with the same rules; return how many are new.

        Raises `BadFile` if answers contradict each other; then nothing is appended.
        """
        new = [one for piece, one in other.answers.items() if piece not in self.record.answers]
        both = JobRecord(self.record.rules, {**other.answers, **self.record.answers})
        both.bounds()
        self.record.answers = both.answers
        for at_least in sorted(other.asked):
            self.note_asked(at_least)
        self.append(_report_to_plain(one) for one in new)
        return len(new)


def read_job(path: Path, rules: KalahRules) -> JobRecord:
    """Return what the file at *path* has; raise `BadFile`, also if it is of other rules."""
    with failures(path):
        record = _read(path)[0]
        _require_same(path, record.rules, rules)
        return record


def _require_same(path: Path, found: KalahRules, wanted: KalahRules) -> None:
    ours, theirs = rules_to_plain(wanted), rules_to_plain(found)
    if ours != theirs:
        words = ", ".join(f"{name} {theirs[name]}" for name in ours if theirs[name] != ours[name])
        raise BadFile(f"{shorten(path, 200)} is of a job with other rules: {words}.")


# -- lines -----------------------------------------------------------------------------------------


def _header(rules: KalahRules) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "rules": rules_to_plain(rules)}


def _pits(key: bytes) -> str:
    return " ".join(map(str, key))


def _piece_to_plain(piece: Piece) -> list[Any]:
    return [_pits(piece.key), piece.at_least]


def _report_to_plain(report: Report) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "answer" if isinstance(report, Answer) else "unproven": _piece_to_plain(report.piece),
        "nodes": report.nodes,
        "seconds": report.seconds,
    }
    if isinstance(report, Answer):
        plain["bound"] = report.bound
        plain["by"] = [report.worker, report.number]
    return plain


def _read(path: Path) -> tuple[JobRecord, int]:
    """Return what the file has, and where its last whole line ends."""
    with open(path, "rb") as file:
        reader = LineReader(file, FORMAT, VERSION)
        record = JobRecord(rules_of_plain(reader.header["rules"]))
        for plain in reader:
            _take_line(record, plain)
    return record, reader.end


def _take_line(record: JobRecord, plain: dict[str, Any] | None) -> None:
    if plain is None:
        record.damaged += 1
    elif "asked" in plain:
        record.asked.add(int(plain["asked"]))
    elif "given" in plain:
        piece = _piece_of(plain["given"], record.rules)
        record.given[piece] = record.given.get(piece, 0) + 1
    elif "unproven" in plain:
        piece = _piece_of(plain["unproven"], record.rules)
        record.add(Unproven(piece, *effort_of(plain)))
    else:
        piece = _piece_of(plain["answer"], record.rules)
        bound, (worker, number) = int(plain["bound"]), plain["by"]
        if abs(bound) > stones_in(piece.key):
            raise ValueError(f"a margin of {bound} is impossible")
        record.add(Answer(piece, bound, *effort_of(plain), str(worker), int(number)))


def _piece_of(plain: list[Any], rules: KalahRules) -> Piece:
    pits, at_least = plain
    key = bytes(map(int, pits.split()))
    if len(key) != 2 * rules.pits or stones_in(key) > 2 * rules.pits * rules.stones:
        raise ValueError("it has a position of another board")
    return Piece(key, int(at_least))

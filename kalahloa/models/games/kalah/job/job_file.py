"""The file of a job, which grows by a line for each piece that is given out or answered.

The first line is the header, with the rules.  Each line is a JSON object, a tab and the CRC-32 of
the object.  What a killed process left incomplete at the end is cut off; a line that is damaged is
left out, and its piece is proven again.  Answers are independent of each other, so that two files
of the same job can be merged.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO
from zlib import crc32

from kalahloa.models.atomic_file import write_whole
from kalahloa.models.errors import BadFile, BadRules
from kalahloa.models.file_lock import FileLock
from kalahloa.models.games.kalah.job.piece import (
    Answer,
    Bounds,
    Piece,
    Unproven,
    rules_of_plain,
    rules_to_plain,
    stones_in,
)
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.quotation import shorten

FORMAT = "kalahloa proof"
VERSION = 1
MAX_LINE_BYTES = 10_000


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

    def add(self, report: Answer | Unproven) -> None:
        """Take *report* in."""
        if isinstance(report, Answer):
            self.answers[report.piece] = report
        else:
            self.unproven[report.piece] = report


class JobFile:
    """A context manager that appends to the file of a job, which it locks meanwhile.

    The file at *path* is made if there is none.  Raises `BadFile` if it cannot be used, or is of a
    job with other rules than *rules*.
    """

    def __init__(self, path: Path, rules: KalahRules) -> None:
        self.path = path
        with _failures(path):
            try:
                self._lock = FileLock(path)
            except BlockingIOError as error:
                raise BadFile(
                    f"{shorten(path, 200)} is being worked on by another program."
                ) from error
            try:
                if not path.exists():
                    write_whole(path, [_line(_header(rules))])
                self.record, end = _read(path)
                _require_same(path, self.record.rules, rules)
                self._file: BinaryIO = open(path, "r+b")  # noqa: SIM115 - open for the sitting
                try:
                    self._file.truncate(end)
                    self._file.seek(end)
                except BaseException:
                    self._file.close()
                    raise
            except BaseException:
                self._lock.release()
                raise

    def __enter__(self) -> "JobFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file, and let others go on with the job."""
        try:
            with suppress(OSError):
                self.sync()
            self._file.close()
        finally:
            self._lock.release()

    def note_asked(self, at_least: int) -> None:
        """Write that it is asked whether the value is at least *at_least*; raise `BadFile`."""
        if at_least not in self.record.asked:
            self.record.asked.add(at_least)
            self._append([{"asked": at_least}])

    def note_given(self, piece: Piece) -> None:
        """Write that *piece* is given to a worker; raise `BadFile`."""
        self.record.given[piece] = self.record.given.get(piece, 0) + 1
        self._append([{"given": _piece_to_plain(piece)}])

    def take(self, report: Answer | Unproven) -> None:
        """Append *report*, which then survives the end of the process; raise `BadFile`."""
        self.record.add(report)
        self._append([_report_to_plain(report)])

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
        self._append(_report_to_plain(one) for one in new)
        return len(new)

    def sync(self) -> None:
        """Wait until what was written is on the disk; raise `OSError`."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def _append(self, plains: Iterable[dict[str, Any]]) -> None:
        with _failures(self.path):
            self._file.write(b"".join(map(_line, plains)))
            self._file.flush()


def read_job(path: Path, rules: KalahRules) -> JobRecord:
    """Return what the file at *path* has; raise `BadFile`, also if it is of other rules."""
    with _failures(path):
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


def _line(plain: dict[str, Any]) -> bytes:
    text = json.dumps(plain, separators=(",", ":")).encode()
    return b"%b\t%08x\n" % (text, crc32(text))


def _pits(key: bytes) -> str:
    return " ".join(map(str, key))


def _piece_to_plain(piece: Piece) -> list[Any]:
    return [_pits(piece.key), piece.at_least]


def _report_to_plain(report: Answer | Unproven) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "answer" if isinstance(report, Answer) else "unproven": _piece_to_plain(report.piece),
        "nodes": report.nodes,
        "seconds": report.seconds,
    }
    if isinstance(report, Answer):
        plain["bound"] = report.bound
        plain["by"] = [report.worker, report.number]
    return plain


@contextmanager
def _failures(path: Path) -> Iterator[None]:
    """Raise `BadFile`, which names the file, for what goes wrong with it."""
    try:
        yield
    except BadFile:
        raise
    except OSError as error:
        reason = error.strerror or shorten(error)
        raise BadFile(f"{shorten(path, 200)} cannot be used: {reason}.") from error
    except (ValueError, KeyError, TypeError, BadRules) as error:
        reason = shorten(error).rstrip(".")
        raise BadFile(f"{shorten(path, 200)} cannot be used: {reason}.") from error


def _read(path: Path) -> tuple[JobRecord, int]:
    """Return what the file has, and where its last whole line ends."""
    with open(path, "rb") as file:
        first = file.readline(MAX_LINE_BYTES)
        plain = _parsed(first)
        if plain is None or plain.get("format") != FORMAT:
            raise ValueError("it is no proof of Kalahloa")
        if plain["version"] != VERSION:
            raise ValueError(f"it is of version {shorten(plain['version'], 20)}")
        record = JobRecord(rules_of_plain(plain["rules"]))
        end = len(first)
        while line := file.readline(MAX_LINE_BYTES):
            if not line.endswith(b"\n") and len(line) < MAX_LINE_BYTES:
                break  # the process was killed while it wrote
            end += len(line)
            _take_line(record, _parsed(line))
    return record, end


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Return the object of *line*, or None if that is damaged."""
    text, tab, checksum = line.partition(b"\t")
    if not tab or checksum != b"%08x\n" % crc32(text):
        return None
    plain = json.loads(text)
    return plain if isinstance(plain, dict) else None


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
        record.add(Unproven(piece, int(plain["nodes"]), float(plain["seconds"])))
    else:
        piece = _piece_of(plain["answer"], record.rules)
        bound, (worker, number) = int(plain["bound"]), plain["by"]
        if abs(bound) > stones_in(piece.key):
            raise ValueError(f"a margin of {bound} is impossible")
        nodes, seconds = int(plain["nodes"]), float(plain["seconds"])
        record.add(Answer(piece, bound, nodes, seconds, str(worker), int(number)))


def _piece_of(plain: list[Any], rules: KalahRules) -> Piece:
    pits, at_least = plain
    key = bytes(map(int, pits.split()))
    if len(key) != 2 * rules.pits or stones_in(key) > 2 * rules.pits * rules.stones:
        raise ValueError("it has a position of another board")
    return Piece(key, int(at_least))

"""Files that grow by a checksummed line for each thing that a job has come to.

The first line is the header.  Each line is a JSON object, a tab and the CRC-32 of the object.  What
a killed process left incomplete at the end is cut off; a line that is damaged is told as None.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.growing_file import GrowingFile
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import shorten

MAX_LINE_BYTES = 10_000


class LineReader:
    """The lines of *file* after its header, which must be of *form* and *version*.

    `header` is the header's object.  `end` is where the last whole line that was read ends.  Raises
    `ValueError` and `KeyError` if the header is not as it must be.
    """

    def __init__(self, file: BinaryIO, form: str, version: int) -> None:
        first = file.readline(MAX_LINE_BYTES)
        header = _parsed(first)
        if header is None or header.get("format") != form:
            raise ValueError("it is no proof of Kalahloa")
        if header["version"] != version:
            raise ValueError(f"it is of version {shorten(header['version'], 20)}")
        self.header = header
        self.end = len(first)
        self._file = file

    def __iter__(self) -> Iterator[dict[str, Any] | None]:
        """Yield the object of each line, None for a damaged one."""
        while line := self._file.readline(MAX_LINE_BYTES):
            if not line.endswith(b"\n") and len(line) < MAX_LINE_BYTES:
                break  # the process was killed while it wrote
            self.end += len(line)
            yield _parsed(line)


class LineFile(GrowingFile):
    """A context manager that appends lines to the file at *path*, which it locks meanwhile.

    The file is made with *header* if there is none; `read_file`, of a class that inherits this one,
    reads what it has and returns where that ends.  Raises `BadFile` if it cannot be used.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        def begin() -> int:
            if not path.exists():
                write_whole(path, [line_of(header)])
            return self.read_file()

        with failures(path):
            try:
                super().__init__(path, begin)
            except BlockingIOError as error:
                raise BadFile(
                    f"{shorten(path, 200)} is being worked on by another program."
                ) from error

    def read_file(self) -> int:
        """Read the file, and return where its last whole line ends."""
        raise NotImplementedError

    def append(self, values: Iterable[dict[str, Any]]) -> None:
        """Append a line for each of *values*, which then survive the end of the process."""
        with failures(self.path):
            self.write(b"".join(map(line_of, values)))


def effort_of(data: dict[str, Any]) -> tuple[int, float]:
    """Return the nodes and the seconds that a line has; raise `ValueError` if they cannot be."""
    nodes, seconds = int(data["nodes"]), float(data["seconds"])
    if nodes < 0 or not 0 <= seconds < inf:
        raise ValueError(f"{shorten(nodes, 40)} nodes in {seconds:g} seconds are impossible")
    return nodes, seconds


def line_of(data: dict[str, Any]) -> bytes:
    """Return the line of *data*."""
    text = json.dumps(data, separators=(",", ":")).encode()
    return b"%b\t%08x\n" % (text, crc32(text))


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Return the object of *line*, or None if that is damaged."""
    text, tab, checksum = line.partition(b"\t")
    if not tab or checksum != b"%08x\n" % crc32(text):
        return None
    data = json.loads(text)
    return data if isinstance(data, dict) else None


@contextmanager
def failures(path: Path) -> Iterator[None]:
    """Raise `BadFile`, which names the file, for what goes wrong with it."""
    try:
        yield
    except BadFile:
        raise
    except OSError as error:
        reason = error.strerror or shorten(error)
        raise BadFile(f"{shorten(path, 200)} cannot be used: {reason}.") from error
    except (
        *(ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError),
        KalahloaError,
    ) as error:
        reason = shorten(error).rstrip(".")
        raise BadFile(f"{shorten(path, 200)} cannot be used: {reason}.") from error

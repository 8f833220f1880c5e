"""Kalah's opening books: the exact margins of early positions, too far from the end to search fast.

A book holds what the side to move gets of the stones in the pits, less what the other side gets of
them, of positions as their mover sees them; what lies in the kalahs makes no difference.  Its file
has a header of 48 bytes with its own checksum and that of the rest: the positions, each its pits in
the mover's order, sorted, and then their margins in as many two-byte words.
"""

import struct
from bisect import bisect_left
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from kalahloa.models.atomic_file import write_whole
from kalahloa.models.errors import BadFile
from kalahloa.models.games.kalah.board import FIRST_TURN, MAY_SWAP
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.user_cache import CacheUnavailable, cache_folder
from kalahloa.resources import resource

_MAGIC = b"KalahBok"
_VERSION = 1
# Magic, version, pits, stones, the rules' codes, how many positions, checksum of what follows.
_HEADER = struct.Struct("<8s3H10sQI8x")
_CHECKSUM = struct.Struct("<I")
_HEADER_BYTES = 48
_MARGIN_BYTES = 2


def key_of(position: Kalah) -> bytes:
    """Return the pits as the side to move sees them; nothing where one holds more than 255."""
    stones = position.stones()
    pits = len(stones) // 2 - 1
    south, north = stones[:pits], stones[pits + 1 : -1]
    cells = north + south if position.side else south + north
    return bytes(cells) if max(cells) < 256 else b""


def fixed_score(position: Kalah) -> int:
    """Return the stones in the mover's kalah, less those in the other one."""
    return position.in_kalah(position.side) - position.in_kalah(1 - position.side)


def position_of(key: bytes, rules: Any) -> Kalah:
    """Return the position that has this *key*, South to move and the kalahs empty."""
    return Kalah([*key[: rules.pits], 0, *key[rules.pits :], 0], 0, rules)


class Book:
    """The exact margins of some positions under *rules*; *records* are as in a file."""

    def __init__(self, rules: Any, count: int, records: bytes) -> None:
        self.rules = rules
        self._rules_key = rules.tablebase_key()
        self._width = 2 * rules.pits
        self._records = records
        self._count = count

    @classmethod
    def of(cls, rules: Any, margins: Mapping[bytes, int]) -> "Book":
        """Return the book of *rules* with these *margins*, by the keys of the positions."""
        keys = sorted(margins)
        words = b"".join(
            margins[key].to_bytes(_MARGIN_BYTES, "little", signed=True) for key in keys
        )
        return cls(rules, len(keys), b"".join(keys) + words)

    def __len__(self) -> int:
        return self._count

    @property
    def records(self) -> bytes:
        """The positions and their margins, as they are in a file."""
        return self._records

    def key_at(self, place: int) -> bytes:
        """Return the key at *place*, from 0."""
        return self._records[self._width * place : self._width * (place + 1)]

    def margin(self, key: bytes) -> int | None:
        """Return the margin of the position with *key*, None where it is not in the book."""
        place = bisect_left(range(self._count), key, key=self.key_at)
        if place == self._count or self.key_at(place) != key:
            return None
        start = self._width * self._count + _MARGIN_BYTES * place
        return int.from_bytes(self._records[start : start + _MARGIN_BYTES], "little", signed=True)

    def margins(self) -> dict[bytes, int]:
        """Return all margins by the keys of their positions."""
        words = memoryview(self._records)[self._width * self._count :]
        return {
            self.key_at(place): margin
            for place, (margin,) in enumerate(struct.iter_unpack("<h", words))
        }

    def value(self, position: Kalah) -> int | None:
        """Return the final score of *position* for the side to move, None where it is not there.

        What is in the book has nothing of the pie rule; where that is in force, the values follow.
        """
        if position.rules.tablebase_key() != self._rules_key:
            return None
        if position.pie() == FIRST_TURN:
            return self._value_before_swap(position)
        margin = self.margin(key_of(position))
        if margin is None:
            return None
        value = margin + fixed_score(position)
        return abs(value) if position.pie() == MAY_SWAP else value

    def _value_before_swap(self, position: Kalah) -> int | None:
        """Return the value of a position in the first turn, after which sides may be swapped."""
        side = position.side
        values = []
        for move in position.legal_moves():
            position.make(move)
            outcome = position.outcome()
            value = self.value(position) if outcome is None else outcome.score_for(position.side)
            values.append(value if value is None or position.side == side else -value)
            position.unmake()
        return None if None in values else max(value for value in values if value is not None)


# -- files -------------------------------------------------------------------------------------


def book_name(rules: Any) -> str:
    """Return the name of the file with the book of *rules*."""
    return f"kalah-{rules.pits}-{rules.stones}-{rules.file_words()}.book"


def write_book(book: Book, path: Path) -> None:
    """Write *book* to *path*, which holds all of it or what it held; raise `BadFile` if not."""
    rules = book.rules
    header = _HEADER.pack(
        _MAGIC,
        _VERSION,
        rules.pits,
        rules.stones,
        rules.file_codes(10),
        len(book),
        crc32(book.records),
    )
    try:
        write_whole(path, [header, _CHECKSUM.pack(crc32(header)), book.records])
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}.") from error


def read_book(path: Path, rules: Any) -> Book:
    """Return the book in *path*, which is of *rules*.

    Raises `BadFile` with a sentence where it cannot be read, or any byte is not as it was written.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from error
    body = _HEADER_BYTES - _CHECKSUM.size
    if len(content) < _HEADER_BYTES or _CHECKSUM.unpack_from(content, body)[0] != crc32(
        content[:body]
    ):
        raise BadFile(f"{path} is damaged: its header does not fit its checksum.")
    magic, version, *about, count, checksum = _HEADER.unpack_from(content)
    if (magic, version) != (_MAGIC, _VERSION):
        raise BadFile(f"{path} is damaged: it is no book.")
    if about != [rules.pits, rules.stones, rules.file_codes(10)]:
        raise BadFile(f"{path} is damaged: it is of other rules.")
    records = content[_HEADER_BYTES:]
    if len(records) != count * (2 * rules.pits + _MARGIN_BYTES) or crc32(records) != checksum:
        raise BadFile(f"{path} is damaged: its contents do not fit their checksum.")
    book = Book(rules, count, records)
    if any(not _is_possible(key, margin) for key, margin in book.margins().items()):
        raise BadFile(f"{path} is damaged: it has a value that no position can have.")
    return book


def _is_possible(key: bytes, margin: int) -> bool:
    """Return whether the stones of the position with *key* can be shared out with that *margin*."""
    stones = sum(key)
    return abs(margin) <= stones and (stones - margin) % 2 == 0


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """The book to be used, if there is one, where it lies, and sentences on what went wrong."""

    book: Book | None
    path: Path | None
    notes: tuple[str, ...]


def book_paths(rules: Any) -> list[Path]:
    """Return where there are books of *rules*: one's own in the cache, and the shipped one."""
    paths = []
    with suppress(CacheUnavailable):
        own = cache_folder() / book_name(rules)
        if own.is_file():
            paths.append(own)
    with suppress(FileNotFoundError):
        paths.append(resource("books", book_name(rules)))
    return paths


def open_book(rules: Any) -> OpenedBook:
    """Return the book of *rules* with the most positions; one that is damaged is passed over."""
    best: Book | None = None
    best_path = None
    notes = []
    for path in book_paths(rules):
        try:
            book = _read_again(path, rules, path.stat().st_mtime_ns)
        except (BadFile, OSError) as error:
            sentence = str(error) if isinstance(error, BadFile) else f"{path} cannot be read."
            notes.append(f"{sentence} The app goes on without it.")
            continue
        if best is None or len(book) > len(best):
            best, best_path = book, path
    return OpenedBook(best, best_path, tuple(notes))


@lru_cache(maxsize=8)
def _read_again(path: Path, rules: Any, changed: int) -> Book:
    """Return the book in *path*, which was *changed* then, from the memory if it was read."""
    return read_book(path, rules)

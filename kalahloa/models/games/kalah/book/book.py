"""Kalah's opening books: the exact margins of early positions, which take long to solve.

The margin of a position is the number of stones in the pits that the side to move gets with best
play, minus those the other side gets; it does not depend on the stones in the kalahs.

A file starts with a header of 48 bytes, with a CRC-32 of the rest and one of its own.  Then follow
the sorted keys, the pits of each position in the mover's order, one byte each, and the margins as
little-endian two-byte integers in the same order.
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

from kalahloa.models.games.kalah.board import FIRST_TURN, MAY_SWAP
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.user_cache import CacheUnavailable, cache_folder
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.resources import resource

_MAGIC = b"KalahBok"
_VERSION = 1
# Magic, version, pits, stones, rule codes, number of positions, CRC-32 of what follows.
_HEADER = struct.Struct("<8s3H10sQI8x")
_CHECKSUM = struct.Struct("<I")
_HEADER_BYTES = 48
_MARGIN_BYTES = 2


def book_key(position: Kalah) -> bytes:
    """Return the pits, the mover's first, one byte each; empty if a pit holds more than 255."""
    stones = position.stones()
    pits = len(stones) // 2 - 1
    south, north = stones[:pits], stones[pits + 1 : -1]
    cells = north + south if position.side else south + north
    return bytes(cells) if max(cells) < 256 else b""


def fixed_score(position: Kalah) -> int:
    """Return the stones in the mover's kalah minus those in the opponent's."""
    return position.in_kalah(position.side) - position.in_kalah(1 - position.side)


def position_of(key: bytes, rules: Any) -> Kalah:
    """Return the position with *key* under *rules*, South to move and the kalahs empty."""
    return Kalah([*key[: rules.pits], 0, *key[rules.pits :], 0], 0, rules)


class Book:
    """The exact margins of *count* positions under *rules*; *records* are the bytes of a file."""

    def __init__(self, rules: Any, count: int, records: bytes) -> None:
        self.rules = rules
        self._rules_key = rules.tablebase_key()
        self._width = 2 * rules.pits
        self._records = records
        self._count = count

    @classmethod
    def of(cls, rules: Any, margins: Mapping[bytes, int]) -> "Book":
        """Return the book for *rules* with *margins*, a mapping from keys to margins."""
        keys = sorted(margins)
        words = b"".join(
            margins[key].to_bytes(_MARGIN_BYTES, "little", signed=True) for key in keys
        )
        return cls(rules, len(keys), b"".join(keys) + words)

    def __len__(self) -> int:
        return self._count

    @property
    def records(self) -> bytes:
        """The keys and margins as in a file."""
        return self._records

    def key_at(self, place: int) -> bytes:
        """Return the key at index *place*."""
        return self._records[self._width * place : self._width * (place + 1)]

    def margin(self, key: bytes) -> int | None:
        """Return the margin of the position with *key*, or None if it is not in the book."""
        place = bisect_left(range(self._count), key, key=self.key_at)
        if place == self._count or self.key_at(place) != key:
            return None
        start = self._width * self._count + _MARGIN_BYTES * place
        return int.from_bytes(self._records[start : start + _MARGIN_BYTES], "little", signed=True)

    def margins(self) -> dict[bytes, int]:
        """Return all margins by key."""
        words = memoryview(self._records)[self._width * self._count :]
        return {
            self.key_at(place): margin
            for place, (margin,) in enumerate(struct.iter_unpack("<h", words))
        }

    def value(self, position: Kalah) -> int | None:
        """Return the value of *position* for the side to move, or None if the book lacks it.

        The value is the final difference of the kalahs.  The book's margins are those without the
        pie rule; the values of positions in which a swap is still possible are derived from them.
        """
        if position.rules.tablebase_key() != self._rules_key:
            return None
        if position.pie() == FIRST_TURN:
            return self._value_before_swap(position)
        margin = self.margin(book_key(position))
        if margin is None:
            return None
        value = margin + fixed_score(position)
        return abs(value) if position.pie() == MAY_SWAP else value

    def _value_before_swap(self, position: Kalah) -> int | None:
        """Return the value of *position*, which is in the first turn under the pie rule."""
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
    """Return the file name of the book for *rules*."""
    return f"kalah-{rules.pits}-{rules.stones}-{rules.file_words()}.book"


def write_book(book: Book, path: Path) -> None:
    """Write *book* to *path* atomically; raise `BadFile` if that fails."""
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
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be written: {reason}.").format(
                path=path, reason=error.strerror or error
            )
        ) from error


def read_book(path: Path, rules: Any) -> Book:
    """Return the book for *rules* in the file at *path*.

    Raises `BadFile` if the file cannot be read, is damaged, or is for other rules.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be read: {reason}.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
    body = _HEADER_BYTES - _CHECKSUM.size
    if len(content) < _HEADER_BYTES or _CHECKSUM.unpack_from(content, body)[0] != crc32(
        content[:body]
    ):
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "{path} is damaged: its header does not match its checksum."
            ).format(path=path)
        )
    magic, version, *about, count, checksum = _HEADER.unpack_from(content)
    if (magic, version) != (_MAGIC, _VERSION):
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} is damaged: it is not an opening book.").format(
                path=path
            )
        )
    if about != [rules.pits, rules.stones, rules.file_codes(10)]:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} is damaged: it is for other rules.").format(
                path=path
            )
        )
    records = content[_HEADER_BYTES:]
    if len(records) != count * (2 * rules.pits + _MARGIN_BYTES) or crc32(records) != checksum:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "{path} is damaged: its contents do not match their checksum."
            ).format(path=path)
        )
    book = Book(rules, count, records)
    if any(not _is_possible(key, margin) for key, margin in book.margins().items()):
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "{path} is damaged: it contains an impossible value."
            ).format(path=path)
        )
    return book


def _is_possible(key: bytes, margin: int) -> bool:
    """Return whether *margin* has the range and parity that the stones in *key* allow."""
    stones = sum(key)
    return abs(margin) <= stones and (stones - margin) % 2 == 0


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """The book to use and its path, or None, and messages for the user about what failed."""

    book: Book | None
    path: Path | None
    notes: tuple[str, ...]


def book_paths(rules: Any) -> list[Path]:
    """Return the paths of the books for *rules*: the user's in the cache, and the shipped one."""
    paths = []
    with suppress(CacheUnavailable):
        own = cache_folder() / book_name(rules)
        if own.is_file():
            paths.append(own)
    with suppress(FileNotFoundError):
        paths.append(resource("books", book_name(rules)))
    return paths


def open_book(rules: Any) -> OpenedBook:
    """Return the book for *rules* with the most positions; damaged ones are skipped."""
    best: Book | None = None
    best_path = None
    notes = []
    for path in book_paths(rules):
        try:
            book = _read_again(path, rules, path.stat().st_mtime_ns)
        except (BadFile, OSError) as error:
            sentence = (
                error.sentence
                if isinstance(error, BadFile)
                else QT_TRANSLATE_NOOP("Models", "{path} cannot be read.").format(path=path)
            )
            notes.append(
                QT_TRANSLATE_NOOP("Models", "{problem} It is skipped.").format(problem=sentence)
            )
            continue
        if best is None or len(book) > len(best):
            best, best_path = book, path
    return OpenedBook(best, best_path, tuple(notes))


@lru_cache(maxsize=8)
def _read_again(path: Path, rules: Any, changed: int) -> Book:
    """Return the book at *path*; its modification time *changed* is part of the cache key."""
    return read_book(path, rules)

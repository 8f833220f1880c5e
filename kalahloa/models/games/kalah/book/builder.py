"""Builds opening books of Kalah, turn by turn from the start; a build can be stopped and resumed.

Only positions at the end of a turn are solved; those within a turn are backed up from them.  Among
the positions after the same number of turns, those that cost the players the fewest stones come
first, since they are the likeliest.  Positions with the same predecessor are adjacent, since their
searches have much in common.
"""

import os
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from kalahloa.models.games.kalah.book.book import (
    Book,
    book_key,
    fixed_score,
    position_of,
)
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.errors import BadFile

Solve = Callable[[list[Kalah]], Iterable[tuple[Kalah, int]]]
"""Yields positions with their values for the side to move, in any order; some, if it is stopped."""
OnTurn = Callable[[int, int, int], None]
"""Called with the turn, the number of its positions done, and their total."""


def after_turns(position: Kalah) -> Iterator[Kalah]:
    """Yield the positions, over or not, in which the current turn of *position* can end.

    All are the object *position* itself, which is restored afterwards; copy what you keep.
    """
    side = position.side
    for move in position.legal_moves():
        position.make(move)
        if position.is_over() or position.side != side:
            yield position
        else:
            yield from after_turns(position)
        position.unmake()


def turn_ends(level: list[Kalah]) -> list[Kalah]:
    """Return the distinct positions one turn after those of *level* that are not over."""
    found: dict[bytes, Kalah] = {}
    for position in level:
        for end in after_turns(position):
            if not end.is_over():
                found.setdefault(book_key(end), position_of(book_key(end), position.rules))
    return list(found.values())


def backed_up(position: Kalah, margins: dict[bytes, int]) -> int | None:
    """Return the value of *position* for the side to move from *margins*, or None if unknown.

    The margins derived for *position* and for positions within its turn are added to *margins*.
    """
    if position.is_over():
        outcome = position.outcome()
        assert outcome is not None
        return outcome.score_for(position.side)
    side = position.side
    values = []
    for move in position.legal_moves():
        position.make(move)
        if position.side == side:
            values.append(backed_up(position, margins))
        else:
            values.append(_across(position, side, margins))
        position.unmake()
    best = None if None in values else max(value for value in values if value is not None)
    if best is not None:
        margins[book_key(position)] = best - fixed_score(position)
        return best
    margin = margins.get(book_key(position))
    return None if margin is None else margin + fixed_score(position)


def _across(position: Kalah, side: int, margins: dict[bytes, int]) -> int | None:
    """Return the value for *side*, whose turn ended in *position*, or None if unknown."""
    if position.is_over():
        outcome = position.outcome()
        assert outcome is not None
        return outcome.score_for(side)
    margin = margins.get(book_key(position))
    return None if margin is None else -margin - fixed_score(position)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of positions after a number of turns, and how many of them are known."""

    turns: int
    known: int
    positions: int


def coverage(rules: Any, margins: Callable[[bytes], int | None], most: int) -> list[Coverage]:
    """Return the coverage by *margins* of the positions after 0 to *most* turns.

    *margins* returns the margin of a key, or None.  The list ends with the first turn that is not
    covered fully, since the number of positions soon reaches millions.
    """
    level = [start_position(rules)]
    rows = []
    for turns in range(most + 1):
        known = sum(margins(book_key(position)) is not None for position in level)
        if not known:
            break
        rows.append(Coverage(turns, known, len(level)))
        if known < len(level):
            break
        level = turn_ends(level)
    return rows


class BookBuilder:
    """Adds the margins of early positions to *margins*, found by *solve*.

    *keep* is called with the key and margin of each position that was solved.
    """

    def __init__(
        self,
        rules: Any,
        margins: dict[bytes, int],
        solve: Solve,
        keep: Callable[[bytes, int], None],
    ) -> None:
        self._rules = rules
        self._margins = margins
        self._solve = solve
        self._keep = keep

    def run(self, turns: int, report: OnTurn | None = None) -> bool:
        """Solve all positions after 1 to *turns* turns; return False if that was stopped."""
        level = [start_position(self._rules)]
        losses = {book_key(level[0]): 0}
        for turn in range(1, turns + 1):
            level = turn_ends(sorted(level, key=lambda position: losses[book_key(position)]))
            if not self._do_level(turn, level, report):
                return False
            losses = self._losses(losses)
        return True

    def _do_level(self, turn: int, level: list[Kalah], report: OnTurn | None) -> bool:
        unknown = [position for position in level if book_key(position) not in self._margins]
        done = len(level) - len(unknown)
        if report is not None:
            report(turn, done, len(level))
        for position, value in self._solve(unknown):
            self._margins[book_key(position)] = value
            self._keep(book_key(position), value)
            done += 1
            if report is not None:
                report(turn, done, len(level))
        return done == len(level)

    def _losses(self, before: dict[bytes, int]) -> dict[bytes, int]:
        """Return the stones lost by both sides together on the way to each position, by key.

        *before* has the losses of the positions a turn earlier, whose margins must be known.
        """
        losses: dict[bytes, int] = {}
        for key, lost in before.items():
            position = position_of(key, self._rules)
            side = position.side
            value = backed_up(position, self._margins)
            assert value is not None
            for end in after_turns(position):
                if end.is_over():
                    continue
                got = _across(end, side, self._margins)
                assert got is not None
                loss = lost + value - got
                losses[book_key(end)] = min(loss, losses.get(book_key(end), loss))
        return losses


def whole_book(rules: Any, searched: dict[bytes, int]) -> Book:
    """Return the book of the margins *searched* and those backed up within turns."""
    margins = dict(searched)
    level = [start_position(rules)]
    while level:
        for position in level:
            backed_up(position, margins)
        level = [end for end in turn_ends(level) if book_key(end) in searched]
    return Book.of(rules, margins)


def contradictions(book: Book) -> list[Kalah]:
    """Return the positions of *book* whose values contradict those of their moves.

    If some moves are missing from the book, the others must not have a higher value.
    """
    return [
        position
        for place in range(len(book))
        if not _fits(position := position_of(book.key_at(place), book.rules), book)
    ]


def _fits(position: Kalah, book: Book) -> bool:
    value = book.value(position)
    assert value is not None
    side = position.side
    values: list[int | None] = []
    for move in position.legal_moves():
        position.make(move)
        outcome = position.outcome()
        known = book.value(position) if outcome is None else outcome.score_for(position.side)
        values.append(known if known is None or position.side == side else -known)
        position.unmake()
    best = max((known for known in values if known is not None), default=value)
    return best <= value if None in values else best == value


# -- work file ---------------------------------------------------------------------------------

_MAGIC = b"KalahWrk"
# Magic, pits, stones; the rule codes follow.
_HEADER = struct.Struct("<8s2H")
_MARGIN = struct.Struct("<h")
_CHECKSUM = struct.Struct("<I")


class WorkFile:
    """The margins that a build has found so far; each is written as soon as it is known.

    A record is a key, its margin and a CRC-32.  Records that a killed process left incomplete at
    the end are cut off when the file is opened.  Raises `BadFile` if the file cannot be used.
    """

    def __init__(self, path: Path, rules: Any) -> None:
        self._path = path
        self._width = 2 * rules.pits
        self._file = -1
        header = _HEADER.pack(_MAGIC, rules.pits, rules.stones) + rules.file_codes(4)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes() if path.exists() else b""
            whole = content.startswith(header)
            self.margins, end = self._read(content, len(header)) if whole else ({}, 0)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            if end < len(content):
                os.truncate(path, end)
            if not whole:
                os.write(self._file, header)
        except OSError as error:
            self.close()
            raise self._unusable(error) from error

    def _read(self, content: bytes, start: int) -> tuple[dict[bytes, int], int]:
        """Return the margins in *content* from *start* on, and the end of the intact records."""
        margins = {}
        body = self._width + _MARGIN.size
        while start + body + _CHECKSUM.size <= len(content):
            record = content[start : start + body]
            if _CHECKSUM.unpack_from(content, start + body)[0] != crc32(record):
                break
            margins[record[: self._width]] = _MARGIN.unpack_from(record, self._width)[0]
            start += body + _CHECKSUM.size
        return margins, start

    def keep(self, key: bytes, margin: int) -> None:
        """Append a record; raise `BadFile` if it cannot be written."""
        record = key + _MARGIN.pack(margin)
        record += _CHECKSUM.pack(crc32(record))
        try:
            if os.write(self._file, record) < len(record):
                raise BadFile(f"{self._path} cannot be extended: the disk is full.")
        except OSError as error:
            raise self._unusable(error) from error

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            with suppress(OSError):
                os.close(self._file)
            self._file = -1

    def _unusable(self, error: OSError) -> BadFile:
        return BadFile(f"{self._path} cannot be used: {error.strerror or error}.")

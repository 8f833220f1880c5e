"""The pages of a damaged database, below what SQLite can do with it."""

import struct
from collections.abc import Iterator
from pathlib import Path

_PAGE_HEADER = 100
"""Where the first page's own header is: behind that of the file."""
_INTERIOR = 5
_WAL_HEADER = 32
_FRAME_HEADER = 24
_LITTLE_MAGIC = 0x377F0682
"""The first word of a log whose checksums are of little-endian words; one more: big-endian."""


def with_new_schema(damaged: Path, fresh: Path) -> None:
    """Put the list of tables of the library *fresh* into the file *damaged*, and its log there too.

    The tables begin on the same pages in all libraries of a version.  Raises `OSError`.
    """
    new = fresh.read_bytes()
    size = _page_size(new)
    pages = bytearray(damaged.read_bytes())
    log = damaged.with_name(damaged.name + "-wal")
    if log.exists():
        for number, page in _committed(log.read_bytes(), size):
            pages += bytes(max(0, number * size - len(pages)))
            pages[(number - 1) * size : number * size] = page
        log.unlink()
    schema = _schema_pages(new, size)
    pages += bytes(max(-len(pages) % size, max(schema) * size - len(pages)))
    for number in schema:
        pages[(number - 1) * size : number * size] = new[(number - 1) * size : number * size]
    count = len(pages) // size
    change = pages[24:28]
    struct.pack_into(">I", pages, 28, count)
    struct.pack_into(">II", pages, 32, 0, 0)  # no free pages
    pages[92:96] = change  # the number of pages is right
    damaged.write_bytes(pages)


def _page_size(content: bytes) -> int:
    size = int.from_bytes(content[16:18], "big")
    return 65_536 if size == 1 else size


def _schema_pages(content: bytes, size: int) -> list[int]:
    """Return the numbers of the pages of the table with the list of tables, which begins on 1."""
    pages = [1]
    for number in pages:  # which grows meanwhile
        start = (number - 1) * size
        header = start + (_PAGE_HEADER if number == 1 else 0)
        if content[header] != _INTERIOR:
            continue
        (cells,) = struct.unpack_from(">H", content, header + 3)
        pages.append(struct.unpack_from(">I", content, header + 8)[0])
        for cell in struct.unpack_from(f">{cells}H", content, header + 12):
            pages.append(struct.unpack_from(">I", content, start + cell)[0])
    return pages


def _committed(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """Yield the pages of all whole transactions in *log*, in order, with their numbers."""
    if len(log) < _WAL_HEADER:
        return
    magic, _, page_size = struct.unpack_from(">III", log)
    if magic & ~1 != _LITTLE_MAGIC or page_size != size:
        return
    salt = log[16:24]
    words = f"{'>' if magic & 1 else '<'}{size // 4 + 2}I"
    order = ">" if magic & 1 else "<"
    sums = _checksum((0, 0), struct.unpack_from(f"{order}6I", log))
    waiting: list[tuple[int, bytes]] = []
    for start in range(_WAL_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        number, commit = struct.unpack_from(">II", log, start)
        page = log[start + _FRAME_HEADER : start + _FRAME_HEADER + size]
        if log[start + 8 : start + 16] != salt:
            return
        sums = _checksum(sums, struct.unpack(words, log[start : start + 8] + page))
        if sums != struct.unpack_from(">II", log, start + 16):
            return
        waiting.append((number, page))
        if commit:
            yield from waiting
            waiting.clear()


def _checksum(sums: tuple[int, int], words: tuple[int, ...]) -> tuple[int, int]:
    """Return the log's checksum, which was *sums*, after *words*."""
    first, second = sums
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second


# -- records ---------------------------------------------------------------------------------------

Value = int | float | str | bytes | None
_TABLE_LEAF = 13
_WITH_RECORDS = {_TABLE_LEAF: (8, 0), 10: (8, 0), 2: (12, 4)}
"""Kinds of pages: how long their header is, and what comes before each record."""
_REAL = 7


def records(content: bytes) -> Iterator[tuple[int | None, list[Value]]]:
    """Yield the records on all pages of the database *content*, whatever table they belong to.

    The first is the row's id, None in tables without one.  What cannot be read is left out; what
    was deleted may be among them.
    """
    size = _page_size(content) if len(content) >= _PAGE_HEADER else 0
    if size < 512 or size & (size - 1):
        size = 4096
    for start in range(0, len(content) - size + 1, size):
        kind = content[start]
        if kind not in _WITH_RECORDS:
            continue
        header, before = _WITH_RECORDS[kind]
        (cells,) = struct.unpack_from(">H", content, start + 3)
        for index in range(min(cells, size // 4)):
            try:
                (cell,) = struct.unpack_from(">H", content, start + header + 2 * index)
                yield _record(content, size, start + cell + before, kind == _TABLE_LEAF)
            except (struct.error, IndexError, ValueError):
                continue


def _record(content: bytes, size: int, at: int, is_table: bool) -> tuple[int | None, list[Value]]:
    """Return the id and the values of the cell at the offset *at*; raise `ValueError`."""
    length, at = _varint(content, at)
    row = None
    if is_table:
        row, at = _varint(content, at)
    most = size - 35 if is_table else (size - 12) * 64 // 255 - 23
    least = (size - 12) * 32 // 255 - 23
    if not 0 < length < len(content):
        raise ValueError("A record is not that long.")
    payload = content[at : at + length]
    if length > most:
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
        (page,) = struct.unpack_from(">I", content, at + local)
        payload = content[at : at + local] + _overflow(content, size, page, length - local)
    return row, _values(payload)


def _overflow(content: bytes, size: int, page: int, length: int) -> bytes:
    """Return *length* bytes from the chain of pages that begins with *page*."""
    parts = []
    while length > 0:
        start = (page - 1) * size
        if not 0 < page <= len(content) // size:
            raise ValueError("There is no such page.")
        part = content[start + 4 : start + 4 + min(length, size - 4)]
        parts.append(part)
        length -= len(part)
        (page,) = struct.unpack_from(">I", content, start)
    return b"".join(parts)


def _values(payload: bytes) -> list[Value]:
    """Return the values of a record; raise `ValueError` or `IndexError`."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    at = end
    values: list[Value] = []
    for kind in kinds:
        length = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind] if kind < 12 else (kind - 12) // 2
        raw = payload[at : at + length]
        if len(raw) < length:
            raise ValueError("The record is cut off.")
        at += length
        if kind == 0:
            values.append(None)
        elif kind < _REAL:
            values.append(int.from_bytes(raw, "big", signed=True))
        elif kind == _REAL:
            values.append(struct.unpack(">d", raw)[0])
        elif kind < 12:
            values.append(kind - 8)
        else:
            values.append(raw.decode("utf-8", "replace") if kind & 1 else raw)
    return values


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """Return the number of variable length at the offset *at*, and the offset behind it."""
    value = 0
    for count in range(9):
        byte = content[at]
        at += 1
        if count == 8:
            return (value << 8) | byte, at
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            break
    return value, at

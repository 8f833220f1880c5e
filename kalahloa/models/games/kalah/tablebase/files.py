"""Where Kalah's endgames are kept: one file a rule set and number of stones, in the user's cache.

A file begins with a header of 64 bytes: what it holds, the checksum of what follows the header
up to the margins, and the header's own.  There follow a CRC-32 of every MiB of the margins, zeros
up to a multiple of 4 KiB, and the margins.  A file is written under another name and put in its
place when it is whole, so that a build that is killed, or two at once, leave a right file or none.
Nothing of a file is used before all of it was compared with its checksums.
"""

import os
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any
from zlib import crc32

from kalahloa.models.atomic_file import write_whole
from kalahloa.models.cancellation import never
from kalahloa.models.errors import BadFile
from kalahloa.models.games.kalah.rules import MAX_PITS, KalahRules, rules_of_file_words
from kalahloa.models.games.kalah.tablebase.builder import (
    Builder,
    OnProgress,
    build_tablebase,
    new_memory,
    new_tablebase,
)
from kalahloa.models.games.kalah.tablebase.tablebase import MAX_STONES, Tablebase, size_of
from kalahloa.models.knowledge import USUAL_BYTES, BuildStopped
from kalahloa.models.user_cache import CacheUnavailable, cache_folder

_MAGIC = b"KalahEnd"
_VERSION = 1
# Magic, version, pits, stones, the rules' codes, how many margins, checksum of the checksums.
_HEADER = struct.Struct("<8s3H6sQI32x")
_CHECKSUM = struct.Struct("<I")
_HEADER_BYTES = 64
_BLOCK = 1 << 20
_PAGE = 4096
_RULES = rules_of_file_words()
_NAME = re.compile(rf"kalah-(\d{{1,2}})-({'|'.join(_RULES)})-(\d{{1,3}})\.v1\.endgames")


@dataclass(frozen=True, slots=True)
class TablebaseFile:
    """A file in the cache by its name: the rules and the most stones that it should hold.

    Of `rules` only what is in their key was told by the name.
    """

    path: Path
    rules: KalahRules
    stones: int

    @property
    def rules_key(self) -> tuple[int | str, ...]:
        """What of the rules the endgames depend on."""
        return self.rules.tablebase_key()


@dataclass(frozen=True)
class Opened:
    """Endgames that can be used, and where they came from.

    `path` is the file that holds them, None where they could not be kept; `built` says that there
    was none to read; `notes` are sentences on what went wrong on the way.
    """

    table: Tablebase
    path: Path | None
    built: bool
    notes: tuple[str, ...]


# -- places ------------------------------------------------------------------------------------


def file_for(rules: Any, stones: int, folder: Path) -> TablebaseFile:
    """Return the file in *folder*, there or not, for *rules* and at most *stones*."""
    name = f"kalah-{rules.pits}-{rules.file_words()}-{stones}.v{_VERSION}.endgames"
    return TablebaseFile(folder / name, rules, stones)


def tablebase_files(folder: Path) -> list[TablebaseFile]:
    """Return the files of endgames in *folder*, whole or not, sorted by rules and stones."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            match = _NAME.fullmatch(path.name)
            if match and 1 <= int(match[1]) <= MAX_PITS and path.is_file():
                rules = replace(_RULES[match[2]], pits=int(match[1]))
                found.append(TablebaseFile(path, rules, int(match[3])))
    return sorted(found, key=lambda file: (file.rules_key, file.stones))


def usual_stones(pits: int) -> int:
    """Return how many stones the endgames of a board with *pits* a side have unless told."""
    return most_stones(pits, USUAL_BYTES)


def most_stones(pits: int, size: int) -> int:
    """Return how many stones endgames of *pits* a side have that fit into *size* bytes (> 0)."""
    return max(k for k in range(MAX_STONES + 1) if size_of(pits, k) <= size)


# -- writing -----------------------------------------------------------------------------------


def _until_stopped(parts: Iterable[Any], stopped: Callable[[], bool]) -> Iterator[Any]:
    """Yield *parts*; raise `BuildStopped` between two of them once *stopped* says so."""
    for part in parts:
        if stopped():
            raise BuildStopped
        yield part


def _blocks(memory: Any) -> Iterator[memoryview]:
    """Yield the MiBs of *memory*."""
    with memoryview(memory) as view:
        for start in range(0, len(view), _BLOCK):
            with view[start : start + _BLOCK] as block:
                yield block


def _head_bytes(size: int) -> int:
    """Return how many bytes stand before *size* margins."""
    used = _HEADER_BYTES + -(-size // _BLOCK) * _CHECKSUM.size
    return used + -used % _PAGE


def _head(table: Tablebase, stopped: Callable[[], bool]) -> bytes:
    """Return what stands before the margins of *table* in its file."""
    blocks = _until_stopped(_blocks(table.memory), stopped)
    sums = b"".join(_CHECKSUM.pack(crc32(block)) for block in blocks)
    header = _HEADER.pack(
        _MAGIC,
        _VERSION,
        table.pits,
        table.stones,
        table.rules.file_codes(6),
        table.size,
        crc32(sums),
    )[: _HEADER_BYTES - _CHECKSUM.size]
    head = header + _CHECKSUM.pack(crc32(header)) + sums
    return head.ljust(_head_bytes(table.size), b"\0")


def write_tablebase(table: Tablebase, path: Path, stopped: Callable[[], bool] = never) -> None:
    """Write *table* to *path*, which holds all of it or what it held before.

    Raises `CacheUnavailable` where that is not possible, and `BuildStopped` once *stopped* says so.
    """
    try:
        parts = chain([_head(table, stopped)], _blocks(table.memory))
        write_whole(path, _until_stopped(parts, stopped))
    except OSError as error:
        raise CacheUnavailable(
            f"The endgames cannot be kept in {path.parent}: {error.strerror or error}."
        ) from error


# -- reading -----------------------------------------------------------------------------------


def read_tablebase(
    file: TablebaseFile,
    rules: Any,
    stopped: Callable[[], bool] = never,
    memory: memoryview | None = None,
) -> Tablebase:
    """Return the endgames in *file*, which are of *rules*, in *memory* or memory of their own.

    They are not mapped: a mapped file that someone truncates kills the process when it is read,
    and one that someone overwrites gives other values than those that were checked.  Raises
    `BadFile` with a sentence where it cannot be read, or any byte is not as it was written,
    `BuildStopped` once *stopped* says so, and `MemoryError`.
    """
    size = size_of(rules.pits, file.stones)
    try:
        with open(file.path, "rb", buffering=0) as handle:
            length = os.fstat(handle.fileno()).st_size
            # The name may speak of more than any memory holds.
            head = handle.read(min(_head_bytes(size), length))
            fault = _head_fault(head, length, file, rules)
            if fault:
                raise _damaged(file, fault)
            room = new_memory(size) if memory is None else memory
            fault = _read_margins(handle, room, head, stopped)
    except OSError as error:
        raise BadFile(f"{file.path} cannot be read: {error.strerror or error}.") from error
    if fault:
        raise _damaged(file, fault)
    return Tablebase(rules, file.stones, room)


def _damaged(file: TablebaseFile, fault: str) -> BadFile:
    return BadFile(f"{file.path} is damaged: {fault}.")


def _head_fault(head: bytes, length: int, file: TablebaseFile, rules: Any) -> str:
    """Return what is wrong with *file*, of *length* bytes, by what stands before its margins."""
    if not length:
        return "it is empty"
    if len(head) < _HEADER_BYTES:
        return f"it has {length} bytes"
    body = _HEADER_BYTES - _CHECKSUM.size
    if _CHECKSUM.unpack_from(head, body)[0] != crc32(head[:body]):
        return "its header does not fit its checksum"
    magic, version, *about, size, sums_checksum = _HEADER.unpack_from(head)
    if (magic, version) != (_MAGIC, _VERSION):
        return "it is no file of endgames"
    if about != [rules.pits, file.stones, rules.file_codes(6)]:
        return "it holds those of other rules"
    start = _head_bytes(size_of(rules.pits, file.stones))
    if size != size_of(rules.pits, file.stones) or length != start + size:
        return f"it has {length} bytes and not {start + size}"
    sums_end = _HEADER_BYTES + -(-size // _BLOCK) * _CHECKSUM.size
    if crc32(head[_HEADER_BYTES:sums_end]) != sums_checksum or any(head[sums_end:]):
        return "its checksums do not fit theirs"
    return ""


def _read_margins(handle: Any, memory: Any, head: bytes, stopped: Callable[[], bool]) -> str:
    """Fill *memory* from *handle*; return what does not fit the checksums in *head*, or nothing."""
    count = -(-len(memory) // _BLOCK)
    blocks = _until_stopped(_blocks(memory), stopped)
    for index, block in enumerate(blocks):
        filled = 0
        while filled < len(block):
            with block[filled:] as rest:
                got = handle.readinto(rest)
            if not got:
                return "it has become shorter"
            filled += got
        if crc32(block) != _CHECKSUM.unpack_from(head, _HEADER_BYTES + index * _CHECKSUM.size)[0]:
            return f"part {index + 1} of {count} does not fit its checksum"
    return ""


# -- both --------------------------------------------------------------------------------------


def open_or_build(
    rules: Any,
    stones: int,
    report: OnProgress | None = None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
    *,
    keep_part: bool = False,
) -> Opened:
    """Return endgames of *rules* with at least *stones* from the cache, or build and keep them.

    A damaged file is deleted and built anew.  A build goes on from the largest smaller file there
    is.  Where nothing can be kept the endgames are in memory alone.  With *keep_part*, a build
    that is stopped, interrupted or out of memory keeps what it has finished as a smaller file, if
    that has the usual number of stones, and the exception gets a note, a sentence, that says so.
    The other arguments, and what is raised, are those of `build_tablebase`.
    """
    notes: list[str] = []
    try:
        folder = cache_folder()
    except CacheUnavailable as error:
        table = build_tablebase(rules, stones, report, stopped, threads)
        return Opened(table, None, True, (str(error),))
    found = _open_stored(rules, stones, folder, notes, stopped)
    if found is not None:
        return found
    table = new_tablebase(rules, stones)
    stored = _read_part(table, folder, notes, stopped)
    file = file_for(rules, stones, folder)
    builder = Builder(table, report, stopped, stored)
    try:
        builder.run(threads)
        write_tablebase(table, file.path, stopped)
    except CacheUnavailable as error:
        # Another process may have just written the same file, and hold it open.
        found = _open_stored(rules, stones, folder, notes, stopped)
        if found is not None:
            return found
        return Opened(table, None, True, (*notes, str(error)))
    except (BuildStopped, KeyboardInterrupt, MemoryError, RuntimeError) as error:
        if keep_part and builder.finished > stored:
            _keep_part(table, builder.finished, folder, error)
        raise
    return Opened(table, file.path, True, tuple(notes))


def _read_part(
    table: Tablebase, folder: Path, notes: list[str], stopped: Callable[[], bool]
) -> int:
    """Fill the first part of *table* from the largest smaller file of its rules in *folder*.

    Return how many stones that file has, -1 if there is none; *notes* gets a sentence on each that
    is damaged.  Raises `BuildStopped`.
    """
    ours = [file for file in tablebase_files(folder) if file.rules_key == table.rules_key]
    for file in sorted(ours, key=lambda file: -file.stones):
        if file.stones < table.stones:
            room = memoryview(table.memory)[: size_of(table.pits, file.stones)]
            try:
                read_tablebase(file, table.rules, stopped, room)
            except BadFile as error:
                notes.append(f"{error} It is passed over.")
            else:
                return file.stones
    return -1


def _keep_part(table: Tablebase, stones: int, folder: Path, error: BaseException) -> None:
    """Write the positions of *table* with at most *stones* to *folder*, and note that in *error*.

    They are the first of the larger table.  Fewer than the usual number of stones are not kept:
    they are built in a second, and would be used from then on instead of the usual ones.
    """
    size = size_of(table.pits, stones)
    if stones < usual_stones(table.pits):
        return
    path = file_for(table.rules, stones, folder).path
    try:
        write_tablebase(Tablebase(table.rules, stones, memoryview(table.memory)[:size]), path)
    except CacheUnavailable as failure:
        error.add_note(str(failure))
    else:
        error.add_note(
            f"The {size:,} positions with at most {stones} stones in the pits are kept, and a "
            f"larger build goes on from them: {path}"
        )


def _open_stored(
    rules: Any, stones: int, folder: Path, notes: list[str], stopped: Callable[[], bool]
) -> Opened | None:
    """Return what *folder* has of *rules* with at least *stones*, the least of them, or None.

    What is damaged is deleted; *notes* gets a sentence on it.  Raises `BuildStopped`.
    """
    for file in tablebase_files(folder):
        if file.rules_key != rules.tablebase_key() or file.stones < stones:
            continue
        try:
            found = read_tablebase(file, rules, stopped)
            return Opened(found, file.path, False, tuple(notes))
        except BadFile as error:
            note = f"{error} It is built anew."
            if note not in notes:
                notes.append(note)
            with suppress(OSError):
                file.path.unlink()
    return None

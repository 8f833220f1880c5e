"""Files of Kalah's tablebases in the user's cache, one per rule set and number of stones.

A file starts with a header of 64 bytes: its contents, the CRC-32 of the checksum list, and that of
the header itself.  Then follow the checksum list, one CRC-32 for each MiB of margins; zeros up to a
multiple of 4 KiB; and the margins.  Files are written under a temporary name and renamed when they
are complete, so that a killed build, or two concurrent ones, never leave a partial file.  A file is
used only after all of its checksums were verified.
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

from kalahloa.models.game.knowledge import USUAL_BYTES, BuildStopped
from kalahloa.models.games.kalah.rules import MAX_PITS, KalahRules, rules_of_file_words
from kalahloa.models.games.kalah.tablebase.builder import (
    Builder,
    OnProgress,
    build_tablebase,
    new_memory,
    new_tablebase,
)
from kalahloa.models.games.kalah.tablebase.tablebase import MAX_STONES, Tablebase, size_of
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.user_cache import CacheUnavailable, cache_folder
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

_MAGIC = b"KalahEnd"
_VERSION = 1
# Magic, version, pits, stones, rule codes, number of margins, CRC-32 of the checksum list.
_HEADER = struct.Struct("<8s3H6sQI32x")
_CHECKSUM = struct.Struct("<I")
_HEADER_BYTES = 64
_BLOCK = 1 << 20
_PAGE = 4096
_RULES = rules_of_file_words()
_NAME = re.compile(rf"kalah-(\d{{1,2}})-({'|'.join(_RULES)})-(\d{{1,3}})\.v1\.endgames")


@dataclass(frozen=True, slots=True)
class TablebaseFile:
    """A tablebase file, by its name: the rules and the maximum number of stones in the pits.

    If it was found in a folder, only the key fields of `rules` are known; the others are defaults.
    """

    path: Path
    rules: KalahRules
    stones: int

    @property
    def rules_key(self) -> tuple[int | str, ...]:
        """The key of the rules; see `KalahRules.tablebase_key`."""
        return self.rules.tablebase_key()


@dataclass(frozen=True)
class OpenedTablebase:
    """A tablebase ready for use, and where it came from.

    `path` is its file, or None if it could not be stored.  `built` is whether it was built rather
    than read.  `notes` are messages for the user about what failed.
    """

    table: Tablebase
    path: Path | None
    built: bool
    notes: tuple[str, ...]


# -- names -------------------------------------------------------------------------------------


def file_for(rules: Any, stones: int, folder: Path) -> TablebaseFile:
    """Return the file in *folder*, existing or not, for *rules* and at most *stones* stones."""
    name = f"kalah-{rules.pits}-{rules.file_words()}-{stones}.v{_VERSION}.endgames"
    return TablebaseFile(folder / name, rules, stones)


def tablebase_files(folder: Path) -> list[TablebaseFile]:
    """Return the tablebase files in *folder*, intact or not, sorted by rules and stones."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            match = _NAME.fullmatch(path.name)
            if match and 1 <= int(match[1]) <= MAX_PITS and path.is_file():
                rules = replace(_RULES[match[2]], pits=int(match[1]))
                found.append(TablebaseFile(path, rules, int(match[3])))
    return sorted(found, key=lambda file: (file.rules_key, file.stones))


def usual_stones(pits: int) -> int:
    """Return the default size, in stones, of a tablebase with *pits* pits a side."""
    return most_stones(pits, USUAL_BYTES)


def most_stones(pits: int, size: int) -> int:
    """Return the largest number of stones whose tablebase fits into *size* (> 0) bytes."""
    return max(k for k in range(MAX_STONES + 1) if size_of(pits, k) <= size)


# -- writing -----------------------------------------------------------------------------------


def _until_stopped(parts: Iterable[Any], stopped: Callable[[], bool]) -> Iterator[Any]:
    """Yield *parts*; raise `BuildStopped` before the next one once *stopped* returns true."""
    for part in parts:
        if stopped():
            raise BuildStopped
        yield part


def _blocks(memory: Any) -> Iterator[memoryview]:
    """Yield *memory* in blocks of one MiB; the last may be shorter."""
    with memoryview(memory) as view:
        for start in range(0, len(view), _BLOCK):
            with view[start : start + _BLOCK] as block:
                yield block


def _head_bytes(size: int) -> int:
    """Return the number of bytes before the margins in a file with *size* margins."""
    used = _HEADER_BYTES + -(-size // _BLOCK) * _CHECKSUM.size
    return used + -used % _PAGE


def _head(table: Tablebase, stopped: Callable[[], bool]) -> bytes:
    """Return the bytes before the margins in the file of *table*."""
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
    """Write *table* to *path* atomically.

    Raises `CacheUnavailable` if that fails, and `BuildStopped` once *stopped* returns true.
    """
    try:
        parts = chain([_head(table, stopped)], _blocks(table.memory))
        write_whole(path, _until_stopped(parts, stopped))
    except OSError as error:
        raise CacheUnavailable(
            QT_TRANSLATE_NOOP(
                "Models", "The tablebase cannot be stored in {parent}: {reason}."
            ).format(parent=path.parent, reason=error.strerror or error)
        ) from error


# -- reading -----------------------------------------------------------------------------------


def read_tablebase(
    file: TablebaseFile,
    rules: Any,
    stopped: Callable[[], bool] = never,
    memory: memoryview | None = None,
) -> Tablebase:
    """Return the tablebase in *file* for *rules*, read into *memory*, or new memory if None.

    The file is not mapped: reading a mapped file that was truncated kills the process, and one that
    is overwritten would change after its checksums were verified.

    Raises `BadFile` if the file cannot be read or is damaged, `BuildStopped` once *stopped* returns
    true, and `MemoryError`.
    """
    size = size_of(rules.pits, file.stones)
    try:
        with open(file.path, "rb", buffering=0) as handle:
            length = os.fstat(handle.fileno()).st_size
            # The size in the name may exceed the memory.
            head = handle.read(min(_head_bytes(size), length))
            fault = _head_fault(head, length, file, rules)
            if fault:
                raise _damaged(file, fault)
            room = new_memory(size) if memory is None else memory
            fault = _read_margins(handle, room, head, stopped)
    except OSError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be read: {reason}.").format(
                path=file.path, reason=error.strerror or error
            )
        ) from error
    if fault:
        raise _damaged(file, fault)
    return Tablebase(rules, file.stones, room)


def _damaged(file: TablebaseFile, fault: str) -> BadFile:
    return BadFile(
        QT_TRANSLATE_NOOP("Models", "{path} is damaged: {fault}.").format(
            path=file.path, fault=fault
        )
    )


def _head_fault(head: bytes, length: int, file: TablebaseFile, rules: Any) -> str:
    """Return what is wrong with *head*, from *file* of *length* bytes, or an empty string."""
    if not length:
        return QT_TRANSLATE_NOOP("Models", "it is empty")
    if len(head) < _HEADER_BYTES:
        return QT_TRANSLATE_NOOP("Models", "it has {length} bytes").format(length=length)
    body = _HEADER_BYTES - _CHECKSUM.size
    if _CHECKSUM.unpack_from(head, body)[0] != crc32(head[:body]):
        return QT_TRANSLATE_NOOP("Models", "its header does not match its checksum")
    magic, version, *about, size, sums_checksum = _HEADER.unpack_from(head)
    if (magic, version) != (_MAGIC, _VERSION):
        return QT_TRANSLATE_NOOP("Models", "it is not a tablebase file")
    if about != [rules.pits, file.stones, rules.file_codes(6)]:
        return QT_TRANSLATE_NOOP("Models", "it is for other rules")
    start = _head_bytes(size_of(rules.pits, file.stones))
    if size != size_of(rules.pits, file.stones) or length != start + size:
        return QT_TRANSLATE_NOOP("Models", "it has {length} bytes and not {expected}").format(
            length=length, expected=start + size
        )
    sums_end = _HEADER_BYTES + -(-size // _BLOCK) * _CHECKSUM.size
    if crc32(head[_HEADER_BYTES:sums_end]) != sums_checksum or any(head[sums_end:]):
        return QT_TRANSLATE_NOOP("Models", "its list of checksums does not match its checksum")
    return ""


def _read_margins(handle: Any, memory: Any, head: bytes, stopped: Callable[[], bool]) -> str:
    """Fill *memory* from *handle*; return what does not match *head*, or an empty string."""
    count = -(-len(memory) // _BLOCK)
    blocks = _until_stopped(_blocks(memory), stopped)
    for index, block in enumerate(blocks):
        filled = 0
        while filled < len(block):
            with block[filled:] as rest:
                got = handle.readinto(rest)
            if not got:
                return QT_TRANSLATE_NOOP("Models", "it became shorter while in use")
            filled += got
        if crc32(block) != _CHECKSUM.unpack_from(head, _HEADER_BYTES + index * _CHECKSUM.size)[0]:
            return QT_TRANSLATE_NOOP(
                "Models", "part {number} of {count} does not match its checksum"
            ).format(number=index + 1, count=count)
    return ""


# -- cache -------------------------------------------------------------------------------------


def open_or_build(
    rules: Any,
    stones: int,
    report: OnProgress | None = None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
    *,
    keep_part: bool = False,
) -> OpenedTablebase:
    """Return a tablebase for *rules* with at least *stones* stones from the cache, or build one.

    A damaged file is deleted and rebuilt.  A build resumes from the largest smaller file.  If the
    cache is unavailable, the tablebase is kept in memory only.  If *keep_part* is true and the
    build is stopped, interrupted or out of memory, the finished part is stored as a smaller file,
    unless it is below the default size, and a note on it is added to the exception.

    The other arguments and the exceptions are those of `build_tablebase`.
    """
    notes: list[str] = []
    try:
        folder = cache_folder()
    except CacheUnavailable as error:
        table = build_tablebase(rules, stones, report, stopped, threads)
        return OpenedTablebase(table, None, True, (str(error),))
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
        # Another process may have just written the same file and still hold it open.
        found = _open_stored(rules, stones, folder, notes, stopped)
        if found is not None:
            return found
        return OpenedTablebase(table, None, True, (*notes, str(error)))
    except (BuildStopped, KeyboardInterrupt, MemoryError, RuntimeError) as error:
        if keep_part and builder.finished > stored:
            _keep_part(table, builder.finished, folder, error)
        raise
    return OpenedTablebase(table, file.path, True, tuple(notes))


def _read_part(
    table: Tablebase, folder: Path, notes: list[str], stopped: Callable[[], bool]
) -> int:
    """Fill the start of *table* from the largest smaller file for its rules in *folder*.

    Returns the number of stones of that file, -1 if there is none.  Damaged files are skipped and
    reported in *notes*.  Raises `BuildStopped`.
    """
    ours = [file for file in tablebase_files(folder) if file.rules_key == table.rules_key]
    for file in sorted(ours, key=lambda file: -file.stones):
        if file.stones < table.stones:
            room = memoryview(table.memory)[: size_of(table.pits, file.stones)]
            try:
                read_tablebase(file, table.rules, stopped, room)
            except BadFile as error:
                notes.append(
                    QT_TRANSLATE_NOOP("Models", "{problem} It is skipped.").format(
                        problem=error.sentence
                    )
                )
            else:
                return file.stones
    return -1


def _keep_part(table: Tablebase, stones: int, folder: Path, error: BaseException) -> None:
    """Store the positions of *table* with at most *stones* stones, and add a note to *error*.

    They are a prefix of the table.  A part below the default size is not stored: it is built in a
    second, and would be used from then on in place of the default one.
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
            QT_TRANSLATE_NOOP(
                "Models",
                "Saved the {size:,} positions with at most {stones} stones in the pits; a "
                "larger build continues from them: {path}",
            ).format(size=size, stones=stones, path=path)
        )


def _open_stored(
    rules: Any, stones: int, folder: Path, notes: list[str], stopped: Callable[[], bool]
) -> OpenedTablebase | None:
    """Return the smallest tablebase for *rules* in *folder* with at least *stones* stones, or None.

    Damaged files are deleted and reported in *notes*.  Raises `BuildStopped`.
    """
    for file in tablebase_files(folder):
        if file.rules_key != rules.tablebase_key() or file.stones < stones:
            continue
        try:
            found = read_tablebase(file, rules, stopped)
            return OpenedTablebase(found, file.path, False, tuple(notes))
        except BadFile as error:
            note = QT_TRANSLATE_NOOP("Models", "{problem} Building it again.").format(
                problem=error.sentence
            )
            if note not in notes:
                notes.append(note)
            with suppress(OSError):
                file.path.unlink()
    return None

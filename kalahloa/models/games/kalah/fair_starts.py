"""Fair starts of Kalah: arrangements of the stones from which the game is a proven draw.

They lie in text files, one a rule set: comments behind a ``#``, and a position string a line.  Some
are openings, positions after a few turns, which the book knows; in the others both sides have the
same arrangement, with nothing in the kalahs, so that nobody has anything the other has not but the
first move.  The last line is a comment with the CRC-32 of the lines above it: a list with a changed
digit would be offered as one of proven draws.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from kalahloa.models.atomic_file import write_whole
from kalahloa.models.errors import BadFile
from kalahloa.models.knowledge import FairStarts
from kalahloa.resources import resource

_CHECKSUM_MARK = b"# CRC-32 of the lines above: "

WIDEST = 2
"""How many stones more or fewer than usual a pit of a new start has at the most."""


def starts_name(rules: Any) -> str:
    """Return the name of the file that has the fair starts for *rules*."""
    return f"kalah-{rules.pits}-{rules.stones}-{rules.file_words()}.starts"


def open_starts(rules: Any) -> FairStarts:
    """Return the known starts under *rules* that are proven draws.

    Each has all stones of the game in pits and kalahs, and South to move.  A file that is damaged
    or has no checksum is skipped, and a note says so.
    """
    try:
        path = resource("starts", starts_name(rules))
        return FairStarts(_read_cached(path, path.stat().st_mtime_ns))
    except FileNotFoundError:
        return FairStarts()
    except (BadFile, OSError) as error:
        sentence = str(error) if isinstance(error, BadFile) else f"{path} cannot be read."
        return FairStarts(notes=(f"{sentence} It is passed over.",))


@lru_cache
def _read_cached(path: Path, modified: int) -> tuple[str, ...]:
    """Return the starts in *path*; *modified*, its time of modification, is part of the key."""
    return read_starts(path, with_checksum=True)


def read_starts(path: Path, with_checksum: bool = False) -> tuple[str, ...]:
    """Return the starts in the file at *path*.

    A list that somebody wrote by hand may do without a checksum unless *with_checksum*; where
    there is one, it has to fit.  Raises `BadFile` where it does not, or the file cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from error
    content = content.replace(b"\r\n", b"\n")
    if not content.isascii():
        raise BadFile(f"{path} is damaged: it is no list of starts.")
    listed, mark, checksum = content.partition(_CHECKSUM_MARK)
    if mark:
        if checksum != b"%08x\n" % crc32(listed):
            raise BadFile(f"{path} is damaged: its contents do not fit their checksum.")
    elif with_checksum:
        raise BadFile(f"{path} is damaged: it has no checksum.")
    lines = (line.strip() for line in listed.decode("ascii").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


def write_starts(starts: Iterable[str], rules: Any, path: Path) -> None:
    """Write *starts* to *path*, which holds all of them or what it held; raise `BadFile` if not."""
    options = ", ".join(
        f"{name} {value}" for name, value in rules.key_by_name().items() if name != "pits"
    )
    head = (
        f"# Kalah, {rules.pits} pits and {rules.pits * rules.stones} stones a side, "
        f"{options}: starts that are proven draws.\n"
    )
    listed = (head + "".join(f"{start}\n" for start in starts)).encode("ascii")
    try:
        write_whole(path, [listed, _CHECKSUM_MARK, b"%08x\n" % crc32(listed)])
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}.") from error


def possible_starts(rules: Any, chance: Random) -> Iterator[str]:
    """Yield starts under *rules* that might be fair, those most like the usual one first.

    Of those that are as much like it, *chance* chooses the order.
    """
    sides = list(_sides(rules.pits, rules.pits * rules.stones, rules.stones))
    chance.shuffle(sides)
    for side in sorted(sides, key=lambda side: sum(abs(count - rules.stones) for count in side)):
        cells = ",".join(map(str, [*side, *side]))
        yield f"<{rules.pits},0,0,{cells}> S"


def _sides(pits: int, stones: int, usual: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to put so many *stones* into *pits*, no pit too far from the *usual* one."""
    if not pits:
        if not stones:
            yield ()
        return
    for count in range(max(0, usual - WIDEST), min(stones, usual + WIDEST) + 1):
        for rest in _sides(pits - 1, stones - count, usual):
            yield (count, *rest)

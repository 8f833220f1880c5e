"""Fair starts of Kalah: positions from which the game is a proven draw.

They are kept in text files, one per rule set, with one position string per line; lines that start
with ``#`` are comments.  Some starts are book positions after a few turns; in the others both sides
have the same arrangement and the kalahs are empty, so that only the first move differs.  The last
line is a comment with the CRC-32 of the lines above it, so that a changed position is not offered
as a proven draw.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from kalahloa.models.game.knowledge import FairStarts
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.resources import resource

_CHECKSUM_MARK = b"# CRC-32 of the lines above: "

WIDEST = 2
"""The maximum difference, in stones, of a pit in a new start from the usual start."""


def starts_name(rules: Any) -> str:
    """Return the name of the file with the fair starts for *rules*."""
    return f"kalah-{rules.pits}-{rules.stones}-{rules.file_words()}.starts"


def open_starts(rules: Any) -> FairStarts:
    """Return the fair starts for *rules* that are shipped with the program.

    In each of them South is to move, and pits and kalahs together hold all stones of the game.  A
    file that is damaged or has no checksum is skipped and reported in the notes; there are none
    under the pie rule, which makes a start fair by itself.
    """
    if rules.pie != "no":
        note = QT_TRANSLATE_NOOP(
            "Models", "The pie rule already makes the game fair, so there are no fair starts."
        )
        return FairStarts(notes=(note,))
    try:
        path = resource("starts", starts_name(rules))
        return FairStarts(_read_cached(path, path.stat().st_mtime_ns))
    except FileNotFoundError:
        return FairStarts()
    except (BadFile, OSError) as error:
        sentence = (
            error.sentence
            if isinstance(error, BadFile)
            else QT_TRANSLATE_NOOP("Models", "{path} cannot be read.").format(path=path)
        )
        return FairStarts(
            notes=(
                QT_TRANSLATE_NOOP("Models", "{problem} It is skipped.").format(problem=sentence),
            )
        )


@lru_cache
def _read_cached(path: Path, modified: int) -> tuple[str, ...]:
    """Return the starts in *path*; its modification time *modified* is part of the cache key."""
    return read_starts(path, with_checksum=True)


def read_starts(path: Path, with_checksum: bool = False) -> tuple[str, ...]:
    """Return the starts in the file at *path*, as position strings.

    The checksum may be missing unless *with_checksum* is true.  Raises `BadFile` if the file cannot
    be read, is not ASCII, or does not match its checksum.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be read: {reason}.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
    content = content.replace(b"\r\n", b"\n")
    if not content.isascii():
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} is damaged: it is not a list of starts.").format(
                path=path
            )
        )
    listed, mark, checksum = content.partition(_CHECKSUM_MARK)
    if mark:
        if checksum != b"%08x\n" % crc32(listed):
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Models", "{path} is damaged: its contents do not match their checksum."
                ).format(path=path)
            )
    elif with_checksum:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} is damaged: it has no checksum.").format(path=path)
        )
    lines = (line.strip() for line in listed.decode("ascii").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


def write_starts(starts: Iterable[str], rules: Any, path: Path) -> None:
    """Write *starts* to *path* atomically; raise `BadFile` if that fails."""
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
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} cannot be written: {reason}.").format(
                path=path, reason=error.strerror or error
            )
        ) from error


def possible_starts(rules: Any, chance: Random) -> Iterator[str]:
    """Yield symmetric starts under *rules* as position strings, nearest to the usual one first.

    The distance is the number of stones by which the pits differ; ties are shuffled with *chance*.
    """
    sides = list(_sides(rules.pits, rules.pits * rules.stones, rules.stones))
    chance.shuffle(sides)
    for side in sorted(sides, key=lambda side: sum(abs(count - rules.stones) for count in side)):
        cells = ",".join(map(str, [*side, *side]))
        yield f"<{rules.pits},0,0,{cells}> S"


def _sides(pits: int, stones: int, usual: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to put *stones* into *pits*, each pit within `WIDEST` of *usual* stones."""
    if not pits:
        if not stones:
            yield ()
        return
    for count in range(max(0, usual - WIDEST), min(stones, usual + WIDEST) + 1):
        for rest in _sides(pits - 1, stones - count, usual):
            yield (count, *rest)

"""Fair starts of Kalah: arrangements of the stones from which the game is a proven draw.

They lie in text files, one a rule set: comments behind a ``#``, and a position string a line.  Some
are openings, positions after a few turns, which the book knows; in the others both sides have the
same arrangement, with nothing in the kalahs, so that nobody has anything the other has not but the
first move.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from kalahloa.models.errors import BadFile
from kalahloa.models.whole_files import write_whole
from kalahloa.resource_files import resource

WIDEST = 2
"""How many stones more or fewer than usual a pit of a new start has at the most."""


def starts_name(rules: Any) -> str:
    """Return the name of the file that has the fair starts for *rules*."""
    return f"kalah-{rules.pits}-{rules.stones}-{rules.capture}-{rules.end}.starts"


def fair_starts(rules: Any) -> tuple[str, ...]:
    """Return the known starts under *rules* that are draws, as position strings; none if unknown.

    Each has as many stones as the rules say, in pits and kalahs, and South to move.
    """
    try:
        path = resource("starts", starts_name(rules))
    except FileNotFoundError:
        return ()
    return _read_once(path)


@lru_cache
def _read_once(path: Path) -> tuple[str, ...]:
    return read_starts(path)


def read_starts(path: Path) -> tuple[str, ...]:
    """Return the starts in the file at *path*; raise `BadFile` where it cannot be read."""
    try:
        text = path.read_text(encoding="ascii")
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is damaged: it is no list of starts.") from error
    lines = (line.strip() for line in text.splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


def write_starts(starts: Iterable[str], rules: Any, path: Path) -> None:
    """Write *starts* to *path*, which holds all of them or what it held; raise `BadFile` if not."""
    head = (
        f"# Kalah, {rules.pits} pits and {rules.pits * rules.stones} stones a side, "
        f"capture {rules.capture}, end {rules.end}: starts that are proven draws.\n"
    )
    text = head + "".join(f"{start}\n" for start in starts)
    try:
        write_whole(path, [text.encode("ascii")])
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

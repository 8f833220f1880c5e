"""Fair starts of Kalah: arrangements of the stones from which the game is a proven draw.

They lie in text files, one a rule set: a first line that names the rules, comments behind a ``#``,
and a position string a line.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from kalahloa.resource_files import resource


def starts_name(rules: Any) -> str:
    """Return the name of the file that has the fair starts for *rules*."""
    return f"kalah-{rules.pits}-{rules.stones}-{rules.capture}-{rules.end}.starts"


def fair_starts(rules: Any) -> tuple[str, ...]:
    """Return the known starts under *rules* that are draws, as position strings; none if unknown.

    Each has as many stones as the rules say, all of them in the pits, and South to move.
    """
    try:
        path = resource("starts", starts_name(rules))
    except FileNotFoundError:
        return ()
    return _read(path)


@lru_cache
def _read(path: Path) -> tuple[str, ...]:
    lines = (line.strip() for line in path.read_text(encoding="ascii").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))

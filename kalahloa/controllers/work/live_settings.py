"""How positions are analysed while they are shown."""

from dataclasses import dataclass

from kalahloa.models.search.limits import Limits

MAX_LINES = 8
ALL_LINES = 0
"""The number of lines that stands for all moves."""
MIN_TABLE, MAX_TABLE = 1, 4096
"""The size of the engine's table in MiB."""
MAX_THREADS = 64
MAX_LIMIT_DEPTH = 99
MAX_LIMIT_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """How positions are analysed.

    `lines` are 1 to `MAX_LINES`, or `ALL_LINES`; `table` is in MiB.  A `depth` in plies, or a time
    in `seconds`, of 0 is no limit.
    """

    lines: int = 3
    threads: int = 1
    table: int = 64
    depth: int = 0
    seconds: float = 0.0

    @property
    def limits(self) -> Limits:
        """The limits of each analysis."""
        return Limits(depth=self.depth or None, seconds=self.seconds or None)

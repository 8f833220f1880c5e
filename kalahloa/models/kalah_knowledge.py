"""All that is known of Kalah under one set of rules: endgames, and exact values worked out anew.

This is what the command line, the window and the level that plays perfectly ask.
"""

from collections.abc import Callable
from typing import Any

from kalahloa.models.kalah import Kalah
from kalahloa.models.kalah_endgame_builder import Report, build_endgames
from kalahloa.models.kalah_endgame_files import open_or_build, usual_stones
from kalahloa.models.kalah_endgames import Endgames
from kalahloa.models.search.searcher import never


class KalahKnowledge:
    """What is known of Kalah under *rules*; `consult` has a position use it.

    `endgames` are its endgames or None, `notes` sentences on what went wrong while they were got.
    """

    def __init__(
        self, rules: Any, endgames: Endgames | None = None, notes: tuple[str, ...] = ()
    ) -> None:
        self.rules = rules
        self.endgames = endgames
        self.notes = notes

    def consult(self, position: Kalah) -> None:
        """Let *position*, of these rules, take its values from the endgames from now on."""
        position.consult(self.endgames)


def open_knowledge(
    rules: Any,
    stones: int | None = None,
    *,
    cached: bool = True,
    report: Report | None = None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> KalahKnowledge:
    """Return what is known under *rules*, with endgames of at most *stones* in play.

    They are read from the user's cache, or built and put there; without *cached* they are built
    and kept in memory alone.  Raises `BuildStopped` once *stopped* says so.
    """
    wanted = usual_stones(rules.pits) if stones is None else stones
    if not cached:
        return KalahKnowledge(rules, build_endgames(rules, wanted, report, stopped, threads))
    opened = open_or_build(rules, wanted, report, stopped, threads)
    return KalahKnowledge(rules, opened.table, opened.notes)

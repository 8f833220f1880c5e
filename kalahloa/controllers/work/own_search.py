"""Searches of computer players with a heuristic of the user's, in the sandbox."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kalahloa.controllers.base.player import Level
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.heuristics.naming import read_own
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.work.cancellation import Stop

if TYPE_CHECKING:
    from kalahloa.models.sandbox.sandbox import Sandbox

LONG_STRENGTH = 9
LONG_SECONDS = 2.0
"""From which level, or which time per move, on a heuristic is compiled for the engine."""


def search_own(
    sandbox: "Sandbox",
    game: Game,
    position: Position,
    level: Level,
    seed: int,
    stop: Stop,
    report: Callable[[Progress], None],
    prepare: Callable[[str], None] | None = None,
) -> SearchResult:
    """Return the move of *level*, with a heuristic of the user's, as `Searcher.choose` does.

    *prepare* is called with a sentence on what is done before, where the heuristic is compiled.
    Raises `BadHeuristic` if the heuristic is not there or may not run, and what `Sandbox.search`
    raises.
    """
    assert level.heuristic is not None and level.heuristic.startswith(FILE_PREFIX)
    order = SearchOrder.of(
        game,
        position,
        level.searcher,
        level.limits,
        read_own(level.heuristic, game),
        strength=level.strength,
        seed=seed,
        compiled=_thinks_long(level),
    )
    return sandbox.search(order, stop, report, prepare)


def _thinks_long(level: Level) -> bool:
    """Return whether a compiled heuristic is worth the seconds that it takes to compile it."""
    return (level.strength or 0) >= LONG_STRENGTH or (level.seconds or 0.0) >= LONG_SECONDS

"""What is to be tuned, and how far it is: plain values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kalahloa.models.work.cancellation import Stop

if TYPE_CHECKING:
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.tuning.tuning import TuningProgress, TuningResult

DEFAULT_GAMES = 400
MAX_GAMES = 100_000


@dataclass(frozen=True)
class TuningOrder:
    """Weights that are to be tuned: those of the user's heuristic called `name`.

    `games`, `seed`, `nodes` and `from_library` are as in `TuningRecipe`.
    """

    game: str
    rules: Any
    name: str
    games: int = DEFAULT_GAMES
    seed: int = 1
    nodes: int = 1_000
    from_library: bool = False


@dataclass(frozen=True)
class TuningNews:
    """What request `number` has to tell; with `finished` no more will follow.

    `source` is the heuristic as it was read.  `error` is a sentence if it failed.
    """

    number: int
    source: "HeuristicSource | None" = None
    progress: "TuningProgress | None" = None
    result: "TuningResult | None" = None
    finished: bool = False
    error: str = field(default="")


@dataclass(frozen=True)
class TuningRequest:
    """A request to tune what `order` says; `open_library` is for games of the library."""

    number: int
    order: TuningOrder
    workers: int
    open_library: Callable[[], Any] | None = None
    stop: Stop = field(default_factory=Stop)

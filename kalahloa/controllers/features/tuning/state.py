"""What is to be tuned: plain values."""

from dataclasses import dataclass
from typing import Any

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

"""Which weights are tuned, and on what."""

from dataclasses import dataclass
from typing import Any

from kalahloa.models.text.options import option


@dataclass(frozen=True, slots=True)
class TuningRecipe:
    """How the data are made, and from what; the same recipe gives the same data.

    `games` games are played by the engine at `nodes` nodes a move, after openings of `plies` random
    moves (fewer in short games), or, `from_library`, taken from there.  Of each, `per_game`
    positions are used at most; `seed` determines all choices.  A share of the games is held out:
    they measure, and teach nothing.
    """

    games: int = option(400, 1, 100_000, "number of games to learn from", "The number of games")
    seed: int = option(1, 0, 999_999_999, "seed of the openings and of all choices", "The seed")
    nodes: int = option(
        1_000, 1, 10_000_000, "nodes per move of the engine that plays", "The number of nodes"
    )
    plies: int = 6
    per_game: int = 16
    from_library: bool = option(
        False, name="library", about="learn from the games of the library instead"
    )


@dataclass(frozen=True)
class TuningOrder:
    """Weights that are to be tuned: those of the user's heuristic called `name`."""

    game: str
    rules: Any
    name: str
    recipe: TuningRecipe

"""Positions to compare searchers on: the game's benchmark, or a sample from random play."""

from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.search.comparison import Sample
from kalahloa.models.search.comparison_bounds import DEFAULT_SEED


def bench_samples(game: Game) -> tuple[Sample, ...]:
    """Return the positions of the game's benchmark, each under its own rules; perhaps none."""
    return tuple(Sample(game.rulebook.read(one.preset), one.position) for one in game.bench)


def random_samples(
    rules: Any, count: int, seed: int = DEFAULT_SEED, start: str | None = None
) -> tuple[Sample, ...]:
    """Return *count* positions that come up in random play from *start*, the same for one *seed*.

    *start* is a position string, None for the game's own; its game must not be over.  Nor is the
    game over in any of the positions.
    """
    return tuple(Sample(rules, start, seed=f"{seed}/{number}") for number in range(count))

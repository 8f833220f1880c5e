"""The examples: heuristics that come with the program, from bad to good."""

from functools import cache

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.file_names import SUFFIX
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.resources import resource

FOLDER = "heuristics"


@cache
def examples(game: str) -> tuple[HeuristicSource, ...]:
    """Return the examples of the game with the key *game*, the worst first; there may be none.

    They are the files ``heuristics/GAME/NAME.py`` of the resources, in the order of
    `FeatureSet.examples`; others come first.
    """
    try:
        folder = resource(FOLDER, game)
    except FileNotFoundError:
        return ()
    features = find_game(game).features
    order = () if features is None else features.examples
    found = [
        HeuristicSource(path.stem, game, path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob(f"*{SUFFIX}"))
    ]
    ranks = {name: rank for rank, name in enumerate(order)}
    return tuple(sorted(found, key=lambda example: ranks.get(example.name, -1)))

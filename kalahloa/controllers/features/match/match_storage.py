"""What is done with kept matches, on a thread: they are listed, and games opened and kept."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kalahloa.controllers.features.match.state import Stock
from kalahloa.controllers.saving.game_files import sgf_text
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.match.games import Versions, library_game, record_of
from kalahloa.models.match.match import GamePlayed, MatchConfig, PairPlayed
from kalahloa.models.match.match_store import list_matches, matches_folder
from kalahloa.models.text.errors import KalahloaError


def stock(key: str) -> Stock:
    """Return what there is of the game called *key*."""
    game = find_game(key)
    matches = tuple(one for one in list_matches(matches_folder()) if one.game == key)
    store = HeuristicStore()
    own, with_weights = [], []
    for name in store.names(key):
        own.append(name)
        with suppress(KalahloaError):
            if store.load(key, name).weights:
                with_weights.append(name)
    built_in = tuple(heuristic.name for heuristic in game.heuristics)
    return Stock(key, matches, tuple(own), tuple(with_weights), built_in)


def keep_version(source: HeuristicSource) -> str:
    """Keep *source* under a name that is free; return that."""
    store = HeuristicStore()
    name = store.free_name(source.game, source.name)
    store.save(HeuristicSource(name, source.game, source.text))
    return name


def game_text(
    config: MatchConfig, versions: Versions, number: int, swapped: bool, game: GamePlayed
) -> str:
    """Return *game*, of pair *number*, in SGF."""
    return sgf_text([record_of(config, number, swapped, game, versions)])


def write_match_games(
    config: MatchConfig,
    versions: Versions,
    pairs: tuple[PairPlayed, ...],
    first: int,
    open_library: Callable[[], Any],
) -> int:
    """Write the games of *pairs* into the library; return how many they are."""
    games = [
        library_game(config.beginning(pair.start), first + index, bool(swapped), game, versions)
        for index, pair in enumerate(pairs)
        for swapped, game in enumerate(pair.games)
    ]
    with open_library() as library, library.together():
        library.add_many(games)
    return len(games)

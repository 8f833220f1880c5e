"""The games that can be played: the built-in ones, and those of installed plug-ins."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from kalahloa.models.errors import UnknownName
from kalahloa.models.game import Game
from kalahloa.models.quotation import quote, shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "kalahloa.games"
_OWN = {
    "loa": "kalahloa.models.games.loa.game",
    "kalah": "kalahloa.models.games.kalah.game",
    "tictactoe": "kalahloa.models.games.tictactoe.game",
}


@cache
def plugin_entry_points() -> dict[str, "EntryPoint"]:
    """Return the entry points of plug-in games, by key."""
    from importlib.metadata import entry_points  # slow to import, and often not needed

    return {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}


def game_keys() -> list[str]:
    """Return the keys of all games, the built-in ones first."""
    return [*_OWN, *(key for key in sorted(plugin_entry_points()) if key not in _OWN)]


def own_games() -> list[Game]:
    """Return the built-in games."""
    return [find_game(key) for key in _OWN]


@cache
def find_game(key: str) -> Game:
    """Return the game called *key*, which is imported when it is first asked for.

    Raises `UnknownName` if there is no such game, or if a plug-in does not load.
    """
    name = key.strip().lower()
    if name in _OWN:
        return import_module(_OWN[name]).GAME
    plugins = plugin_entry_points()
    if name in plugins:
        return _load_plugin(name, plugins[name])
    raise UnknownName(f"There is no game '{quote(key)}'; there are: {', '.join(game_keys())}.")


def _load_plugin(key: str, point: "EntryPoint") -> Game:
    """Return the game of the entry point called *key*; raise `UnknownName` if it is unusable."""
    try:
        game = point.load()
    except Exception as error:  # a plug-in may raise anything
        problem = f"{type(error).__name__}: {shorten(error)}"
        raise UnknownName(f"The game '{quote(key)}' cannot be loaded: {problem}") from error
    if not isinstance(game, Game):
        problem = f"its entry point is no Game, but a {type(game).__name__}."
        raise UnknownName(f"The game '{quote(key)}' cannot be loaded: {problem}")
    return game


@dataclass(frozen=True, slots=True)
class LoadableGames:
    """The games that load, and a sentence on each plug-in that does not."""

    games: tuple[Game, ...]
    problems: tuple[str, ...]


def loadable_games() -> LoadableGames:
    """Return all games, the built-in ones first; a broken plug-in does not hide the others."""
    games = []
    problems = []
    for key in game_keys():
        try:
            games.append(find_game(key))
        except UnknownName as error:
            problems.append(str(error))
    return LoadableGames(tuple(games), tuple(problems))

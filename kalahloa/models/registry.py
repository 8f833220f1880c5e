"""The games that can be played: the three of the house, and those of installed plug-ins."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from kalahloa.models.errors import UnknownName
from kalahloa.models.game import Game
from kalahloa.models.quotation import quote

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
    """Return the entry points of games from outside, by key."""
    from importlib.metadata import entry_points  # slow to import, and often not needed

    return {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}


def game_keys() -> list[str]:
    """Return the keys of all games, the house's own first."""
    return [*_OWN, *(key for key in sorted(plugin_entry_points()) if key not in _OWN)]


def own_games() -> list[Game]:
    """Return the house's own games, imported if they were not before."""
    return [find_game(key) for key in _OWN]


@cache
def find_game(key: str) -> Game:
    """Return the game called *key*; raise `UnknownName` if there is none.

    Games are imported when they are first asked for.
    """
    name = key.strip().lower()
    if name in _OWN:
        return import_module(_OWN[name]).GAME
    plugins = plugin_entry_points()
    if name in plugins:
        return plugins[name].load()
    raise UnknownName(f"There is no game '{quote(key)}'; there are: {', '.join(game_keys())}.")

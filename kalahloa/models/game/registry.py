"""The available games: the built-in ones, and those of installed plug-ins."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kalahloa.lazy_imports import LazyModule
from kalahloa.models.game.game import Game
from kalahloa.models.game.plugins import PluginFailed, load_plugin, plugins
from kalahloa.models.text.errors import UnknownName
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "kalahloa.games"
_OWN = {
    key: LazyModule(f"kalahloa.models.games.{key}.game") for key in ("loa", "kalah", "tictactoe")
}


@cache
def plugin_entry_points() -> dict[str, "EntryPoint"]:
    """Return the entry points of the group `ENTRY_POINT_GROUP`, by game key."""
    return {point.name: point for point in plugins(ENTRY_POINT_GROUP)}


def game_keys() -> list[str]:
    """Return the keys of all games, the built-in ones first."""
    return [*_OWN, *(key for key in sorted(plugin_entry_points()) if key not in _OWN)]


def own_games() -> list[Game]:
    """Return the built-in games."""
    return [find_game(key) for key in _OWN]


@cache
def find_game(key: str) -> Game:
    """Return the game with *key*, ignoring case; it is imported on the first call.

    Raises `UnknownName` if there is no such game or its plug-in cannot be loaded.
    """
    name = key.strip().lower()
    if name in _OWN:
        return _OWN[name].GAME
    plugins = plugin_entry_points()
    if name in plugins:
        return _load_plugin(name, plugins[name])
    raise UnknownName(
        QT_TRANSLATE_NOOP("Models", "There is no game '{key}'; choose one of: {known}.").format(
            key=quote(key), known=", ".join(game_keys())
        )
    )


@cache
def known_game(key: str) -> Game | None:
    """Return the game with *key*; None if there is none, or it cannot be loaded."""
    with suppress(UnknownName):
        return find_game(key)
    return None


def _load_plugin(key: str, point: "EntryPoint") -> Game:
    """Return the game of entry point *point*; raise `UnknownName` if it cannot be loaded."""
    try:
        game = load_plugin(point)
    except PluginFailed as error:
        problem = str(error)
        raise UnknownName(
            QT_TRANSLATE_NOOP("Models", "The game '{key}' cannot be loaded: {problem}").format(
                key=quote(key), problem=problem
            )
        ) from error
    if not isinstance(game, Game):
        problem = QT_TRANSLATE_NOOP("Models", "its entry point is not a Game but a {kind}.").format(
            kind=type(game).__name__
        )
        raise UnknownName(
            QT_TRANSLATE_NOOP("Models", "The game '{key}' cannot be loaded: {problem}").format(
                key=quote(key), problem=problem
            )
        )
    return game


@dataclass(frozen=True, slots=True)
class LoadableGames:
    """The games that can be loaded, and an error message for each plug-in that cannot."""

    games: tuple[Game, ...]
    problems: tuple[str, ...]


def loadable_games() -> LoadableGames:
    """Load all games, the built-in ones first; never raises for a broken plug-in."""
    games = []
    problems = []
    for key in game_keys():
        try:
            games.append(find_game(key))
        except UnknownName as error:
            problems.append(str(error))
    return LoadableGames(tuple(games), tuple(problems))

"""Graphical boards: one view per game, built-in ones and those of installed plug-ins."""

import logging
from collections.abc import Callable
from functools import cache

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.plugins import PluginFailed, load_plugin, plugins
from kalahloa.views.boards.board_view import BoardView

with lazy_imports():
    from kalahloa.views.boards import kalah_board, loa_board, tictactoe_board

ENTRY_POINT_GROUP = "kalahloa.boards"
_log = logging.getLogger(__name__)
_OWN: dict[str, Callable[[], type[BoardView]]] = {
    "loa": lambda: loa_board.LoaBoardView,
    "kalah": lambda: kalah_board.KalahBoardView,
    "tictactoe": lambda: tictactoe_board.TicTacToeBoardView,
}


@cache
def board_class(game_key: str) -> type[BoardView] | None:
    """Return the board view of the game called *game_key*, or None if it has none.

    One that cannot be loaded is none; what was wrong with it is in the log.
    """
    if game_key in _OWN:
        return _OWN[game_key]()
    for point in plugins(ENTRY_POINT_GROUP):
        if point.name == game_key:
            try:
                return load_plugin(point)
            except PluginFailed as error:
                _log.warning("The board of %s cannot be loaded: %s", game_key, error)
    return None


def board_overlays(game_key: str) -> tuple[Overlay, ...]:
    """Return the overlays of the board view of the game called *game_key*."""
    made = board_class(game_key)
    return () if made is None else made.overlays

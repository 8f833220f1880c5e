"""Play and study Lines of Action, Kalah and tic-tac-toe.

From Python, this is all there is to import:

>>> import kalahloa
>>> board = kalahloa.kalah(pits=4, stones=3)
>>> board.play("2-4", "1")
<Board kalah, 3 plies, North to move>
>>> board.undo().legal_moves
('1', '2', '3', '4')
>>> board.solve().text
'−6'

Nothing of it needs Qt.  A board shows itself in a notebook, as text by ``print`` and as a picture
by `Board.svg`.  What is wrong raises a `KalahloaError` whose text is a sentence.
"""

from kalahloa.version import __version__

TYPE_CHECKING = False  # without `typing`, which `kalahloa --version` would import for it alone
if TYPE_CHECKING:
    from typing import Any

    from kalahloa.models.api.board import Board, kalah, loa, new, tictactoe
    from kalahloa.models.api.files import parse, read, read_all
    from kalahloa.models.api.saved_games import SavedGames as Library
    from kalahloa.models.text.errors import KalahloaError

__all__ = [
    "Board",
    "KalahloaError",
    "Library",
    "__version__",
    "kalah",
    "loa",
    "new",
    "parse",
    "read",
    "read_all",
    "tictactoe",
]

_PLACES = {
    **dict.fromkeys(("Board", "kalah", "loa", "new", "tictactoe"), ("api.board", "")),
    **dict.fromkeys(("parse", "read", "read_all"), ("api.files", "")),
    "Library": ("api.saved_games", "SavedGames"),
    "KalahloaError": ("text.errors", ""),
}
"""The module below `kalahloa.models` that has each name, and its name there if it is another."""


def __getattr__(name: str) -> "Any":
    """Import *name* when it is first used: the window and the command line start without."""
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, other = _PLACES[name]
    value = getattr(import_module(f"{__name__}.models.{module}"), other or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

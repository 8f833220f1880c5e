"""The library of saved games, for programs."""

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from kalahloa.models.api.board import Board
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.library.library import Library
from kalahloa.models.library.query import ALL, Query
from kalahloa.models.storage.user_data import library_path

_AT_ONCE = 500


class SavedGames:
    """The games that the window saves, or those of another library file.

    Used in a ``with`` statement it is closed at the end.  The program may be running meanwhile.
    Raises a `LibraryUnavailable` where the file cannot be used.

    >>> import kalahloa, pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> with kalahloa.Library(pathlib.Path(folder.name, "games.db")) as library:
    ...     board = kalahloa.loa().play("b1-h1")
    ...     board.players = ("Ada", "Grace")
    ...     number = library.add(board)
    ...     [game.players for game in library.find("ada")]
    ...     library.board(number).moves
    [('Ada', 'Grace')]
    ('b1-h1',)
    >>> folder.cleanup()
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Open the library at *path*, by default the user's own; it is created if missing."""
        self._library = Library.open(library_path() if path is None else Path(path))

    def __len__(self) -> int:
        """Return how many games there are, without those in the trash."""
        return self._library.count()

    def __iter__(self) -> Iterator[GameHeader]:
        """Yield what is known of each game, that changed last first."""
        return self._found(ALL)

    def find(
        self, words: str = "", *, game: str = "", player: str = "", result: str = ""
    ) -> Iterator[GameHeader]:
        """Yield the games with all of these, that changed last first; what is empty is any.

        *words* are looked for in names, details, tags and comments, *player* in names, inside
        words too, and whatever their case and accents; *game* is a key such as ``loa``, *result*
        ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.  Raises `BadQuery` for a text without letters and
        signs.
        """
        games, results = ((game,) if game else ()), ((result,) if result else ())
        return self._found(Query(words=words, games=games, player=player, results=results))

    def _found(self, query: Query) -> Iterator[GameHeader]:
        ids = self._library.ids(query, "modified", True, self._library.count(query), 0)
        for start in range(0, len(ids), _AT_ONCE):
            yield from self._library.headers(ids[start : start + _AT_ONCE])

    def board(self, number: int) -> Board:
        """Return the game with the *number* that is its `GameHeader.id`, where it was left.

        What is done on the board is not saved.  Raises `UnknownGame`.
        """
        return Board(self._library.load(number).to_record())

    def add(self, board: Board) -> int:
        """Save the game on *board* as a new one, and return its number."""
        return self._library.add(board.record, source="python")

    def close(self) -> None:
        """Close the library; may be called twice."""
        self._library.close()

    def __enter__(self) -> "SavedGames":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

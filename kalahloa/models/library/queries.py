"""What a library is asked for: searches and statistics.

What finds it is imported when it is first asked for: a game is opened without.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library.database import Connection
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.library.headers import read_headers
from kalahloa.models.library.query import ALL, Query
from kalahloa.models.work.cancellation import never

with lazy_imports():
    from kalahloa.models.library import mistakes as mistakes_module
    from kalahloa.models.library import openings as openings_module
    from kalahloa.models.library import own_mistakes as own_mistakes_module
    from kalahloa.models.library import search as library_search
    from kalahloa.models.library import statistics

if TYPE_CHECKING:
    from kalahloa.models.library.selection import Selection
    from kalahloa.models.study.training.deck import DeckItem


class LibraryQueries:
    """The part of a `Library` that finds games and tells how they have ended."""

    _database: Connection

    def _reading(self) -> AbstractContextManager[None]:
        """Return the context in which the database is read."""
        raise NotImplementedError

    def search(
        self,
        query: Query = ALL,
        sort: str = "modified",
        descending: bool = True,
        limit: int = 100,
        offset: int = 0,
    ) -> list[GameHeader]:
        """Return the headers of the games that *query* finds, from *offset*, at most *limit*.

        *sort* is one of `search.SORTS`, or `search.ACCURACY`; others raise `ValueError`.
        """
        with self._reading():
            ids = library_search.find_ids(self._database, query, sort, descending, limit, offset)
            return read_headers(self._database, ids)

    def ids(self, query: Query, sort: str, descending: bool, limit: int, offset: int) -> list[int]:
        """Return the ids of the games that `search` finds, for far less."""
        with self._reading():
            return library_search.find_ids(self._database, query, sort, descending, limit, offset)

    def count(self, query: Query = ALL) -> int:
        """Return how many games *query* finds."""
        with self._reading():
            return library_search.count_games(self._database, query)

    def totals(self, query: Query = ALL) -> "library_search.Totals":
        """Return how the games that *query* finds have ended."""
        with self._reading():
            return library_search.sum_up(self._database, query)

    def player_totals(self, query: Query) -> "library_search.PlayerTotals | None":
        """Return how the player of *query* has done; see `search.sum_up_player`."""
        with self._reading():
            return library_search.sum_up_player(self._database, query)

    # -- statistics ----------------------------------------------------------------------------

    def results(self, selection: "Selection") -> "statistics.PlayerResults":
        """Return how the player of *selection* has done; see `statistics.results`."""
        with self._reading():
            return statistics.results(self._database, selection)

    def openings(
        self, selection: "Selection", stopped: Callable[[], bool] = never
    ) -> "openings_module.LibraryOpenings":
        """Return how the player of *selection* has done by opening; see `openings.openings`."""
        with self._reading():
            return openings_module.openings(self._database, selection, stopped=stopped)

    def rated_games(self, selection: "Selection") -> "tuple[statistics.RatedGame, ...]":
        """Return the accuracies of the games of *selection*; see `statistics.rated_games`."""
        with self._reading():
            return statistics.rated_games(self._database, selection)

    def mistakes(
        self, selection: "Selection", stopped: Callable[[], bool] = never
    ) -> "mistakes_module.Mistakes":
        """Return where the player of *selection* errs; see `mistakes.mistakes`."""
        with self._reading():
            return mistakes_module.mistakes(self._database, selection, stopped)

    def own_mistakes(self, stopped: Callable[[], bool] = never) -> "tuple[DeckItem, ...]":
        """Return the user's own mistakes in reviewed games; see `own_mistakes.own_mistakes`."""
        with self._reading():
            return own_mistakes_module.own_mistakes(self._database, stopped)

    def known_name(self, name: str) -> str:
        """Return *name* as games have it; see `statistics.known_name`."""
        with self._reading():
            return statistics.known_name(self._database, name)

    def player_names(self) -> "tuple[statistics.PlayerName, ...]":
        """Return the names of humans; see `statistics.player_names`."""
        with self._reading():
            return statistics.player_names(self._database)

    def tags_of(self, games: Sequence[int]) -> dict[str, int]:
        """Return how many of *games* have each tag that one of them has, by the tags' order."""
        with self._reading():
            return dict(
                self._database.execute(
                    "SELECT tag, count(*) FROM tags WHERE game IN (SELECT value FROM json_each(?))"
                    " GROUP BY tag ORDER BY tag",
                    (json.dumps(list(games)),),
                )
            )

    def counts(self) -> "library_search.GameCounts":
        """Return how many games there are of each game, with each result, and with each tag."""
        with self._reading():
            return library_search.count_all(self._database)

"""Keeps the games of a match in the library while it is played."""

from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from kalahloa.cli.failures import Failed
from kalahloa.cli.library.place import in_failures
from kalahloa.models.text.errors import LibraryUnavailable

if TYPE_CHECKING:
    from kalahloa.models.library.game_rows import NewGame
    from kalahloa.models.match.games import Versions
    from kalahloa.models.match.match import MatchResult

GAMES_AT_ONCE = 200
SECONDS = 5.0
"""After so many games, or so long, those that were played are written."""


class MatchSaver:
    """A context manager that writes the games of a match some at a time.

    Where they cannot be written, the match goes on, and they are tried again with the next ones.
    """

    def __init__(self, pairs: int = 0) -> None:
        """The first *pairs* pairs are not kept: an earlier run has played them."""
        self._waiting: list[NewGame] = []
        self._pairs = pairs
        self._saved = 0
        self._tried_at = monotonic()
        self._versions: Versions | None = None

    def __enter__(self) -> "MatchSaver":
        """Look before the match whether the library can be used; raise `Failed` if not."""
        with in_failures():
            self._write()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is left open."""

    @property
    def sentence(self) -> str:
        """How much was kept."""
        return f"Saved {self._saved:,} games of the match in the library."

    def save_new(self, result: "MatchResult") -> None:
        """Keep the games of *result* that are new since the last call."""
        from kalahloa.models.match.games import library_game

        if self._versions is None:
            self._versions = _versions_of(result)
        for number in range(self._pairs, len(result.pairs)):
            pair = result.pairs[number]
            config = result.config.beginning(pair.start)
            for swapped, game in enumerate(pair.games):
                self._waiting.append(
                    library_game(config, number, bool(swapped), game, self._versions)
                )
        self._pairs = len(result.pairs)
        is_late = monotonic() - self._tried_at >= SECONDS
        if is_late or len(self._waiting) >= GAMES_AT_ONCE:
            # If it fails it is tried again later, and told at the end.
            with suppress(LibraryUnavailable):
                self._write()

    def finish(self) -> None:
        """Write what is still to be written; raise `Failed` if that is not possible."""
        try:
            self._write()
        except LibraryUnavailable as error:
            count = len(self._waiting)
            raise Failed(f"{error} {count:,} games of the match are not saved.") from error

    def _write(self) -> None:
        from kalahloa.models.library.library import Library
        from kalahloa.models.storage.user_data import library_path

        self._tried_at = monotonic()
        # Opened anew, as another program may have repaired it meanwhile.
        with Library.open(library_path()) as library, library.together():
            library.add_many(self._waiting)
        self._saved += len(self._waiting)
        self._waiting = []


def _versions_of(result: "MatchResult") -> "Versions":
    """Return which versions of the user's heuristics play."""
    from kalahloa.models.heuristics.played_version import PlayedVersions

    known, config = PlayedVersions(), result.config
    return known.of(config.first.source), known.of(config.second.source)

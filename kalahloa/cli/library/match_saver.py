"""Keeps the games of a match in the library while it is played."""

from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from kalahloa.cli.failures import Failed
from kalahloa.cli.library.place import in_failures
from kalahloa.models.errors import LibraryUnavailable

if TYPE_CHECKING:
    from kalahloa.models.library.rows import NewGame
    from kalahloa.models.match.match import GamePlayed, MatchConfig, MatchResult

GAMES_AT_ONCE = 200
SECONDS = 5.0
"""After so many games, or so long, those that were played are written."""
TAG = "match"


class MatchSaver:
    """A context manager that writes the games of a match some at a time.

    Where they cannot be written, the match goes on, and they are tried again with the next ones.
    """

    def __init__(self) -> None:
        self._waiting: list[NewGame] = []
        self._pairs = 0
        self._saved = 0
        self._tried_at = monotonic()

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
        return f"{self._saved:,} games of the match are in the library."

    def take(self, result: "MatchResult") -> None:
        """Keep the games of *result* that are new since the last call."""
        for number in range(self._pairs, len(result.pairs)):
            for swapped, game in enumerate(result.pairs[number].games):
                self._waiting.append(_new_game(result.config, number, bool(swapped), game))
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
            raise Failed(f"{error} {count:,} games of the match are not kept.") from error

    def _write(self) -> None:
        from kalahloa.models.library.library import Library
        from kalahloa.models.user_data import library_path

        self._tried_at = monotonic()
        # Opened anew, as another program may have repaired it meanwhile.
        with Library.open(library_path()) as library, library.together():
            library.add_many(self._waiting)
        self._saved += len(self._waiting)
        self._waiting = []


def _new_game(config: "MatchConfig", number: int, swapped: bool, game: "GamePlayed") -> "NewGame":
    """Return a game of pair *number* for the library; the second of a pair is *swapped*."""
    from kalahloa.models.library.rows import NewGame
    from kalahloa.models.record import Entry, Record
    from kalahloa.models.registry import find_game

    participants = (config.first.text, config.second.text)
    players = (participants[swapped], participants[not swapped])
    details = {
        "event": f"Match: {participants[0]} – {participants[1]}",
        "round": f"{number + 1}.{1 + swapped}",
    }
    if game.cut_off or game.on_time:
        points = 1 - game.points if swapped else game.points
        details["result"] = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}[float(points)]
    if game.on_time:
        details["termination"] = "time"
    record = Record(find_game(config.game), config.rules, config.start, players, details=details)
    record.grow([Entry(parent, text) for parent, text in enumerate(game.moves)])
    record.jump(len(game.moves))
    return NewGame.of(record, source="match", tags=(TAG,))

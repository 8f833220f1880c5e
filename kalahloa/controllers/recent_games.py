"""What a list of recent games shows of each."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kalahloa.controllers.game_files import read_plain, read_players
from kalahloa.models.cancellation import Stop
from kalahloa.models.errors import BadFile
from kalahloa.models.quotation import quote

_RESULTS = ("1-0", "0-1", "1/2-1/2")


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A saved game: its file, and facts for display.

    `game` is the game's key; `players` are the names of the players, or what plays; `result` is
    ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; `moves` is the number of plies in the current line, and
    `date` the local time of the last change.
    """

    path: Path
    game: str
    players: tuple[str, str]
    result: str
    moves: int
    date: datetime


class RecentFacts:
    """Reads the facts of game files, and remembers them until a file changes."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, int], RecentGame | None]] = {}

    def read(self, path: Path, stop: Stop) -> RecentGame | None:
        """Return the facts of the file at *path*, or None if it is not a readable game.

        The moves are not checked.  Raises `ReadingStopped` if *stop* is set.
        """
        try:
            facts = path.stat()
        except OSError:
            return None
        version = (facts.st_mtime_ns, facts.st_size)
        known = self._known.get(path)
        if known is None or known[0] != version:
            known = version, _read(path, datetime.fromtimestamp(facts.st_mtime), stop)
            self._known[path] = known
        return known[1]

    def forget_others(self, paths: list[Path]) -> None:
        """Forget all files except *paths*."""
        self._known = {path: self._known[path] for path in paths if path in self._known}


def _read(path: Path, date: datetime, stop: Stop) -> RecentGame | None:
    try:
        plain = read_plain(path, stop)
        first, second = (
            quote(name or player.title)
            for name, player in zip(plain["players"], read_players(plain), strict=True)
        )
        result = plain["result"] if plain["result"] in _RESULTS else "*"
        return RecentGame(path, quote(plain["game"]), (first, second), result, _moves(plain), date)
    except (BadFile, KeyError, IndexError, TypeError, ValueError, AttributeError):
        return None


def _moves(plain: dict[str, Any]) -> int:
    """Return the number of plies in the current line of the record *plain*.

    Raises one of several exceptions if *plain* is damaged.
    """
    parents = [0, *(int(entry["parent"]) for entry in plain["nodes"])]
    if any(not 0 <= parent < number for number, parent in enumerate(parents) if number):
        raise ValueError("A parent comes before its children.")
    followed = {parents[number]: number for number in plain["followed"]}
    moves = 0
    node = plain["current"]
    while node:
        node = parents[node]
        moves += 1
    node = plain["current"]
    while (node := followed.get(node, 0)) != 0:
        moves += 1
    return moves

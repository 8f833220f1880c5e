"""What a list of recent games shows of each."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A game of the library: its id, and facts for display.

    `game` is the game's key; `players` are the names of the players, or what plays; `result` is
    ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; `moves` is the number of plies in the current line, and
    `date` the local time of the last change.
    """

    id: int
    game: str
    players: tuple[str, str]
    result: str
    moves: int
    date: datetime

"""The index of positions: which games came to one, and how they went on."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

_SIGN = 1 << 63
_WORD = 1 << 64


@lru_cache(maxsize=1024)
def salt_of(game: str, rules: str) -> int:
    """Return a 64-bit number for the game with this key under *rules* (canonical JSON)."""
    return int.from_bytes(blake2b(f"{game}\0{rules}".encode(), digest_size=8).digest(), "little")


def key_of(position_hash: int, salt: int) -> int:
    """Return the key of a position in the index: a signed 64-bit number."""
    key = position_hash ^ salt
    return key - _WORD if key & _SIGN else key


@dataclass(frozen=True, slots=True)
class MoveCount:
    """How often a move was played in a position, and how these games ended.

    `count` includes variations, and games that are not over; the others are of games whose line
    with the result has the move.  `mean_score` is the first side's, None if no game is over.
    """

    text: str
    count: int
    first_wins: int
    draws: int
    second_wins: int
    mean_score: float | None

"""The index of positions: which games came to one, and how they went on."""

import sqlite3
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

_SIGN = 1 << 63
_WORD = 1 << 64


@lru_cache(maxsize=1024)
def salt_of(game: str, rules: str) -> int:
    """Return a 64-bit number for the game with this key under *rules* (canonical JSON)."""
    return int.from_bytes(blake2b(f"{game}\0{rules}".encode(), digest_size=8).digest(), "little")


def index_key(position_hash: int, salt: int) -> int:
    """Return the key of a position in the index: a signed 64-bit number."""
    key = position_hash ^ salt
    return key - _WORD if key & _SIGN else key


@dataclass(frozen=True, slots=True)
class MoveCount:
    """How often a move was played in a position, and how these games ended.

    `count` includes variations, and games that are not over; the others are of games whose main
    line has the move.  `mean_score` is the first side's, None if no game is over.
    """

    text: str
    count: int
    first_wins: int
    draws: int
    second_wins: int
    mean_score: float | None


def moves_at(database: sqlite3.Connection, key: int) -> list[MoveCount]:
    """Return the moves played in the position with *key* in the index, the most frequent first."""
    rows = database.execute(
        "SELECT text, count(*), count(winner), total(winner), total(winner = 0), avg(score)"
        " FROM positions WHERE key = ? AND text > '' GROUP BY text",
        (key,),
    )
    return sorted(
        (
            MoveCount(
                text,
                count,
                int(ended - draws + balance) // 2,
                int(draws),
                int(ended - draws - balance) // 2,
                mean,
            )
            for text, count, ended, balance, draws, mean in rows
        ),
        key=_most_frequent_first,
    )


def _most_frequent_first(move: MoveCount) -> tuple[int, str]:
    return -move.count, move.text


def games_at(database: sqlite3.Connection, key: int) -> list[int]:
    """Return the ids of the games that came to the position with *key* in the index."""
    return [
        game
        for (game,) in database.execute(
            "SELECT DISTINCT game FROM positions WHERE key = ? ORDER BY game", (key,)
        )
    ]


def moves_from(database: sqlite3.Connection, key: int) -> list[str]:
    """Return the different moves in the index from the position with *key*.

    The empty text is one of them if the position is the end of a line.  Each is looked up after the
    one before, which takes no longer where there are many games.
    """
    return [
        text
        for (text,) in database.execute(
            "WITH RECURSIVE moves (text) AS ("
            "  SELECT min(text) FROM positions WHERE key = ?1"
            "  UNION ALL"
            "  SELECT (SELECT min(text) FROM positions WHERE key = ?1 AND text > moves.text)"
            "  FROM moves WHERE moves.text IS NOT NULL"
            ") SELECT text FROM moves WHERE text IS NOT NULL",
            (key,),
        )
    ]

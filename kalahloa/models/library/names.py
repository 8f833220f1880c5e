"""Names of players as they are stored: each with the key by which it sorts."""

import sqlite3

from kalahloa.models.library.headers import storable
from kalahloa.models.text.folding import sort_key

KEYS = tuple(
    f"ALTER TABLE games ADD COLUMN {name}_key TEXT NOT NULL DEFAULT ''"
    for name in ("first", "second")
)
DROP_INDEXES = ("DROP INDEX IF EXISTS games_by_first", "DROP INDEX IF EXISTS games_by_second")


def name_values(players: tuple[str, str]) -> dict[str, str]:
    """Return the values of the columns for the names of both *players*."""
    first, second = map(storable, players)
    return {
        "first": first,
        "second": second,
        "first_key": sort_key(first),
        "second_key": sort_key(second),
    }


def set_keys(database: sqlite3.Connection) -> None:
    """Write the keys of all names, within a transaction."""
    names = database.execute("SELECT id, first, second FROM games").fetchall()
    database.executemany(
        "UPDATE games SET first_key = ?, second_key = ? WHERE id = ?",
        ((sort_key(first), sort_key(second), game) for game, first, second in names),
    )

"""What the engine has found at the nodes of games, kept so that it is there at once."""

import json
import sqlite3
from collections.abc import Mapping

from kalahloa.models.library.rows import Json, to_text

MAX_ANALYSIS_TEXT = 20_000
"""Longer ones are not kept, in characters."""
# `plain` is JSON; its content is known where it is made.
TABLE = """
    CREATE TABLE analyses (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        node INTEGER NOT NULL,
        plain TEXT NOT NULL,
        PRIMARY KEY (game, node)
    ) STRICT, WITHOUT ROWID
    """
COLUMNS = "game, node, plain"


def write_analyses(database: sqlite3.Connection, game: int, plains: Mapping[int, Json]) -> None:
    """Keep *plains*, by the stored numbers of nodes, within a transaction; older ones go.

    Nothing happens if there is no such game any longer.
    """
    if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
        return
    texts = {node: to_text(plain) for node, plain in plains.items()}
    database.executemany(
        f"INSERT OR REPLACE INTO analyses ({COLUMNS}) VALUES (?, ?, ?)",
        ((game, node, text) for node, text in texts.items() if len(text) <= MAX_ANALYSIS_TEXT),
    )


def read_analyses(database: sqlite3.Connection, game: int) -> dict[int, Json]:
    """Return what is kept of *game*, by the stored numbers of nodes, without what is damaged."""
    found: dict[int, Json] = {}
    for node, text in database.execute("SELECT node, plain FROM analyses WHERE game = ?", (game,)):
        try:
            found[node] = json.loads(text)
        except (ValueError, RecursionError):
            continue
    return found

"""What was found at the nodes of games, kept so that it is there at once.

There are two kinds: what the engine found at a position, and the review of the move that led there.
"""

import json
import sqlite3
from collections.abc import Mapping

from kalahloa.models.library.rows import Json, to_text

MAX_ANALYSIS_TEXT = 20_000
"""Longer ones are not kept, in characters."""
ANALYSES = "analyses"
REVIEWS = "reviews"
KINDS = (ANALYSES, REVIEWS)
"""The names of the tables."""
COLUMNS = "game, node, plain"


def table(kind: str) -> str:
    """Return the statement that creates the table of one of `KINDS`."""
    # `plain` is JSON; its content is known where it is made.
    return f"""
    CREATE TABLE {kind} (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        node INTEGER NOT NULL,
        plain TEXT NOT NULL,
        PRIMARY KEY (game, node)
    ) STRICT, WITHOUT ROWID
    """


def write_analyses(
    database: sqlite3.Connection, game: int, plains: Mapping[int, Json], kind: str = ANALYSES
) -> None:
    """Keep *plains*, by the stored numbers of nodes, within a transaction; older ones go.

    Nothing happens if there is no such game any longer.
    """
    if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
        return
    texts = {node: to_text(plain) for node, plain in plains.items()}
    database.executemany(
        f"INSERT OR REPLACE INTO {kind} ({COLUMNS}) VALUES (?, ?, ?)",
        ((game, node, text) for node, text in texts.items() if len(text) <= MAX_ANALYSIS_TEXT),
    )


def read_analyses(database: sqlite3.Connection, game: int, kind: str = ANALYSES) -> dict[int, Json]:
    """Return what is kept of *game*, by the stored numbers of nodes, without what is damaged."""
    found: dict[int, Json] = {}
    for node, text in database.execute(f"SELECT node, plain FROM {kind} WHERE game = ?", (game,)):
        try:
            found[node] = json.loads(text)
        except (ValueError, RecursionError):
            continue
    return found

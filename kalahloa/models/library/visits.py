"""Where each game was left, so that it opens there: all that looking at a game writes."""

import json
import sqlite3
from collections.abc import Sequence

COLUMNS = "game, node, line_end"
# The place is at `node`, and redo goes from there to `line_end`, the end of a line through it.
TABLE = """
    CREATE TABLE visits (
        game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        node INTEGER NOT NULL,
        line_end INTEGER NOT NULL
    ) STRICT
    """


def write_visit(database: sqlite3.Connection, game: int, node: int, line_end: int) -> None:
    """Keep that *game* was left at *node* of the line to *line_end*, within a transaction.

    Nothing happens if there is no such game any longer.
    """
    database.execute(
        f"INSERT OR REPLACE INTO visits ({COLUMNS}) SELECT id, ?, ? FROM games WHERE id = ?",
        (node, line_end, game),
    )


def read_visits(database: sqlite3.Connection, ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return where the games *ids* were left, as far as that is known: node and end of the line."""
    rows = database.execute(
        f"SELECT {COLUMNS} FROM visits WHERE game IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return {game: (node, line_end) for game, node, line_end in rows}

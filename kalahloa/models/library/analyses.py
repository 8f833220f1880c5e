"""What was found at the nodes of games, kept so that it is there at once.

There are two kinds: what the engine found at a position, and the review of the move that led there.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence

from kalahloa.models.library.game_rows import Json, to_text

MAX_ANALYSIS_TEXT = 20_000
"""Longer ones are not kept, in characters."""
ANALYSES = "analyses"
REVIEWS = "reviews"
KINDS = (ANALYSES, REVIEWS)
"""The names of the tables."""
COLUMNS = "game, node, plain"
# How accurately both sides have played a line of so many plies, in percent.
ACCURACIES = """
    CREATE TABLE accuracies (
        game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        plies INTEGER NOT NULL,
        first REAL,
        second REAL
    ) STRICT
    """
ACCURACY_COLUMNS = "game, plies, first, second"
Accuracies = tuple[float | None, float | None]
"""The accuracy of either side in percent; None without moves, or where it is not known."""


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
    database: sqlite3.Connection, game: int, values: Mapping[int, Json], kind: str = ANALYSES
) -> None:
    """Keep *values*, by the stored numbers of nodes, within a transaction; older ones go.

    Nothing happens if there is no such game any longer.
    """
    if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
        return
    texts = {node: to_text(data) for node, data in values.items()}
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


def write_accuracy(
    database: sqlite3.Connection, game: int, plies: int, accuracy: Accuracies
) -> None:
    """Keep the *accuracy* in a game's line of so many *plies*, within a transaction.

    Nothing happens if there is no such game any longer.
    """
    if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is not None:
        database.execute(
            f"INSERT OR REPLACE INTO accuracies ({ACCURACY_COLUMNS}) VALUES (?, ?, ?, ?)",
            (game, plies, *accuracy),
        )


def read_accuracies(
    database: sqlite3.Connection, ids: Sequence[int]
) -> dict[int, tuple[int, Accuracies]]:
    """Return what is kept of the games *ids*: the number of plies, and the accuracy in them."""
    return {
        game: (plies, (_percent(first), _percent(second)))
        for game, plies, first, second in database.execute(
            f"SELECT {ACCURACY_COLUMNS} FROM accuracies "
            "WHERE game IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
    }


def _percent(number: float | None) -> float | None:
    return number if number is not None and 0 <= number <= 100 else None

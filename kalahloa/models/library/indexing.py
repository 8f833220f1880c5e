"""The index of positions of games that come by the thousand: made when all are there, in its order.

Each position has its own place in the index, far from that of the next one.  To put the positions
of a few games there writes almost as many pages as there are moves; to put those of thousands there
in the order of their keys writes each page once.  Meanwhile such games stand in `unindexed`.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

from kalahloa.models.library.tree import WINNERS, IndexRow, Tree
from kalahloa.models.library.write_priority import is_wanted, make_way
from kalahloa.models.work.cancellation import never

HOLD_SECONDS = 0.01
"""A transaction that has gone on for so long writes no more rows."""
ROWS_AT_ONCE = 1_000
"""How many rows are written between two looks at the clock."""
NODES_AT_ONCE = 2_000_000
"""The rows of so many nodes are sorted at once, which needs some 150 MB."""

PlaceRow = tuple[int, str, int, int, int | None, int | None]
"""A row of the index of positions, with the game behind the move."""

Context = Callable[[], AbstractContextManager[None]]
"""Makes the context, a transaction, in which the database is read or written."""

_COLUMNS = "key, text, game, node, winner, score"
_VALUES = f"({_COLUMNS}) VALUES (?,?,?,?,?,?)"
_FACTS = "SELECT revision, result, score, current, trashed FROM games WHERE id = ?"


def write_places(database: sqlite3.Connection, places: list[PlaceRow]) -> None:
    """Add *places* to the index, within a transaction: sorted, so that a page is changed once."""
    places.sort(key=_place)
    database.executemany(f"INSERT INTO positions {_VALUES}", places)


def _place(row: PlaceRow) -> tuple[int, str, int, int]:
    return row[:4]


def index_later(database: sqlite3.Connection, games: Iterable[int]) -> None:
    """Have `index_rest` see to the new *games*, within a transaction."""
    database.executemany("INSERT INTO unindexed (game) VALUES (?)", ((game,) for game in games))


def has_unindexed(database: sqlite3.Connection) -> bool:
    """Return whether there are games whose positions are not in the index yet."""
    return database.execute("SELECT 1 FROM unindexed LIMIT 1").fetchone() is not None


def index_one(database: sqlite3.Connection, game: int) -> None:
    """Have the positions of *game* in the index before it is changed, within a transaction."""
    found = database.execute("DELETE FROM unindexed WHERE game = ? RETURNING 1", (game,))
    if found.fetchone() is not None:
        # Some of them may be there: `Indexing.write` was in the midst of it.
        database.executemany(f"INSERT OR IGNORE INTO positions {_VALUES}", _read(database, [game]))


def _read(database: sqlite3.Connection, games: Iterable[int]) -> list[PlaceRow]:
    """Return the rows of *games*, made of their trees."""
    places: list[PlaceRow] = []
    for game in games:
        row = database.execute(_FACTS, (game,)).fetchone()
        if row is not None and row[-1] is None:
            tree = Tree.read(database, game, row[:-1])
            places += placed(game, tree.index_rows())
    return places


def placed(game: int, rows: Sequence[IndexRow]) -> list[PlaceRow]:
    """Return *rows* of a tree as those of *game*."""
    return [(key, text, game, node, winner, score) for key, text, node, winner, score in rows]


class _Slab:
    """Games whose rows are sorted, and written, together; `nodes` is how many they have."""

    def __init__(self) -> None:
        self.games: list[int] = []
        self.nodes = 0


def index_rest(
    database: sqlite3.Connection,
    reading: Context,
    writing: Context,
    stopped: Callable[[], bool] = never,
) -> bool:
    """Have the positions of all games in the index; return whether that is done.

    It is not once *stopped* has returned True; the next call goes on.  Not within a transaction:
    there are many, between which others can write.
    """
    with reading():
        found = database.execute(
            "SELECT id, node_count FROM unindexed JOIN games ON id = unindexed.game ORDER BY id"
        ).fetchall()
    slabs = [_Slab()]
    for game, nodes in found:
        if slabs[-1].nodes + nodes > NODES_AT_ONCE and slabs[-1].games:
            slabs.append(_Slab())
        slabs[-1].games.append(game)
        slabs[-1].nodes += nodes
    database.execute(
        "CREATE TEMP TABLE IF NOT EXISTS slab (game INTEGER PRIMARY KEY, last INTEGER,"
        " is_line INTEGER, winner INTEGER, score INTEGER) STRICT"
    )
    database.execute(
        "CREATE TEMP TABLE IF NOT EXISTS ordered (key INTEGER, text TEXT, game INTEGER,"
        " node INTEGER, winner INTEGER, score INTEGER) STRICT"
    )
    try:
        return all(_index(database, slab.games, reading, writing, stopped) for slab in slabs)
    finally:
        _clear(database)


def _clear(database: sqlite3.Connection) -> None:
    for table in ("slab", "ordered"):
        database.execute(f"DELETE FROM temp.{table}")


def _index(
    database: sqlite3.Connection,
    games: Sequence[int],
    reading: Context,
    writing: Context,
    stopped: Callable[[], bool],
) -> bool:
    """Have the positions of *games* in the index; return whether that is done."""
    _clear(database)
    _sort(database, games, reading)
    (rows,) = database.execute("SELECT max(rowid) FROM ordered").fetchone()
    done = 0
    while done < (rows or 0):
        if stopped():
            return False
        make_way()
        with writing():
            end = time.monotonic() + HOLD_SECONDS
            while done < rows:
                # A game that was changed meanwhile is in the index, and otherwise.
                database.execute(
                    f"INSERT OR IGNORE INTO positions ({_COLUMNS}) SELECT {_COLUMNS} FROM ordered"
                    " WHERE rowid > ? AND rowid <= ? AND EXISTS"
                    " (SELECT 1 FROM unindexed WHERE unindexed.game = ordered.game)",
                    (done, done + ROWS_AT_ONCE),
                )
                done += ROWS_AT_ONCE
                if is_wanted() or time.monotonic() >= end:
                    break
    for begin in range(0, len(games), ROWS_AT_ONCE):
        make_way()
        with writing():
            database.executemany(
                "DELETE FROM unindexed WHERE game = ?",
                ((game,) for game in games[begin : begin + ROWS_AT_ONCE]),
            )
    return True


def _sort(database: sqlite3.Connection, games: Sequence[int], reading: Context) -> None:
    """Put the rows of *games* into the table `ordered`, in the order of the index."""
    with reading():
        wanted = json.dumps(games)
        lines = database.execute(
            "SELECT id, max(number), max(removed OR parent <> number - 1), result, score"
            " FROM games JOIN nodes ON nodes.game = id"
            " WHERE id IN (SELECT value FROM json_each(?)) AND trashed IS NULL GROUP BY id",
            (wanted,),
        ).fetchall()
        # Those with variations, which are few in most files.
        trees = _read(database, (game for game, _, is_tree, _, _ in lines if is_tree))
    database.executemany(
        "INSERT INTO slab (game, last, is_line, winner, score) VALUES (?,?,?,?,?)",
        (
            (
                game,
                last,
                int(not is_tree),
                WINNERS.get(result),
                score if result in WINNERS else None,
            )
            for game, last, is_tree, result, score in lines
        ),
    )
    # A game without variations is one line: its rows are made, and sorted, by SQLite alone.
    database.execute("CREATE TEMP TABLE loose AS SELECT * FROM ordered")
    try:
        database.executemany(f"INSERT INTO loose {_VALUES}", trees)
        database.execute(
            f"INSERT INTO ordered ({_COLUMNS}) SELECT * FROM loose UNION ALL"
            " SELECT above.key, node.text, node.game, node.number, slab.winner, slab.score"
            " FROM slab CROSS JOIN nodes AS node ON node.game = slab.game"
            " CROSS JOIN nodes AS above ON above.game = node.game AND above.number = node.parent"
            " WHERE slab.is_line UNION ALL"
            " SELECT key, '', node.game, number, NULL, NULL FROM slab"
            " CROSS JOIN nodes AS node ON node.game = slab.game AND number = last"
            " WHERE slab.is_line"
            " ORDER BY 1, 2, 3, 4"
        )
    finally:
        database.execute("DROP TABLE loose")

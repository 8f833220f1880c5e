"""The tables of the library, their version, and how older ones are brought up to it."""

import sqlite3
from collections.abc import Callable

from kalahloa.models.library import analyses, full_text_index, names, origins, visits
from kalahloa.models.library.main_lines import correct_main_lines

APPLICATION_ID = 0x4B414C41
"""Marks the file as a library (`PRAGMA application_id`): ``KALA``."""
VERSION = 9
"""The version of the tables (`PRAGMA user_version`)."""

Step = Callable[[sqlite3.Connection], None]
"""Changes what is stored, within a transaction."""

TABLES = (
    # `first` and `second` are the players' names, `rules` and the like are JSON; `plies` is the
    # length of the main line, which `result` is of.  `node_count`, `comments` and `variations` are
    # counted in the tree.  The keys are those by which the names sort (`sort_key`).
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        preset TEXT NOT NULL,
        start TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        levels TEXT NOT NULL,
        details TEXT NOT NULL,
        result TEXT NOT NULL,
        score INTEGER,
        plies INTEGER NOT NULL,
        date TEXT NOT NULL,
        created REAL NOT NULL,
        modified REAL NOT NULL,
        source TEXT NOT NULL,
        trashed REAL,
        revision INTEGER NOT NULL,
        current INTEGER NOT NULL,
        node_count INTEGER NOT NULL,
        comments INTEGER NOT NULL,
        variations INTEGER NOT NULL,
        first_key TEXT NOT NULL DEFAULT '',
        second_key TEXT NOT NULL DEFAULT ''
    ) STRICT
    """,
    # A node keeps its number.  `parent` is -1 at the root, `followed` 0 where there is none.
    # `revision` is that of the last change, `born` that in which it came, `noted` the last one of
    # its notes.
    """
    CREATE TABLE nodes (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        text TEXT NOT NULL,
        key INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        followed INTEGER NOT NULL,
        removed INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        born INTEGER NOT NULL,
        noted INTEGER NOT NULL,
        notes TEXT,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE edits (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        made REAL NOT NULL,
        undone INTEGER NOT NULL,
        plain TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE tags (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        tag TEXT NOT NULL,
        PRIMARY KEY (game, tag)
    ) STRICT, WITHOUT ROWID
    """,
    # What was read from files, so that it is not taken in twice: the digest of the content, and the
    # game's place in it.  A game that was deleted is not forgotten here.
    """
    CREATE TABLE imported (
        digest TEXT NOT NULL,
        place INTEGER NOT NULL,
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        game INTEGER,
        PRIMARY KEY (digest, place)
    ) STRICT, WITHOUT ROWID
    """,
    *map(analyses.table, analyses.KINDS),
    analyses.ACCURACIES,
    visits.TABLE,
    origins.OVERWRITTEN,
)

UNINDEXED = (
    "CREATE TABLE unindexed"
    " (game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE) STRICT"
)
"""Games that were taken in whose positions are not in the index yet."""

DERIVED = (
    # Made from the tables above, of games that are not in the trash.  One row for each move in a
    # tree, with the position before it; a row without `text` for the end of a line.  `winner` is
    # 1, 0 or -1, and with `score` that of the first side; NULL off the main line.
    """
    CREATE TABLE positions (
        key INTEGER NOT NULL,
        text TEXT NOT NULL,
        game INTEGER NOT NULL,
        node INTEGER NOT NULL,
        winner INTEGER,
        score INTEGER,
        PRIMARY KEY (key, text, game, node)
    ) STRICT, WITHOUT ROWID
    """,
    UNINDEXED,
    full_text_index.TABLE,
)

_FILTERED = "id, game, preset, result, date"
# With all that statistics ask of a game, the names first: where these are few, groups are.
BY_PLAYERS = (
    "CREATE INDEX games_by_players ON games"
    " (game, first, second, result, levels, preset, date) WHERE trashed IS NULL"
)
INDEXES = (
    # One for each order of games that are not in the trash, with what they are filtered by.
    *(
        f"CREATE INDEX games_by_{name} ON games ({term}, {_FILTERED}) WHERE trashed IS NULL"
        for name, term in {
            "modified": "modified",
            "created": "created",
            "date": "date",
            "game": "game",
            "first": "first_key",
            "second": "second_key",
            "result": "result",
            "plies": "plies",
            "preset": "preset",
        }.items()
    ),
    BY_PLAYERS,
    "CREATE INDEX edits_of_games ON edits (game, id)",
    "CREATE INDEX games_of_tags ON tags (tag, game)",
    "CREATE INDEX imported_by_file ON imported (path, size, modified)",
)

MIGRATIONS: dict[int, tuple[str | Step, ...]] = {
    1: (analyses.table(analyses.ANALYSES),),
    2: (analyses.table(analyses.REVIEWS), analyses.ACCURACIES),
    # An early version 3 had no accuracies.
    3: (BY_PLAYERS, analyses.ACCURACIES.replace("TABLE", "TABLE IF NOT EXISTS", 1)),
    4: (visits.TABLE,),
    5: (UNINDEXED,),
    6: (correct_main_lines,),
    7: (origins.OVERWRITTEN, origins.FIND_OVERWRITTEN),
    8: (
        *names.DROP_INDEXES,
        *names.KEYS,
        names.set_keys,
        *(statement for statement in INDEXES if "_key," in statement),
        full_text_index.SET_ASIDE,
        full_text_index.TABLE,
        full_text_index.fold_again,
        full_text_index.FORGET_OLD,
    ),
}
"""What brings the tables of a version, and what is in them, up to the next one."""


def create_tables(database: sqlite3.Connection) -> None:
    """Create all tables in *database*, within a transaction."""
    for statement in (*TABLES, *DERIVED, *INDEXES):
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {VERSION}")


def migrate(database: sqlite3.Connection, found: int) -> None:
    """Bring the tables of version *found* in *database* up to `VERSION`, within a transaction."""
    for version in range(found, VERSION):
        for step in MIGRATIONS[version]:
            if isinstance(step, str):
                database.execute(step)
            else:
                step(database)
    database.execute(f"PRAGMA user_version = {VERSION}")

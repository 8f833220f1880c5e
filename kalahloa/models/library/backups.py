"""Copies of a library that are made by themselves, and what a repair takes from them."""

import os
import shutil
import sqlite3
import time
from collections.abc import Collection
from pathlib import Path

from kalahloa.models.library import analyses, headers
from kalahloa.models.library.database import transaction
from kalahloa.models.library.diagnosis import Condition, diagnose
from kalahloa.models.library.library import Library
from kalahloa.models.storage.atomic_file import make_folder

FOLDER = "backups"
KEPT = 2
"""How many copies there are at most."""
MIN_AGE_SECONDS = 86_400.0
"""How long no other copy is made after one."""
ROOM = 10
"""There is a copy only where so many times as much is free."""
_OTHERS = ("edits", "tags", "imported", *analyses.KINDS)
"""Tables of which rows are taken one by one."""


def backups(path: Path) -> list[Path]:
    """Return the copies of the library at *path*, the newest first."""
    return sorted((path.parent / FOLDER).glob(f"{path.stem} *{path.suffix}"), reverse=True)


def keep_backup(library: Library) -> None:
    """Copy *library* beside it if there are games and the last copy is old; the oldest one goes.

    Nothing happens where the disk has little room.
    Raises a `LibraryUnavailable` or `OSError`.
    """
    path = library.path
    there = backups(path)
    is_new = there and abs(time.time() - there[0].stat().st_mtime) < MIN_AGE_SECONDS
    if is_new or library.is_read_only or not library.count():
        return
    if shutil.disk_usage(path.parent).free < ROOM * library.statistics().size:
        return  # what is played needs it more
    make_folder(path.parent / FOLDER, private=True)
    name = f"{path.stem} {time.strftime('%Y-%m-%d %H.%M.%S')}{path.suffix}"
    library.backup(path.parent / FOLDER / name)
    for old in backups(path)[KEPT:]:
        os.unlink(old)


def fill_in(new: sqlite3.Connection, path: Path, lacking: Collection[str]) -> Path | None:
    """Take what the library at *path* has lost with the tables *lacking* from its newest copy.

    *new* has what could be read.  Only games that it has are completed.  Returns the copy, None if
    there is none that is whole and of this version.
    """
    if not lacking:
        return None
    for copy in backups(path):
        if diagnose(copy).condition is Condition.WHOLE:
            new.execute("ATTACH ? AS kept", (str(copy),))
            new.execute("PRAGMA foreign_keys = OFF")  # a game that is replaced keeps what it has
            try:
                with transaction(new):
                    _fill(new, set(lacking))
            finally:
                new.execute("PRAGMA foreign_keys = ON")
                new.execute("DETACH kept")
            return copy
    return None


def _fill(new: sqlite3.Connection, lacking: set[str]) -> None:
    if "nodes" in lacking:
        # All of a game, as it was then: a newer header would tell of moves that are not there.
        same = "SELECT k.id FROM kept.games AS k JOIN games AS g ON g.id = k.id AND g.uid = k.uid"
        if "games" in lacking:
            same = "SELECT id FROM kept.games"
        new.execute(f"CREATE TEMP TABLE completed AS {same}")
        new.execute("DELETE FROM nodes WHERE game IN (SELECT id FROM completed)")
        new.execute(
            "INSERT INTO nodes SELECT * FROM kept.nodes WHERE game IN (SELECT id FROM completed)"
        )
    elif "games" in lacking:
        new.execute("CREATE TEMP TABLE completed AS SELECT DISTINCT game AS id FROM nodes")
    if lacking & {"games", "nodes"}:
        new.execute(
            f"INSERT OR REPLACE INTO games ({headers.COLUMNS}) SELECT {headers.COLUMNS}"
            " FROM kept.games WHERE id IN (SELECT id FROM completed)"
        )
        new.execute(
            "UPDATE games SET revision = max(revision,"
            " (SELECT max(revision) FROM nodes WHERE game = games.id))"
            " WHERE id IN (SELECT id FROM completed)"
        )
        new.execute("DROP TABLE completed")
    for table in lacking.intersection(_OTHERS):
        new.execute(
            f"INSERT OR IGNORE INTO {table} SELECT * FROM kept.{table}"
            " WHERE game IN (SELECT id FROM games)"
        )

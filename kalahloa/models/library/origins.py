"""Which files were taken in, so that none is twice."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from kalahloa.models.library.headers import storable


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a game was read: in the file at `path`, the one with the number `place`, from 0.

    `size` is the file's in bytes, `modified` the time of its last change in nanoseconds.  `digest`
    is that of its content; empty if it has not been read.
    """

    path: str
    size: int
    modified: int
    digest: str = ""
    place: int = 0


def digest_of(content: bytes) -> str:
    """Return the digest of a file's *content*."""
    return blake2b(content, digest_size=16).hexdigest()


def unfinished(digest: str) -> str:
    """Return what stands for *digest* while only some games of its file are in the library."""
    return f"{digest} unfinished"


def is_known(database: sqlite3.Connection, digest: str, again: bool) -> bool:
    """Return whether the content with *digest* was taken in.

    With *again*, a file whose games have all been deleted since does not count.
    """
    return database.execute(_found_by("digest = ?", again), (digest,)).fetchone() is not None


def were_read(database: sqlite3.Connection, origins: Iterable[Origin], again: bool) -> list[bool]:
    """Return of each file whether it was taken in, looked for by path, size and time.

    See `is_known` for *again*.
    """
    # A digest with a blank is that of an unfinished file.
    of_file = "path = ? AND size = ? AND modified = ? AND instr(digest, ' ') = 0"
    asked = _found_by(of_file, again)
    return [
        database.execute(asked, (storable(origin.path), origin.size, origin.modified)).fetchone()
        is not None
        for origin in origins
    ]


def _found_by(term: str, again: bool) -> str:
    """Return a query that finds a file that fulfils *term*."""
    if again:
        term += " AND EXISTS (SELECT 1 FROM games WHERE id = imported.game)"
    return f"SELECT 1 FROM imported WHERE {term} LIMIT 1"


def remember(database: sqlite3.Connection, origins: Iterable[tuple[int, Origin]]) -> None:
    """Remember which games came from where, within a transaction."""
    database.executemany(
        "REPLACE INTO imported (digest, place, path, size, modified, game) VALUES (?,?,?,?,?,?)",
        (
            (
                origin.digest,
                origin.place,
                storable(origin.path),
                origin.size,
                origin.modified,
                game,
            )
            for game, origin in origins
        ),
    )


def places(database: sqlite3.Connection, digest: str) -> set[int]:
    """Return the numbers of the games taken in from the file whose content has *digest*."""
    found = database.execute("SELECT place FROM imported WHERE digest = ?", (digest,))
    return {place for (place,) in found}


def remember_read(database: sqlite3.Connection, digests: Iterable[str]) -> None:
    """Remember that the files with *digests* were read to their ends, within a transaction."""
    database.executemany(
        "UPDATE OR REPLACE imported SET digest = ? WHERE digest = ?",
        ((digest, unfinished(digest)) for digest in digests),
    )


def game_from(database: sqlite3.Connection, digest: str) -> int | None:
    """Return the first game of the file whose content has *digest*, None if none was taken in."""
    found = database.execute(
        "SELECT games.id FROM imported JOIN games ON games.id = imported.game WHERE digest = ?"
        " ORDER BY place LIMIT 1",
        (digest,),
    ).fetchone()
    return None if found is None else found[0]


OVERWRITTEN = """
    CREATE TABLE overwritten (
        game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
    ) STRICT
    """
"""Games taken from files that may have been named anew when they were opened; see `restoring`."""
FIND_OVERWRITTEN = (
    "INSERT INTO overwritten SELECT id FROM games"
    " WHERE 'Human' IN (first, second) AND id IN (SELECT game FROM imported)"
)


def overwritten(database: sqlite3.Connection) -> dict[str, list[tuple[int, Origin]]]:
    """Return the games whose names may have been overwritten, by the digests of their files."""
    found: dict[str, list[tuple[int, Origin]]] = {}
    for game, path, size, modified, digest, place in database.execute(
        "SELECT overwritten.game, path, size, imported.modified, digest, place"
        " FROM overwritten JOIN imported ON imported.game = overwritten.game"
        " ORDER BY digest, place"
    ):
        origin = Origin(path, size, modified, digest, place)
        found.setdefault(digest, []).append((game, origin))
    return found

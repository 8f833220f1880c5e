"""Queries for games, and the SQL that they become."""

import re
import sqlite3
from dataclasses import dataclass
from typing import Any

from kalahloa.models.library.words import ROW_BITS

SORTS = {
    "modified": "modified",
    "created": "created",
    "date": "date",
    "game": "game",
    "first": "first COLLATE NOCASE",
    "second": "second COLLATE NOCASE",
    "result": "result",
    "plies": "plies",
    "preset": "preset",
}
"""What games can be sorted by, each with its term; equal ones are in the order of their ids."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Query:
    """What games are looked for; what is empty or None does not matter.

    `words` are looked for at the beginnings of words, each one anywhere in the names, details,
    tags and comments; `comment` in comments only, and `player` in the names only.  `games` are
    keys, `presets` names of rules.  `since` and `until`, both inclusive, are days as in
    `GameHeader.date`, or the beginnings of them (``1998``).  A game has all of `tags`.  `position`
    is a key in the index (`positions.key_of`) that is in its tree.
    """

    words: str = ""
    games: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    player: str = ""
    results: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    tags: tuple[str, ...] = ()
    comment: str = ""
    position: int | None = None
    trashed: bool = False


ALL = Query()
"""Finds all games that are not in the trash."""


@dataclass(frozen=True, slots=True)
class Totals:
    """How many games there are, and how many were won by either side or drawn."""

    games: int
    first_wins: int
    draws: int
    second_wins: int


def find_ids(
    database: sqlite3.Connection,
    query: Query,
    sort: str,
    descending: bool,
    limit: int,
    offset: int,
) -> list[int]:
    """Return the ids of the games that *query* finds; see `Library.search`."""
    if sort not in SORTS:
        raise ValueError(f"Games cannot be sorted by {sort!r}.")
    where, values = _where(query)
    way = "DESC" if descending else "ASC"
    return [
        game
        for (game,) in database.execute(
            f"SELECT id FROM games WHERE {where} ORDER BY {SORTS[sort]} {way}, id {way}"
            " LIMIT ? OFFSET ?",
            (*values, limit, offset),
        )
    ]


def count_games(database: sqlite3.Connection, query: Query) -> int:
    """Return how many games *query* finds."""
    return sum_up(database, query).games


def sum_up(database: sqlite3.Connection, query: Query) -> Totals:
    """Return how the games that *query* finds have ended."""
    where, values = _where(query)
    by_result = dict(
        database.execute(
            f"SELECT result, count(*) FROM games WHERE {where} GROUP BY result", values
        )
    )
    return Totals(
        sum(by_result.values()),
        by_result.get("1-0", 0),
        by_result.get("1/2-1/2", 0),
        by_result.get("0-1", 0),
    )


def _where(query: Query) -> tuple[str, list[Any]]:
    """Return the condition of *query*, and the values of its parameters."""
    terms = ["trashed IS NOT NULL" if query.trashed else "trashed IS NULL"]
    values: list[Any] = []
    for column, given in (
        ("game", query.games),
        ("preset", query.presets),
        ("result", query.results),
    ):
        if given:
            terms.append(f"{column} IN ({', '.join('?' * len(given))})")
            values += given
    if query.since:
        terms.append("date >= ?")
        values.append(query.since)
    if query.until:
        terms.append("substr(date, 1, ?) <= ?")
        values += [len(query.until), query.until]
    for tag in query.tags:
        terms.append("id IN (SELECT game FROM tags WHERE tag = ?)")
        values.append(tag)
    if query.position is not None:
        terms.append("id IN (SELECT game FROM positions WHERE key = ?)")
        values.append(query.position)
    for match in _matches(query):
        terms.append(f"id IN (SELECT rowid >> {ROW_BITS} FROM words WHERE words MATCH ?)")
        values.append(match)
    return " AND ".join(terms), values


def _matches(query: Query) -> list[str]:
    """Return the terms for the index of words, all of which a game is to have."""
    return [
        f'{columns}"{word}"*'
        for columns, text in (
            ("", query.words),
            ("players : ", query.player),
            ("comment : ", query.comment),
        )
        for word in _WORD.findall(text)
    ]

"""Queries for games, and the SQL that they become."""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import or_
from typing import Any

from kalahloa.models.library.full_text_index import ROW_BITS, match_term
from kalahloa.models.library.game_rows import to_text
from kalahloa.models.library.positions import moves_from
from kalahloa.models.library.query import Query
from kalahloa.models.library.selection import (
    BY_PLAYERS,
    Selection,
    SqlCondition,
    conditions,
    groups,
    ids_of,
    of_the_player,
)
from kalahloa.models.library.tree import WINNERS
from kalahloa.models.text.folding import search_terms, searchable, sort_key

SORTS = {
    "modified": "modified",
    "created": "created",
    "date": "date",
    "game": "game",
    "first": "first_key",
    "second": "second_key",
    "result": "result",
    "plies": "plies",
    "preset": "preset",
}
"""What games can be sorted by, each with its term; equal ones are in the order of their ids."""
ACCURACY = "accuracy"
"""Sorts by how accurately both sides have played; games without a review are behind the others,
in the order in which they were changed."""


@dataclass(frozen=True, slots=True)
class Totals:
    """How many games there are, and how many were won by either side or drawn."""

    games: int
    first_wins: int
    draws: int
    second_wins: int


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """How a player has done: `games` ended or not, and those `won`, `lost` and `drawn`."""

    games: int
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True)
class GameCounts:
    """How many games there are, without the trash, by game, by result and by tag."""

    by_game: Mapping[str, int] = field(default_factory=dict)
    by_result: Mapping[str, int] = field(default_factory=dict)
    by_tag: Mapping[str, int] = field(default_factory=dict)


MAX_LOOKED_UP = 10_000
"""So many games are looked up one by one; more are gone through in the order of the list."""


@dataclass(frozen=True, slots=True)
class _Found:
    """The games that one term of a query finds through an index.

    `ids` is a query for their ids, some perhaps twice, `test` a condition on the game ``g``; each
    with the values of its parameters.  `counted` is what is selected to count the games, with the
    values of `ids`, where the index alone can tell: none of them is in the trash then.  `scanned`
    is what is gone through to count games for which `test` is true, if that is better than `games`.
    `gathered` are conditions on the rows of `ids`, with the values of their parameters, that leave
    out some games which other terms of the query leave out anyway: to try them takes less time than
    to sort those games in.
    """

    ids: str
    values: tuple[Any, ...]
    test: str
    tested: tuple[Any, ...]
    counted: str = ""
    scanned: str = ""
    gathered: tuple[str, tuple[Any, ...]] = ("", ())


def find_ids(
    database: sqlite3.Connection,
    query: Query,
    sort: str,
    descending: bool,
    limit: int,
    offset: int,
) -> list[int]:
    """Return the ids of the games that *query* finds; see `Library.search`."""
    way = "DESC" if descending else "ASC"
    if sort == ACCURACY:
        rated = _rated(database, query, way)
        page = rated[offset : offset + limit]
        if len(page) < limit:
            source, values = _source(database, query, more=_not_among(rated))
            unrated = max(0, offset - len(rated))
            page += _page(
                database, source, values, f"g.modified {way}", way, limit - len(page), unrated
            )
        return page
    if sort not in SORTS:
        raise ValueError(f"Games cannot be sorted by {sort!r}.")
    source, values = _source(database, query)
    return _page(database, source, values, f"g.{SORTS[sort]} {way}", way, limit, offset)


def _page(
    database: sqlite3.Connection,
    source: str,
    values: list[Any],
    order: str,
    way: str,
    limit: int,
    offset: int,
) -> list[int]:
    return [
        game
        for (game,) in database.execute(
            f"SELECT g.id FROM {source} ORDER BY {order}, g.id {way} LIMIT ? OFFSET ?",
            (*values, limit, offset),
        )
    ]


def _rated(database: sqlite3.Connection, query: Query, way: str) -> list[int]:
    """Return the games of *query* with a review, by the mean accuracy of both sides."""
    terms, values = _plain_terms(query)
    for one in _found(database, query):
        terms.append(one.test)
        values += one.tested
    return [
        game
        for (game,) in database.execute(
            "SELECT g.id FROM accuracies AS a CROSS JOIN games AS g"
            " ON g.id = a.game AND g.plies = a.plies"
            f" WHERE coalesce(a.first, a.second) IS NOT NULL AND {' AND '.join(terms)}"
            " ORDER BY coalesce(a.first, a.second) + coalesce(a.second, a.first)"
            f" {way}, g.id {way}",
            values,
        )
    ]


def _not_among(games: list[int]) -> SqlCondition:
    return SqlCondition("+g.id NOT IN (SELECT value FROM json_each(?))", (to_text(games),))


def count_games(database: sqlite3.Connection, query: Query) -> int:
    """Return how many games *query* finds."""
    terms, _ = _plain_terms(query)
    found = _found(database, query)
    if len(found) != 1 or len(terms) > 1 or not found[0].counted:
        return sum_up(database, query).games
    (count,) = database.execute(f"SELECT {found[0].counted}", found[0].values).fetchone()
    return count


def sum_up(database: sqlite3.Connection, query: Query) -> Totals:
    """Return how the games that *query* finds have ended."""
    by_result = dict(_by_result(database, query))
    return Totals(
        sum(by_result.values()),
        by_result.get("1-0", 0),
        by_result.get("1/2-1/2", 0),
        by_result.get("0-1", 0),
    )


def _by_result(database: sqlite3.Connection, query: Query) -> Iterable[tuple[str, int]]:
    within = query.within
    if within is not None and query == Query(within=within) and within.is_by_names:
        found, wanted = groups(within), of_the_player(within)
        return database.execute(
            f"WITH {found.text} SELECT g.result, sum(g.games) FROM g WHERE {wanted.text}"
            " GROUP BY g.result",
            (*found.values, *wanted.values),
        )
    source, values = _source(database, query, counting=True)
    return database.execute(f"SELECT g.result, count(*) FROM {source} GROUP BY g.result", values)


def sum_up_player(database: sqlite3.Connection, query: Query) -> PlayerTotals | None:
    """Return how the player has done whom *query* looks for in the games that it finds.

    None without a name.  Games in which the name fits both sides, or a bit of it each, are won and
    lost by nobody.
    """
    wanted = search_terms(query.player)
    if not wanted:
        return None
    known: dict[str, list[bool]] = {}
    games = won = lost = drawn = 0
    for first, second, result, count in _by_names(database, query):
        for name in (first, second):
            if name not in known:
                known[name] = _fitting(name, wanted)
        of_first, of_second = known[first], known[second]
        is_first, is_second = all(of_first), all(of_second)
        if not (is_first or is_second or all(map(or_, of_first, of_second))):
            continue
        games += count
        if result == "1/2-1/2":
            drawn += count
        elif result in ("1-0", "0-1") and is_first != is_second:
            if is_first == (result == "1-0"):
                won += count
            else:
                lost += count
    return PlayerTotals(games, won, lost, drawn)


def _by_names(database: sqlite3.Connection, query: Query) -> Iterable[tuple[str, str, str, int]]:
    """Return how many games there are by both names and the result.

    They are those that *query* finds, and perhaps others in which the player is on no side.
    """
    terms, values = _plain_terms(query)
    found = _found(database, query)
    if len(found) == 1 and found[0].counted and not query.trashed and _are_most(database, found[0]):
        # The names of all games, which are in an index, are read sooner than those of most.
        source = f"{BY_PLAYERS} WHERE {' AND '.join(terms)}"
    else:
        source, values = _source(database, query, counting=True)
    return database.execute(
        f"SELECT g.first, g.second, g.result, count(*) FROM {source}"
        " GROUP BY g.game, g.first, g.second, g.result",
        values,
    )


def _are_most(database: sqlite3.Connection, found: _Found) -> bool:
    """Return whether at least half of all games, and not a few, are *found*."""
    (count,) = database.execute(f"SELECT {found.counted}", found.values).fetchone()
    if count <= MAX_LOOKED_UP:
        return False
    # Not how many games there are, which takes as long as to count those.
    (last,) = database.execute("SELECT max(id) FROM games").fetchone()
    return 2 * count >= last


def _fitting(name: str, wanted: list[str]) -> list[bool]:
    """Return of each of the terms *wanted* whether *name* has it."""
    text = searchable(name)
    return [term in text for term in wanted]


def count_all(database: sqlite3.Connection) -> GameCounts:
    """Return how many games there are of each kind."""
    by_game, by_result = (
        dict(
            database.execute(
                f"SELECT {column}, count(*) FROM games WHERE trashed IS NULL GROUP BY {column}"
            )
        )
        for column in ("game", "result")
    )
    by_tag = dict(
        database.execute(
            "SELECT tag, count(*) FROM tags"
            " WHERE game NOT IN (SELECT id FROM games WHERE trashed IS NOT NULL)"
            " GROUP BY tag"
        )
    )
    by_tag = {tag: by_tag[tag] for tag in sorted(by_tag, key=sort_key)}
    return GameCounts(by_game, by_result, by_tag)


def _source(
    database: sqlite3.Connection,
    query: Query,
    counting: bool = False,
    more: SqlCondition | None = None,
) -> tuple[str, list[Any]]:
    """Return what follows FROM to find the games of *query* as ``g``, and the parameters' values.

    They must meet *more*, too, if it is given.

    Where one term finds few games, these are looked up and the other terms tried on them.  Where
    all find many, the games are gone through in the order of the list, until a page is full; or if
    they are counted, all ids are collected first.
    """
    terms, values = _plain_terms(query, counting)
    if more is not None:
        terms.append(more.text)
        values += more.values
    found = _found(database, query)
    sizes = [_size(database, one) for one in found]
    smallest = min(sizes, default=MAX_LOOKED_UP + 1)
    if smallest <= MAX_LOOKED_UP:
        first = found.pop(sizes.index(smallest))
        source = f"(SELECT DISTINCT * FROM ({first.ids})) AS found CROSS JOIN games AS g"
        terms.insert(0, f"g.id = found.{_ID}")
        values[:0] = first.values
        few = smallest <= MAX_LOOKED_UP // 20
        for one in found:
            terms.append(one.test if few else f"g.id IN ({one.ids})")
            values += one.tested if few else one.values
    elif counting and len(found) == 1 and found[0].scanned:
        source = found[0].scanned
        terms.append(found[0].test)
        values += found[0].tested
    else:
        source = "games AS g"
        for one in found:
            narrower, narrowed = one.gathered
            terms.append(f"+g.id IN ({one.ids}{narrower})" if counting else one.test)
            values += (*one.values, *narrowed) if counting else one.tested
    return f"{source} WHERE {' AND '.join(terms)}", values


_ID = "game"
"""The name of the column of `_Found.ids`."""


def _size(database: sqlite3.Connection, found: _Found) -> int:
    """Return how many rows *found* has, up to a little more than `MAX_LOOKED_UP`."""
    (size,) = database.execute(
        f"SELECT count(*) FROM (SELECT * FROM ({found.ids}) LIMIT {MAX_LOOKED_UP + 1})",
        found.values,
    ).fetchone()
    return size


def _plain_terms(query: Query, counting: bool = False) -> tuple[list[str], list[Any]]:
    """Return the conditions on columns, and the values of their parameters.

    The plus signs keep SQLite from using an index on a column instead of the order of the list;
    where games are counted by their results, there is none.
    """
    terms = ["g.trashed IS NOT NULL" if query.trashed else "g.trashed IS NULL"]
    values: list[Any] = []
    for column, given in (
        ("game", query.games),
        ("preset", query.presets),
        ("result", query.results),
    ):
        if given:
            plus = "" if counting and column == "result" else "+"
            terms.append(f"{plus}g.{column} IN ({', '.join('?' * len(given))})")
            values += given
    if query.since:
        terms.append("+g.date >= ?")
        values.append(query.since)
    if query.until:
        terms.append("substr(g.date, 1, ?) <= ?")
        values += [len(query.until), query.until]
    if query.trashed:
        # What is in the trash is in no index.
        if query.position is not None:
            terms.append("EXISTS (SELECT 1 FROM nodes WHERE game = g.id AND key = ?)")
            values.append(query.position)
        for text, where in (
            (query.words, f"({_IN_HEADER} OR {_IN_COMMENT})"),
            (query.player, "instr(searchable(g.first, g.second), ?)"),
            (query.comment, _IN_COMMENT),
        ):
            for term in search_terms(text):
                terms.append(where)
                values += [term] * where.count("?")
    return terms, values


_IN_HEADER = (
    "instr(searchable(g.first, g.second, g.game, g.preset, g.source,"
    " (SELECT group_concat(value, ' ') FROM json_each(g.details)),"
    " (SELECT group_concat(tag, ' ') FROM tags WHERE game = g.id)), ?)"
)
_IN_COMMENT = (
    "EXISTS (SELECT 1 FROM nodes WHERE game = g.id AND notes IS NOT NULL"
    " AND instr(searchable(comment_of(notes)), ?))"
)
"""Whether a game in the trash, which is in no index, has a term."""


def _found(database: sqlite3.Connection, query: Query) -> list[_Found]:
    """Return the terms of *query* that have an index."""
    found = [
        _Found(
            f"SELECT game AS {_ID} FROM tags WHERE tag = ?",
            (tag,),
            "EXISTS (SELECT 1 FROM tags WHERE game = g.id AND tag = ?)",
            (tag,),
        )
        for tag in query.tags
    ]
    if query.within is not None:
        found.append(_found_within(query.within))
    if query.trashed:
        return found
    if query.position is not None:
        moves = ", ".join("?" * len(texts := moves_from(database, query.position)))
        # The index knows the winners where a move is in the line of the result.
        won = {WINNERS.get(result) for result in query.results} - {None}
        ended = f" AND (winner IS NULL OR winner IN ({', '.join('?' * len(won))}))"
        found.append(
            _Found(
                f"SELECT game AS {_ID} FROM positions WHERE key = ?",
                (query.position,),
                f"EXISTS (SELECT 1 FROM positions WHERE key = ? AND text IN ({moves})"
                " AND game = g.id)",
                (query.position, *texts),
                "count(DISTINCT game) FROM positions WHERE key = ?",
                gathered=(ended, tuple(won)) if query.results else ("", ()),
            )
        )
    matches = _matches(query)
    if matches:
        # Looking one game up in this index takes long: its answers are always collected first.
        counted = ""
        if not _in_comments(database, matches):
            # What is in no comment is in one row of a game, which the index finds far sooner.
            matches = [" AND ".join(f"({match})" for match in matches)]
            counted = "count(*) FROM words WHERE words MATCH ?"
        ids = " INTERSECT ".join(
            f"SELECT rowid >> {ROW_BITS} AS {_ID} FROM words WHERE words MATCH ?" for _ in matches
        )
        values = tuple(matches)
        found.append(_Found(ids, values, f"+g.id IN ({ids})", values, counted))
    return found


def _found_within(selection: Selection) -> _Found:
    ids = ids_of(selection)
    if not selection.is_by_names:
        return _Found(ids.text, ids.values, f"+g.id IN ({ids.text})", ids.values)
    test = conditions(selection)
    return _Found(ids.text, ids.values, test.text, test.values, scanned=BY_PLAYERS)


def _in_comments(database: sqlite3.Connection, matches: list[str]) -> bool:
    """Return whether any comment has what any of *matches* asks for."""
    anything = " OR ".join(f"({match})" for match in matches)
    found = database.execute(
        "SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", (f"comment : ({anything})",)
    )
    return found.fetchone() is not None


def _matches(query: Query) -> list[str]:
    """Return the queries of the index of words, all of which a game is to meet."""
    matches = [match_term(term) for term in search_terms(query.words)]
    names = [match_term(term, "players") for term in search_terms(query.player)]
    if names:
        matches.append(" AND ".join(names))
    return [*matches, *(match_term(term, "comment") for term in search_terms(query.comment))]

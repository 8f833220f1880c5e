"""Adding games to the library, one or many at once."""

import sqlite3
from collections.abc import Container, Sequence
from operator import attrgetter

from kalahloa.models.library.full_text_index import WordRow, comment_rows, game_row, write_words
from kalahloa.models.library.game_rows import ROOT_PARENT, NewGame, NodeRow, to_text
from kalahloa.models.library.headers import date_of, storable
from kalahloa.models.library.indexing import PlaceRow, index_later, write_places
from kalahloa.models.library.names import name_values
from kalahloa.models.library.tree import WINNERS, NewNode, insert_nodes, new_nodes, place_of
from kalahloa.models.record.annotation import NO_NOTES
from kalahloa.models.record.game_id import new_uid


def add_games(
    database: sqlite3.Connection, games: Sequence[NewGame], *, indexed: bool = True
) -> list[int]:
    """Add *games*, within a transaction, and return their ids.

    Their positions are in the index then; not *indexed*, they come there by `index_rest`.
    """
    ids = []
    nodes: list[NewNode] = []
    places: list[PlaceRow] = []
    words: list[WordRow] = []
    tags: list[tuple[int, str]] = []
    for new in games:
        live = _live_rows(new.nodes)
        parents = {row.parent for row in live}
        comments = [
            (row.number, row.notes.comment)
            for row in live
            if row.notes is not NO_NOTES and row.notes.comment
        ]
        # The root's parent is none; each other one has one line, and those besides are variations.
        variations = len(live) - len(parents)
        game = _add_header(database, new, len(live), len(comments), variations)
        ids.append(game)
        nodes += new_nodes(game, new.nodes)
        tags += [(game, storable(tag)) for tag in dict.fromkeys(new.tags)]
        words.append(
            game_row(game, new.players, new.game, new.preset, new.details, new.source, new.tags)
        )
        words += comment_rows(game, comments)
        if indexed:
            places += _index_rows(game, new, live, parents)
    insert_nodes(database, nodes)
    database.executemany("INSERT OR IGNORE INTO tags (game, tag) VALUES (?, ?)", tags)
    write_words(database, words)
    write_places(database, places)
    if not indexed:
        index_later(database, ids)
    return ids


def _free_uid(database: sqlite3.Connection, uid: str) -> str:
    """Return *uid* if it is one that no game has yet, or else a new one."""
    taken = uid and database.execute("SELECT 1 FROM games WHERE uid = ?", (uid,)).fetchone()
    return new_uid() if taken or not uid else uid


def _add_header(
    database: sqlite3.Connection, new: NewGame, nodes: int, comments: int, variations: int
) -> int:
    names = name_values(new.players)
    (game,) = database.execute(
        "INSERT INTO games (uid, game, rules, preset, start, first, second, levels, details,"
        " result, score, plies, date, created, modified, source, revision, current, node_count,"
        " comments, variations, first_key, second_key)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,1,?,?,?,?,?,?) RETURNING id",
        (
            _free_uid(database, new.uid),
            new.game,
            to_text(dict(new.rules)),
            new.preset,
            storable(new.start),
            names["first"],
            names["second"],
            to_text(list(new.levels)),
            to_text(dict(new.details)),
            storable(new.result),
            new.score,
            new.plies,
            date_of(new.details, new.created),
            new.created,
            new.created if new.modified is None else new.modified,
            storable(new.source),
            new.current,
            nodes,
            comments,
            variations,
            names["first_key"],
            names["second_key"],
        ),
    ).fetchone()
    return game


def _live_rows(nodes: Sequence[NodeRow]) -> Sequence[NodeRow]:
    """Return the *nodes* that are in the tree, the root first."""
    if not any(map(_IS_REMOVED, nodes)):
        return nodes
    children: dict[int, list[NodeRow]] = {}
    for row in nodes[1:]:
        if not row.removed:
            children.setdefault(row.parent, []).append(row)
    live = [nodes[0]]
    for row in live:  # which grows meanwhile
        live += children.get(row.number, ())
    return live


_IS_REMOVED = attrgetter("removed")


def _index_rows(
    game: int, new: NewGame, live: Sequence[NodeRow], parents: Container[int]
) -> list[PlaceRow]:
    """Return the same rows as `Tree.pop_index_changes` has for the tree of *new*.

    *live* are the rows in the tree, *parents* the numbers of those with children there.
    """
    rows = {row.number: row for row in live}
    winner = WINNERS.get(new.result)
    played = set() if winner is None else _main_line(live)
    places: list[PlaceRow] = []
    for number, parent, text, _, _, _, _, key, _ in live:
        if parent != ROOT_PARENT:
            if number in played:
                places.append((rows[parent].key, text, game, number, winner, new.score))
            else:
                places.append((rows[parent].key, text, game, number, None, None))
        if number not in parents:
            places.append((key, "", game, number, None, None))
    return places


def _main_line(live: Sequence[NodeRow]) -> set[int]:
    """Return the numbers of the nodes in the main line of the rows *live*, the root first."""
    first: dict[int, NodeRow] = {}
    for row in live:
        if first.setdefault(row.parent, row) is not row:
            first[row.parent] = min(first[row.parent], row, key=place_of)
    line: set[int] = set()
    number = 0
    while number not in line:
        line.add(number)
        number = first[number].number if number in first else 0
    return line

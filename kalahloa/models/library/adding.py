"""Adding games to the library, one or many at once."""

import sqlite3
from collections.abc import Iterator, Sequence
from secrets import token_hex

from kalahloa.models.library.headers import date_of, storable
from kalahloa.models.library.rows import NewGame, NodeRow, to_text
from kalahloa.models.library.tree import INSERT_NODES, WINNERS, IndexRow, stored_row
from kalahloa.models.library.words import WordRow, comment_rows, game_row, write_words


def add_games(database: sqlite3.Connection, games: Sequence[NewGame]) -> list[int]:
    """Add *games*, within a transaction, and return their ids."""
    ids = []
    nodes: list[tuple[int | str | None, ...]] = []
    places: list[tuple[int, str, int, int, int | None, int | None]] = []
    words: list[WordRow] = []
    tags: list[tuple[int, str]] = []
    for new in games:
        live = _live_children(new.nodes)
        game = _add_header(database, new, live)
        ids.append(game)
        nodes += [stored_row(game, row) for row in new.nodes]
        tags += [(game, storable(tag)) for tag in dict.fromkeys(new.tags)]
        words.append(
            game_row(game, new.players, new.game, new.preset, new.details, new.source, new.tags)
        )
        words += comment_rows(
            game,
            (
                (row.number, row.notes.comment)
                for row in new.nodes
                if row.notes.comment and row.number in live
            ),
        )
        places += [
            (key, text, game, node, winner, score)
            for key, text, node, winner, score in _index_rows(new, live)
        ]
    database.executemany(INSERT_NODES, nodes)
    database.executemany("INSERT OR IGNORE INTO tags (game, tag) VALUES (?, ?)", tags)
    write_words(database, words)
    # In the order of their keys, so that each page of the index is changed once.
    places.sort(key=_key_and_text)
    database.executemany(
        "INSERT INTO positions (key, text, game, node, winner, score) VALUES (?,?,?,?,?,?)", places
    )
    return ids


def _key_and_text(row: tuple[int, str, int, int, int | None, int | None]) -> tuple[int, str]:
    return row[:2]


def _add_header(database: sqlite3.Connection, new: NewGame, live: dict[int, list[NodeRow]]) -> int:
    comments = sum(row.number in live and row.notes.comment != "" for row in new.nodes)
    variations = sum(len(children) - 1 for children in live.values() if len(children) > 1)
    (game,) = database.execute(
        "INSERT INTO games (uid, game, rules, preset, start, first, second, levels, details,"
        " result, score, plies, date, created, modified, source, revision, current, node_count,"
        " comments, variations)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,1,?,?,?,?) RETURNING id",
        (
            token_hex(16),
            new.game,
            to_text(dict(new.rules)),
            new.preset,
            storable(new.start),
            storable(new.players[0]),
            storable(new.players[1]),
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
            len(live),
            comments,
            variations,
        ),
    ).fetchone()
    return game


def _live_children(nodes: Sequence[NodeRow]) -> dict[int, list[NodeRow]]:
    """Return the nodes in the tree by number, each with its children there."""
    children: dict[int, list[NodeRow]] = {row.number: [] for row in nodes}
    for row in nodes[1:]:
        if not row.removed:
            children[row.parent].append(row)
    live = {}
    ahead = [nodes[0].number]
    while ahead:
        number = ahead.pop()
        live[number] = children[number]
        ahead += [row.number for row in children[number]]
    return live


def _index_rows(new: NewGame, live: dict[int, list[NodeRow]]) -> Iterator[IndexRow]:
    """Yield the same rows as `Tree.take_index_changes` for the tree of *new*."""
    winner = WINNERS.get(new.result)
    rows = {row.number: row for row in new.nodes}
    played = set()
    number = new.current
    while number in rows and number not in played:
        played.add(number)
        number = rows[number].parent
    number = rows[new.current].followed if new.current in rows else 0
    while number and number in live and number not in played:
        played.add(number)
        number = rows[number].followed
    for number, children in live.items():
        key = rows[number].key
        if not children:
            yield key, "", number, None, None
        for child in children:
            if winner is not None and child.number in played:
                yield key, child.text, child.number, winner, new.score
            else:
                yield key, child.text, child.number, None, None

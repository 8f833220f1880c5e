"""The index of words: names, details, tags and comments of games.

It holds them as `searchable` texts, by groups of three characters: so a part of a word is found as
soon as its beginning.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.headers import read_mapping, storable
from kalahloa.models.text.errors import UnknownName
from kalahloa.models.text.folding import searchable

ROW_BITS = 24
"""The row of a game is its id, shifted so far; that of a comment is the node's number more."""

TABLE = """
    CREATE VIRTUAL TABLE words USING fts5 (
        players, game, details, tags, comment, tokenize = "trigram case_sensitive 1"
    )
    """
"""The texts are folded here, not by SQLite, whose versions differ."""
SET_ASIDE = "ALTER TABLE words RENAME TO old_words"
FORGET_OLD = "DROP TABLE old_words"

WordRow = tuple[int, str, str, str, str, str]
"""The row's number; players, game, details, tags, comment."""


def game_row(
    game: int,
    players: Sequence[str],
    key: str,
    preset: str,
    details: Mapping[str, str],
    source: str,
    tags: Iterable[str],
) -> WordRow:
    """Return the row of a game, without its comments."""
    try:
        title = find_game(key).title
    except UnknownName:  # of a plug-in that is not installed
        title = ""
    return (
        game << ROW_BITS,
        _stored(*players),
        _stored(key, title, preset),
        _stored(*details.values(), source),
        _stored(*tags),
        "",
    )


def _stored(*texts: str) -> str:
    return storable(searchable(*texts))


def comment_rows(game: int, comments: Iterable[tuple[int, str]]) -> Iterator[WordRow]:
    """Yield the rows of *comments*, which are numbers of nodes and texts."""
    for number, comment in comments:
        if comment:
            yield row_of_comment(game, number), "", "", "", "", _stored(comment)


def row_of_comment(game: int, number: int) -> int:
    """Return the number of the row of the comment at node *number*."""
    # The root's number is the game's row: its comment has the last one, which no node has.
    return (game << ROW_BITS) + (number or (1 << ROW_BITS) - 1)


def write_words(database: sqlite3.Connection, rows: Iterable[WordRow]) -> None:
    """Add *rows*, of which there are none yet."""
    database.executemany(
        "INSERT INTO words (rowid, players, game, details, tags, comment) VALUES (?,?,?,?,?,?)",
        rows,
    )


def match_term(term: str, column: str = "") -> str:
    """Return the query of the index for *term*, one of `terms`, in *column* or anywhere."""
    phrase = '"' + term.replace('"', '""') + '"'
    return f"{column} : {phrase}" if column else phrase


def forget_words(database: sqlite3.Connection, game: int) -> None:
    """Delete all rows of *game*."""
    database.execute(
        "DELETE FROM words WHERE rowid BETWEEN ? AND ?",
        (game << ROW_BITS, (game << ROW_BITS) + (1 << ROW_BITS) - 1),
    )


def _texts(details: str) -> dict[str, str]:
    return {name: str(value) for name, value in read_mapping(details).items()}


def fold_again(database: sqlite3.Connection) -> None:
    """Fill the table from an older one, `SET_ASIDE`, whose texts are not folded."""
    tags: dict[int, list[str]] = {}
    for game, tag in database.execute("SELECT game, tag FROM tags ORDER BY game, tag"):
        tags.setdefault(game, []).append(tag)
    games = database.execute(
        "SELECT id, first, second, game, preset, details, source FROM games"
        " WHERE trashed IS NULL ORDER BY id"
    )
    write_words(
        database,
        (
            game_row(game, names, key, preset, _texts(details), source, tags.get(game, ()))
            for game, *names, key, preset, details, source in games
        ),
    )
    comments = database.execute(
        "SELECT rowid, comment FROM old_words WHERE comment <> '' ORDER BY rowid"
    )
    write_words(database, ((row, "", "", "", "", _stored(text)) for row, text in comments))

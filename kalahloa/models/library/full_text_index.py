"""The index of words: names, details, tags and comments of games."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.headers import storable
from kalahloa.models.text.errors import UnknownName

ROW_BITS = 24
"""The row of a game is its id, shifted so far; that of a comment is the node's number more."""

WordRow = tuple[int, str, str, str, str, str]
"""The row's number; players, game, details, tags, comment."""


def game_row(
    game: int,
    players: tuple[str, str],
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
        storable(" ".join(players)),
        f"{key} {title} {preset}",
        storable(" ".join([*details.values(), source])),
        storable(" ".join(tags)),
        "",
    )


def comment_rows(game: int, comments: Iterable[tuple[int, str]]) -> Iterator[WordRow]:
    """Yield the rows of *comments*, which are numbers of nodes and texts."""
    for number, comment in comments:
        if comment:
            yield row_of_comment(game, number), "", "", "", "", storable(comment)


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


def forget_words(database: sqlite3.Connection, game: int) -> None:
    """Delete all rows of *game*."""
    database.execute(
        "DELETE FROM words WHERE rowid BETWEEN ? AND ?",
        (game << ROW_BITS, (game << ROW_BITS) + (1 << ROW_BITS) - 1),
    )

"""Corrects, once, what versions that did not keep the main line have stored of games."""

import sqlite3
from contextlib import suppress

from kalahloa.models.library.game_rows import StoredGame, header_facts
from kalahloa.models.library.headers import read_game
from kalahloa.models.library.tree import Tree, main_line
from kalahloa.models.study.edits import to_main_line
from kalahloa.models.text.errors import BadFile


def correct_main_lines(database: sqlite3.Connection) -> None:
    """Have games tell of their main line, within a transaction.

    Until then a game had the result and the length of the line that somebody last walked through,
    and what was played on after undo was a variation of the dropped try.  Where that line is not
    the main line, result, score and length become those of the main line.  Before that the line
    becomes the main line where it must be the game that was played: it ends the game, the main line
    does not, is shorter, and has no result that was agreed, and the game is not from a file or
    another program.  Which of two open lines was played, nobody can tell: they stay.  So does what
    cannot be read here.
    """
    several = "SELECT id, current FROM games WHERE variations > 0 ORDER BY id"
    for game, current in database.execute(several).fetchall():
        followed = _line_followed(database, game, current)
        if followed != [number for number, _ in main_line(database, game)]:
            stored = read_game(database, game)
            assert stored is not None
            with suppress(BadFile):
                _correct(database, stored, followed)


def _line_followed(database: sqlite3.Connection, game: int, current: int) -> list[int]:
    """Return the line through the node *current* of *game*, and on to where redo went."""
    nodes = {
        number: (parent, followed, removed)
        for number, parent, followed, removed in database.execute(
            "SELECT number, parent, followed, removed FROM nodes WHERE game = ?", (game,)
        )
    }
    line: dict[int, None] = {}
    number = current
    while number in nodes and number not in line:
        line[number] = None
        number = nodes[number][0]
    line = dict.fromkeys(reversed(line))
    number = nodes[current][1] if current in nodes else 0
    while number in nodes and number not in line and not nodes[number][2]:
        line[number] = None
        number = nodes[number][1]
    return list(line)


def _correct(database: sqlite3.Connection, stored: StoredGame, followed: list[int]) -> None:
    header, order = stored.header, stored.order()
    game = header.id
    record = stored.to_record()
    main, is_open = record.main_end, record.result == "*"
    end = record.nodes[order.index(followed[-1])] if followed and followed[-1] in order else main
    is_ended = end.outcome is not None and end.in_tree and end.ply > main.ply
    if is_open and is_ended and _is_own(database, stored):
        for edit in to_main_line(end):
            edit.apply(record)
    elif end.ply == main.ply:  # and so nobody can tell which of them this is of
        database.execute("DELETE FROM accuracies WHERE game = ? AND plies = ?", (game, main.ply))
    facts, revision = header_facts(record), header.revision + 1
    database.executemany(
        "UPDATE nodes SET rank = ?, revision = ? WHERE game = ? AND number = ?",
        ((node.rank, revision, game, order[node.number]) for node in record.pop_changes()),
    )
    database.execute(
        "UPDATE games SET result = ?, score = ?, plies = ?, revision = ? WHERE id = ?",
        (facts.result, facts.score, facts.plies, revision, game),
    )
    if header.trashed is None:
        tree = Tree.read(
            database, game, (revision, record.result, facts.score, record.current.number)
        )
        database.executemany(
            "UPDATE positions SET winner = ?, score = ?"
            " WHERE key = ? AND text = ? AND game = ? AND node = ?",
            (
                (winner, score, key, text, game, node)
                for key, text, node, winner, score in tree.index_rows()
            ),
        )


def _is_own(database: sqlite3.Connection, stored: StoredGame) -> bool:
    """Return whether the game was begun in this program."""
    imported = database.execute("SELECT 1 FROM imported WHERE game = ?", (stored.header.id,))
    return not stored.header.source and imported.fetchone() is None

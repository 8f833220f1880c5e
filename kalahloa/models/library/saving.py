"""Saving to games of the library, and moving them to the trash and back."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from kalahloa.models.library.concurrent_saves import Merge
from kalahloa.models.library.full_text_index import (
    comment_rows,
    forget_words,
    game_row,
    row_of_comment,
    write_words,
)
from kalahloa.models.library.game_rows import GameChanges, GameHeader, NodeRow, Saved, to_text
from kalahloa.models.library.headers import date_of, read_headers, storable
from kalahloa.models.library.indexing import PlaceRow, index_one, placed, write_places
from kalahloa.models.library.names import name_values, set_keys
from kalahloa.models.library.tree import IndexRow, Tree, comment_of
from kalahloa.models.library.visits import write_visit
from kalahloa.models.text.errors import UnknownGame
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


class Saver:
    """Saves to games through one connection; remembers the tree of the last one."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._tree: Tree | None = None

    def forget(self) -> None:
        """Forget what is remembered: a transaction was rolled back."""
        self._tree = None

    def save(
        self,
        game: int,
        base: int,
        rows: Sequence[NodeRow],
        changes: GameChanges,
        before: Mapping[int, NodeRow] | None,
        now: float,
    ) -> Saved:
        """Do what `Library.save` says, within a transaction."""
        tree, trashed = self._read(game)
        comments = {
            row.number: tree.nodes[row.number].notes for row in rows if row.number in tree.nodes
        }
        live = {number: tree.nodes[number].live for number in comments}
        merge = Merge(tree, base, rows, before)
        values = _header_values(changes)
        if changes.current is not None:
            current = merge.numbers.get(changes.current, changes.current)
            if current in tree.nodes:
                tree.current = current
        values["current"] = tree.current
        if tree.follow():
            self._database.execute("DELETE FROM accuracies WHERE game = ?", (game,))
        if changes.result is not None:
            tree.set_result(changes.result, changes.score)
        is_content = merge.is_content or changes.is_content
        if is_content:
            values["modified"] = now
            values["node_count"], values["comments"], values["variations"] = tree.counts()
        if changes.details is not None:
            (created,) = self._database.execute(
                "SELECT created FROM games WHERE id = ?", (game,)
            ).fetchone()
            values["date"] = date_of(changes.details, created)
        values["revision"] = tree.revision
        written = list(tree.changed.values())
        self._set(game, values)
        if changes.current is not None and changes.line_end is not None:
            line_end = merge.numbers.get(changes.line_end, changes.line_end)
            write_visit(self._database, game, tree.current, line_end)
        tree.write(self._database)
        if trashed is not None and is_content:
            self.restore(game)
        elif trashed is None:
            write_index_changes(self._database, game, *tree.pop_index_changes())
            names = changes.players is not None or changes.details is not None
            if names or any(node.live != live.get(node.number, True) for node in written):
                self._write_words(game)
            else:
                for node in written:
                    if node.notes != comments.get(node.number):
                        self._write_comment(game, node.number, comment_of(node.notes))
        return Saved(tree.revision, merge.numbers, merge.foreign)

    def tree_of(self, game: int) -> Tree:
        """Return the tree of *game*, within a transaction; only `save` may change it."""
        return self._read(game)[0]

    def _read(self, game: int) -> tuple[Tree, float | None]:
        """Return the tree of *game*, and since when it is in the trash."""
        row = self._database.execute(
            "SELECT revision, result, score, current, trashed FROM games WHERE id = ?", (game,)
        ).fetchone()
        if row is None:
            raise unknown(game)
        index_one(self._database, game)
        *facts, trashed = row
        tree = self._tree
        self._tree = None
        if tree is None or tree.game != game or tree.revision > facts[0]:
            tree = Tree.read(self._database, game, tuple(facts))
        elif tree.revision < facts[0]:
            tree.catch_up(self._database, tuple(facts))
        self._tree = tree
        return tree, trashed

    def set_modified(self, game: int, modified: float) -> None:
        """Set when *game* was changed last, within a transaction."""
        self._set(game, {"modified": modified})

    def _set(self, game: int, values: Mapping[str, Any]) -> None:
        columns = ", ".join(f"{name} = ?" for name in values)
        self._database.execute(f"UPDATE games SET {columns} WHERE id = ?", (*values.values(), game))

    def _write_comment(self, game: int, number: int, comment: str) -> None:
        self._database.execute("DELETE FROM words WHERE rowid = ?", (row_of_comment(game, number),))
        write_words(self._database, comment_rows(game, [(number, comment)]))

    def _write_words(self, game: int) -> None:
        """Write the words of *game* anew."""
        tree, _ = self._read(game)
        (header,) = read_headers(self._database, [game])
        forget_words(self._database, game)
        write_words(self._database, index_words(header, tree))

    def rename(self, game: int, names: tuple[str, str]) -> None:
        """Give *game* other names, within a transaction, as if it had always had them."""
        _, trashed = self._read(game)
        self._set(game, name_values(names))
        if trashed is None:
            self._write_words(game)

    # -- tags and the trash --------------------------------------------------------------------

    def set_tags(self, game: int, tags: Sequence[str]) -> None:
        """Replace the tags of *game*, within a transaction."""
        _, trashed = self._read(game)
        self._database.execute("DELETE FROM tags WHERE game = ?", (game,))
        self._database.executemany(
            "INSERT OR IGNORE INTO tags (game, tag) VALUES (?, ?)",
            ((game, storable(tag)) for tag in tags),
        )
        if trashed is None:
            self._write_words(game)

    def trash(self, game: int, now: float) -> None:
        """Put *game* into the trash, within a transaction."""
        _, trashed = self._read(game)
        if trashed is None:
            tree = Tree.read(self._database, game, self._facts(game))
            write_index_changes(self._database, game, tree.index_rows(), [])
            forget_words(self._database, game)
            self._set(game, {"trashed": now})

    def restore(self, game: int) -> None:
        """Take *game* out of the trash, within a transaction."""
        _, trashed = self._read(game)
        if trashed is not None:
            self._set(game, {"trashed": None})
            tree = Tree.read(self._database, game, self._facts(game))
            self._tree = tree
            write_index_changes(self._database, game, [], tree.index_rows())
            self._write_words(game)

    def _facts(self, game: int) -> tuple[int, str, int | None, int]:
        return self._database.execute(
            "SELECT revision, result, score, current FROM games WHERE id = ?", (game,)
        ).fetchone()


def index_words(header: GameHeader, tree: Tree) -> list[tuple[int, str, str, str, str, str]]:
    """Return all rows of the index of words for a game."""
    comments = (
        (node.number, comment_of(node.notes))
        for node in tree.nodes.values()
        if node.live and node.notes is not None
    )
    return [
        game_row(
            header.id,
            header.players,
            header.game,
            header.preset,
            header.details,
            header.source,
            header.tags,
        ),
        *comment_rows(header.id, comments),
    ]


def build_indexes(database: sqlite3.Connection) -> None:
    """Make the indexes of positions and words, which are empty, and count what trees have."""
    places: list[PlaceRow] = []
    games = database.execute(
        "SELECT id, revision, result, score, current, trashed FROM games ORDER BY id"
    ).fetchall()
    for game, *facts, trashed in games:
        tree = Tree.read(database, game, tuple(facts))
        database.execute(
            "UPDATE games SET node_count = ?, comments = ?, variations = ? WHERE id = ?",
            (*tree.counts(), game),
        )
        if trashed is None:
            (header,) = read_headers(database, [game])
            write_words(database, index_words(header, tree))
            places += placed(game, tree.index_rows())
    write_places(database, places)
    set_keys(database)


def write_index_changes(
    database: sqlite3.Connection, game: int, gone: Sequence[IndexRow], come: Sequence[IndexRow]
) -> None:
    """Delete the rows *gone* of *game* from the index of positions, and add those that *come*."""
    database.executemany(
        "DELETE FROM positions WHERE key = ? AND text = ? AND game = ? AND node = ?",
        ((key, text, game, node) for key, text, node, _, _ in gone),
    )
    write_places(database, placed(game, come))


def _header_values(changes: GameChanges) -> dict[str, Any]:
    """Return the values of columns that *changes* give, except that of `current`."""
    values: dict[str, Any] = {}
    if changes.players is not None:
        values |= name_values(changes.players)
    if changes.levels is not None:
        values["levels"] = to_text(list(changes.levels))
    if changes.details is not None:
        values["details"] = to_text(dict(changes.details))
    if changes.result is not None:
        values["result"] = storable(changes.result)
        values["score"] = changes.score
    if changes.plies is not None:
        values["plies"] = changes.plies
    return values


def unknown(game: int) -> UnknownGame:
    """Return the error that the library has no *game*."""
    return UnknownGame(
        QT_TRANSLATE_NOOP("Models", "The library has no game {number}.").format(number=game)
    )

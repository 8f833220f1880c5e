"""Reads a damaged library table by table and row by row, without the rows that cannot be read."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.library import analyses, headers, schema, visits
from kalahloa.models.library.database import readable, transaction
from kalahloa.models.library.game_rows import ROOT_PARENT, rules_text
from kalahloa.models.library.pages import records
from kalahloa.models.library.positions import index_key, salt_of
from kalahloa.models.library.tables import are_known, recognise
from kalahloa.models.text.errors import KalahloaError

Row = tuple[Any, ...]

MAX_PROBES = 100_000
"""How many rows are looked for one by one where a range of them cannot be read."""
MAX_PROBES_BEHIND = 1_000
"""How many of them, where the end cannot be read either."""
_NODES = "number, parent, text, key, rank, followed, removed, revision, born, noted, notes"
_NODE_VALUES = 12
_REVISION = 7
_KEYS = 2
"""A row of a game ends with so many values more than are read: the keys of the names."""
_GAME, _RULES, _PRESET, _START, _NODE_COUNT = 2, 3, 4, 5, 20
"""Places in a row of `headers.COLUMNS`."""


class Recovery:
    """A damaged library that is read; the file may be written to meanwhile, by SQLite."""

    def __init__(self, path: Path) -> None:
        """Open the database at *path*; raise `sqlite3.Error` if its list of tables is damaged."""
        self._path = path
        self._probes = MAX_PROBES
        self._are_pages_read = False
        self._games_on_pages: dict[int, Row] = {}
        self._nodes_on_pages: dict[int, dict[int, Row]] = {}
        with closing(sqlite3.connect(path)) as old, suppress(sqlite3.Error, UnicodeError):
            old.text_factory = readable
            old.execute("PRAGMA wal_checkpoint (TRUNCATE)")
            if not are_known(old):
                recognise(old)
                old.commit()
        self._old = sqlite3.connect(path, isolation_level=None)
        try:
            self._old.text_factory = readable
            self._old.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if not any(map(self._has, ("games", "nodes"))):
                raise sqlite3.DatabaseError
            with suppress(Exception):  # what is damaged may stop it anywhere
                self._bring_up()
        except BaseException:
            self._old.close()
            raise

    def close(self) -> None:
        """Close the database."""
        self._old.close()

    def lacking(self) -> frozenset[str]:
        """Return the names of the tables that are not there at all."""
        tables = ("games", "nodes", "edits", "tags", "imported", *analyses.KINDS)
        return frozenset(table for table in tables if not self._has(table))

    def _has(self, table: str) -> bool:
        with suppress(sqlite3.Error, UnicodeError):
            self._old.execute(f"SELECT 1 FROM {table} LIMIT 0")
            return True
        return False

    def _bring_up(self) -> None:
        """Have older tables brought up to date, so that they have the columns that are read."""
        (version,) = self._old.execute("PRAGMA user_version").fetchone()
        if 1 <= version < schema.VERSION:
            with transaction(self._old):
                schema.migrate(self._old, version)

    def read_into(self, new: sqlite3.Connection) -> tuple[int, int]:
        """Write what can be read into *new*, an empty library, within a transaction.

        Returns how many games were read, and how many not or only in part.  The indexes are left
        empty.
        """
        rows, whole_table = self._by_number("games", "id", headers.COLUMNS)
        games = {row[0]: row for row in rows}
        if not whole_table:
            games = self._loose_games() | games
        starts = _starts(games.values())
        read = lost = 0
        for game in sorted(games.keys() | set(self._games_of_nodes(whole_table))):
            nodes, whole = self._nodes(game)
            header = games.get(game)
            whole &= header is not None and header[_NODE_COUNT] == _live(nodes)
            root = next((row for row in nodes if row[0] == 0), None)
            if header is None:
                start = starts.get(root[3]) if root is not None else None
                header = None if start is None else _header(game, start)
            if header is None or not _insert(new, "games", headers.COLUMNS, header):
                lost += 1
                continue
            if root is None:
                whole = False
                nodes.insert(0, _root(header))
            for row in nodes:
                whole &= _insert(new, "nodes", f"game, {_NODES}", (game, *row))
            read += 1
            lost += not whole
        for table, columns in (
            ("edits", "id, game, made, undone, plain"),
            ("tags", "game, tag"),
            ("imported", "digest, place, path, size, modified, game"),
            *((kind, analyses.COLUMNS) for kind in analyses.KINDS),
            ("accuracies", analyses.ACCURACY_COLUMNS),
            ("visits", visits.COLUMNS),
            ("overwritten", "game"),
        ):
            for row in self._others(table, columns):
                _insert(new, table, columns, row)
        return read, lost

    def _rows(self, query: str, values: Sequence[Any] = ()) -> Iterator[Row]:
        """Yield the rows of *query*, and an empty one where the next cannot be read."""
        try:
            yield from self._old.execute(query, values)
        except (sqlite3.Error, OverflowError, MemoryError, UnicodeError):
            yield ()

    def _by_number(
        self, table: str, key: str, columns: str, where: str = "1", values: Sequence[Any] = ()
    ) -> tuple[list[Row], bool]:
        """Return the readable rows of *table* in the order of the number *key*, the first column.

        They are read from both ends, and one by one between.  The second value is whether all
        could be read at once.
        """
        rows: list[Row] = []
        query = f"SELECT {columns} FROM {table} WHERE {where}"
        for row in self._rows(f"{query} ORDER BY {key}", values):
            if not row:
                break
            rows.append(row)
        else:
            return rows, True
        last: list[Row] = []
        low = rows[-1][0] if rows else -1
        for row in self._rows(f"{query} AND {key} > ? ORDER BY {key} DESC", (*values, low)):
            if not row:
                break
            last.append(row)
        high = last[-1][0] if last else low + MAX_PROBES_BEHIND
        for number in range(low + 1, high):
            if not self._probes:
                break
            self._probes -= 1
            rows += [row for row in self._rows(f"{query} AND {key} = ?", (*values, number)) if row]
        return rows + last[::-1], False

    def _games_of_nodes(self, whole_table: bool) -> Iterator[int]:
        """Yield the ids of games of which a node can be found."""
        game = 0
        while True:
            row = next(self._rows("SELECT min(game) FROM nodes WHERE game > ?", (game,)), ())
            if not row or not isinstance(row[0], int):
                break
            game = row[0]
            yield game
        if not whole_table:
            yield from self._loose_nodes()

    def _nodes(self, game: int) -> tuple[list[Row], bool]:
        """Return the readable nodes of *game*, and whether these are all."""
        rows, _ = self._by_number("nodes", "number", _NODES, "game = ?", (game,))
        if _are_whole(rows):
            return rows, True
        nodes = self._loose_nodes().get(game, {}) | {row[0]: row for row in rows}
        rows = [nodes[number] for number in sorted(nodes)]
        return rows, _are_whole(rows)

    # -- below the tables ----------------------------------------------------------------------

    def _loose_games(self) -> dict[int, Row]:
        """Return the rows of games on any page, by id."""
        self._read_pages()
        return self._games_on_pages

    def _loose_nodes(self) -> dict[int, dict[int, Row]]:
        """Return the rows of nodes on any page, by game and number; the newest of each."""
        self._read_pages()
        return self._nodes_on_pages

    def _read_pages(self) -> None:
        if self._are_pages_read:
            return
        self._are_pages_read = True
        columns = len(headers.COLUMNS.split(","))
        for row, values in records(self._path.read_bytes()):
            if row is not None and columns <= len(values) <= columns + _KEYS:
                self._games_on_pages[row] = (row, *values[1:columns])
            elif row is None and len(values) == _NODE_VALUES:
                game, number, *_ = values
                if isinstance(game, int) and isinstance(number, int) and number >= 0:
                    nodes = self._nodes_on_pages.setdefault(game, {})
                    if number not in nodes or _revision(values[1:]) > _revision(nodes[number]):
                        nodes[number] = tuple(values[1:])

    def _others(self, table: str, columns: str) -> Iterator[Row]:
        for way in ("ASC", "DESC"):
            for row in self._rows(f"SELECT {columns} FROM {table} ORDER BY 1 {way}"):
                if not row:
                    break  # and once more from the other end
                yield row
            else:
                return


def _are_whole(rows: Sequence[Row]) -> bool:
    """Return whether no node is missing that another one in *rows* names."""
    numbers = {row[0] for row in rows}
    return 0 in numbers and all(
        (row[1] in numbers or row[1] == ROOT_PARENT) and (not row[5] or row[5] in numbers)
        for row in rows
    )


def _live(rows: Sequence[Row]) -> int:
    """Return how many of *rows* are in the tree."""
    out: set[Any] = set()
    for row in rows:
        if row[6] or row[1] in out:
            out.add(row[0])
    return len(rows) - len(out)


def _revision(row: Sequence[Any]) -> int:
    revision = row[_REVISION]
    return revision if isinstance(revision, int) else 0


def _insert(new: sqlite3.Connection, table: str, columns: str, row: Row) -> bool:
    """Add *row*, whose values may be anything; return whether the table could take it."""
    marks = ", ".join("?" * len(row))
    with suppress(sqlite3.Error, OverflowError, UnicodeError):
        done = new.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", row)
        return done.rowcount == 1
    return False


def _starts(games: Any) -> dict[int, tuple[str, str, str, str]]:
    """Return game, rules, preset and start by the key of the root, as far as they are known."""
    known = {(row[_GAME], row[_RULES], row[_PRESET], row[_START]) for row in games}
    for game in own_games():
        rules = game.rulebook.default
        start = game.start(rules).position_string()
        known.add((game.key, rules_text(game, rules), game.rulebook.name_of(rules), start))
    starts = {}
    for facts in known:
        key = _root_key(*facts)
        if key is not None:
            starts[key] = facts
    return starts


def _root_key(name: str, rules: str, preset: str, start: str) -> int | None:
    """Return the key of the start position in the index; None if that cannot be read."""
    try:
        game = find_game(name)
        known = game.rulebook.read(None, headers.read_mapping(rules))
        return index_key(game.read(start, known).hash, salt_of(game.key, rules))
    except (KalahloaError, ValueError, TypeError, AttributeError):
        return None


def _header(game: int, facts: tuple[str, str, str, str]) -> Row:
    """Return a row of the table of games for one whose own cannot be read."""
    name, rules, preset, start = facts
    now = time.time()
    date = headers.date_of({}, now)
    return (
        *(
            game,
            token_hex(16),
            name,
            rules,
            preset,
            start,
            "",
            "",
            "[null,null]",
            "{}",
            "*",
            None,
            0,
        ),
        *(date, now, now, "", None, 1, 0, 0, 0, 0),
    )


def _root(header: Row) -> Row:
    """Return a row of the table of nodes for a root that cannot be read."""
    key = _root_key(header[_GAME], header[_RULES], header[_PRESET], header[_START])
    return (0, ROOT_PARENT, "", key or 0, 0, 0, 0, 1, 1, 1, None)

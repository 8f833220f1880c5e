"""Compares the tables of a file with those that a library has, and restores what costs nothing."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library import schema
from kalahloa.models.library.error_sentences import damaged_library, foreign, too_new
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

with lazy_imports():
    import difflib

MAX_VERSION = 1_000
"""A version beyond is a damaged number."""
_OURS = {"games", "nodes"}
"""Tables by which a library is known whose mark is damaged."""
_EMPTY_IS_WHOLE = {"accuracies", "visits", "overwritten"}
"""Tables that fill again as time goes on."""

_ALIKE = 0.95
"""From this on, of 1, a damaged statement is taken for one of ours."""

Objects = dict[str, tuple[str, str, str]]
"""Tables, indexes and triggers by their names: the kind, the table, and the statement."""


@dataclass(frozen=True)
class TableFault:
    """A table, index or trigger called `name` that is `missing`, different, or not of a library."""

    kind: str
    name: str
    statement: str = ""
    """What makes it as it is to be; empty if it is not to be there."""
    missing: bool = False

    @property
    def is_mendable(self) -> bool:
        """Whether it can be made anew, or dropped, without a loss."""
        if self.kind == "table":
            return self.missing and self.name in _EMPTY_IS_WHOLE
        return not self.name.startswith("sqlite_")

    @property
    def reason(self) -> Sentence:
        """What is wrong, for the end of a sentence."""
        if self.missing:
            reason = QT_TRANSLATE_NOOP("Models", "the {kind} {name} is missing")
        elif self.statement or self.kind == "table":
            reason = QT_TRANSLATE_NOOP("Models", "the {kind} {name} is not as it should be")
        else:
            reason = QT_TRANSLATE_NOOP("Models", "the {kind} {name} does not belong there")
        return reason.format(kind=self.kind, name=quote(self.name))


def version_of(database: sqlite3.Connection, path: Path) -> int:
    """Return the version of the tables in *database*, the file at *path*; 0 if it has none.

    It takes several queries: call it within a transaction.  Raises `LibraryForeign`,
    `LibraryTooNew` or `LibraryDamaged`.
    """
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    tables = {name for name, (kind, *_) in _objects(database).items() if kind == "table"}
    if application == schema.APPLICATION_ID:
        if schema.VERSION < version <= MAX_VERSION:
            raise too_new(path, version, schema.VERSION)
        if not 1 <= version <= schema.VERSION:
            raise damaged_library(path, QT_TRANSLATE_NOOP("Models", "its version cannot be read"))
        return int(version)
    if not (tables or application or version):
        return 0
    if tables >= _OURS:
        raise damaged_library(path, QT_TRANSLATE_NOOP("Models", "its mark as a library is missing"))
    raise foreign(path)


def faults(database: sqlite3.Connection) -> list[TableFault]:
    """Return how the tables of *database* differ from those of a library of this version.

    Tables, views and columns that are not ours are no fault.
    """
    known, found = _expected(), _objects(database)
    result: list[TableFault] = []
    for name, (kind, _, statement) in known.items():
        there = found.get(name)
        if there is None or there[0] != kind:
            result.append(TableFault(kind, name, statement, missing=True))
        elif _plain(there[2]) != _plain(statement) and not (
            kind == "table" and _shapes()[name] == _shape(database, name, _shapes()[name])
        ):
            result.append(TableFault(kind, name, statement))
    for name, (kind, table, _) in found.items():
        if name not in known and kind in ("index", "trigger") and table in known:
            result.append(TableFault(kind, name))
    return result


def mend(database: sqlite3.Connection) -> list[TableFault]:
    """Restore what can be made anew without a loss, within a transaction.

    That is indexes, and tables that may be empty.  What could change games behind our back goes.
    Returns what cannot be restored so; nothing is done then.
    """
    found = faults(database)
    lost = [fault for fault in found if not fault.is_mendable]
    for fault in found if not lost else ():
        if not fault.missing:
            name = fault.name.replace('"', '""')
            database.execute(f'DROP {fault.kind} "{name}"')
        if fault.statement:
            database.execute(fault.statement)
    return lost


def are_known(database: sqlite3.Connection) -> bool:
    """Return whether the tables of *database* are those of some version, undamaged."""
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        return not [one for one in wrong_tables(database, version) if one.kind == "table"]
    except (sqlite3.Error, UnicodeError, LookupError):
        return False


def wrong_tables(database: sqlite3.Connection, version: int) -> list[TableFault]:
    """Return what is wrong with the tables, or would be when they have been brought up to date."""
    if version == schema.VERSION:
        return faults(database)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        for (statement,) in database.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite@_%'"
            " ESCAPE '@' AND name NOT LIKE 'words@_%' ESCAPE '@'"
            " ORDER BY type DESC",  # tables before their indexes
        ):
            empty.execute(statement)
        schema.migrate(empty, version)
        return mend(empty)


def recognise(database: sqlite3.Connection) -> None:
    """Give tables of *database* their names and columns again where these are damaged.

    What is not a table of ours leaves the list of tables; their pages stay.  Whoever goes on with
    the file has to open it anew.  Raises `sqlite3.Error` and `UnicodeError`.
    """
    database.execute("PRAGMA writable_schema = ON")  # which passes over what cannot be parsed
    rows = database.execute("SELECT rowid, type, name, sql FROM sqlite_schema").fetchall()
    tables = {name: sql for name, (kind, _, sql) in _expected().items() if kind == "table" and sql}
    taken = {name for _, kind, name, sql in rows if kind == "table" and tables.get(name) == sql}
    for row, _, name, sql in rows:
        if name in taken or str(name).startswith("sqlite_"):
            continue
        known = str(sql)
        likeness, best = (
            max(
                (difflib.SequenceMatcher(None, known, tables[one], False).ratio(), one)
                for one in tables.keys() - taken
            )
            if tables.keys() - taken
            else (0.0, "")
        )
        if likeness >= _ALIKE:
            taken.add(best)
            database.execute(
                "UPDATE sqlite_schema SET type = 'table', name = ?1, tbl_name = ?1, sql = ?2"
                " WHERE rowid = ?3",
                (best, tables[best], row),
            )
        elif name not in tables:
            database.execute("DELETE FROM sqlite_schema WHERE rowid = ?", (row,))


def _objects(database: sqlite3.Connection) -> Objects:
    found = database.execute("SELECT name, type, tbl_name, sql FROM sqlite_schema")
    return {
        str(name).lower(): (str(kind), str(table).lower(), str(statement or ""))
        for name, kind, table, statement in found
    }


def _plain(statement: str) -> str:
    return " ".join(statement.lower().split())


@cache
def _expected() -> Objects:
    """Return what a library of this version has."""
    with closing(_new()) as database:
        return _objects(database)


Shape = tuple[frozenset[tuple[Any, ...]], ...]
"""Columns, keys to other tables, unique columns, and how a table is stored."""


@cache
def _shapes() -> dict[str, Shape]:
    with closing(_new()) as database:
        return {
            name: _shape(database, name)
            for name, (kind, *_) in _expected().items()
            if kind == "table"
        }


def _new() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.create_tables(database)
    return database


def _shape(database: sqlite3.Connection, table: str, known: Shape | None = None) -> Shape:
    """Return what matters of *table*, however it was written; of its columns, those in *known*."""
    parts = (
        _rows(
            database, 'SELECT lower(name), type, "notnull", pk FROM pragma_table_xinfo(?)', table
        ),
        _rows(
            database,
            'SELECT "from", lower("table"), on_delete FROM pragma_foreign_key_list(?)',
            table,
        ),
        _rows(
            database,
            "SELECT i.origin, group_concat(lower(c.name)) FROM pragma_index_list(?) AS i,"
            ' pragma_index_info(i.name) AS c WHERE i."unique" GROUP BY i.name, i.origin',
            table,
        ),
        _rows(database, "SELECT type, strict, wr FROM pragma_table_list(?)", table),
    )
    if known is None:
        return parts
    # A column that is not ours does no harm where it may be left out.
    return parts[0] & known[0], *parts[1:]


def _rows(database: sqlite3.Connection, query: str, table: str) -> frozenset[tuple[Any, ...]]:
    return frozenset(tuple(row) for row in database.execute(query, (table,)))

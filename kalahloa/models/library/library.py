"""The library: one connection to the database of all games that are kept."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import TracebackType

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library.adding import add_games
from kalahloa.models.library.analyses import (
    ANALYSES,
    Accuracies,
    read_analyses,
    write_accuracy,
    write_analyses,
)
from kalahloa.models.library.database import (
    PATIENCE_SECONDS,
    Connection,
    checkpoint,
    flushing_later,
    has_log,
    leave_to_others,
    open_database,
    reading,
    transaction,
)
from kalahloa.models.library.duplicates import Recogniser, TakenIn
from kalahloa.models.library.editing import Editing, GameEdit, GameFacts
from kalahloa.models.library.error_sentences import library_failures, read_only
from kalahloa.models.library.file_place import FilePlace
from kalahloa.models.library.game_rows import (
    NO_LEVELS,
    GameChanges,
    GameHeader,
    Json,
    NewGame,
    NodeRow,
    Saved,
    StoredGame,
    to_text,
)
from kalahloa.models.library.headers import read_game, read_headers, read_json_value
from kalahloa.models.library.indexing import has_unindexed, index_rest
from kalahloa.models.library.log import CAN_FLUSH_APART, Log
from kalahloa.models.library.origins import (
    Origin,
    digest_of,
    game_from,
    is_known,
    overwritten,
    places,
    remember,
    remember_read,
    unfinished,
    were_read,
)
from kalahloa.models.library.positions import MoveCount, games_at, moves_at
from kalahloa.models.library.queries import LibraryQueries
from kalahloa.models.library.saving import Saver, unknown
from kalahloa.models.library.visits import write_visit
from kalahloa.models.record.record import Record
from kalahloa.models.storage.atomic_file import make_folder, open_private
from kalahloa.models.study.edits import EditKind, SetDetails, Several
from kalahloa.models.study.game_details import GameDetails
from kalahloa.models.text.errors import LibraryUnavailable
from kalahloa.models.work.cancellation import ReadingStopped, never

with lazy_imports():
    from kalahloa.models.library import diagnosis

PAGES_AT_ONCE = 1_000
"""How many pages a backup copies at once; others can write between."""
STEPS_BETWEEN_LOOKS = 5_000
"""After how many steps of SQLite's machine a query looks whether it is to stop: about 0.3 ms."""
GAMES_AT_ONCE = 12
"""How many games `add_many` adds in a transaction, during which nobody else can write."""


@dataclass(frozen=True, slots=True)
class StoredEdit:
    """An edit of a game: `data` is what `add_edit` was given, `made` a Unix time."""

    id: int
    made: float
    undone: bool
    data: Json


@dataclass(frozen=True)
class Statistics:
    """How much is in a library: games, those in the trash, nodes of both, and the file's bytes.

    `by_game` has the number of games, without the trash, by the keys of games.
    """

    games: int
    trashed: int
    nodes: int
    size: int
    by_game: Mapping[str, int]


class Library(LibraryQueries, Editing):
    """The games that are kept, through one connection, which one thread at a time may use.

    Any number of connections, also of other programs, may be open at once.  What a method has
    written is on disk when it returns.  All methods raise a `LibraryUnavailable` if the library
    cannot be used, and nothing is written then.
    """

    def __init__(self, database: Connection, path: Path) -> None:
        """Use *database*, the open library at *path*; see `open`."""
        self.path = path
        self._database = database
        self._saver = Saver(database)
        self._recogniser = Recogniser(database, self._saver)
        self._log: Log | None = None
        self._flushes_apart = False
        self._place = FilePlace(path, has_log(database))

    @classmethod
    def open(cls, path: Path, create: bool = True, patience: float = PATIENCE_SECONDS) -> "Library":
        """Open the library at *path*, or create it there if it is missing and *create* is True.

        *patience* is how many seconds a lock of another program is waited for.
        """
        return cls(open_database(path, create, patience), path)

    @property
    def identity(self) -> tuple[int, ...]:
        """What tells the library's file from one that is put in its place later.

        That is the device, the number of the file there, and how often its log was lost.
        """
        return self._place.identity

    @property
    def is_read_only(self) -> bool:
        """Whether games can only be looked at: the file or its folder cannot be written."""
        return self._database.is_read_only

    @property
    def patience(self) -> float:
        """How many seconds a lock of another program is waited for before something is written."""
        return self._database.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self._database.patience = seconds

    def close(self) -> None:
        """Close the connection; may be called twice."""
        if self._log is not None:
            self._log.close()
        with library_failures(self.path):
            self._database.close()

    def flush_apart(self) -> bool:
        """Leave what takes long after each transaction to others, if that can be; return whether.

        What a method has written is safe from the end of the program then when it returns, and on
        disk when `flush` has returned after that.  `checkpoint` is to be called now and then on
        another connection.
        """
        with library_failures(self.path):
            self._flushes_apart = CAN_FLUSH_APART and leave_to_others(self._database)
        return self._flushes_apart

    @contextmanager
    def flushing_once(self) -> Iterator[None]:
        """Have on disk when the body has ended what is written within, not after each transaction.

        Without the power going, what a method has written is safe as soon as it returns.  Within a
        transaction this changes nothing.
        """
        database = self._database
        is_ready = CAN_FLUSH_APART and has_log(database) and not database.in_transaction
        if self._flushes_apart or not is_ready:
            yield
            return
        with library_failures(self.path), flushing_later(database):
            self._flushes_apart = True
            try:
                yield
            finally:
                self._flushes_apart = False
                self.flush()

    def flush(self) -> None:
        """Have on disk what was written; any thread may call this, after `close` too."""
        if self._log is not None:
            with library_failures(self.path):
                self._log.flush()

    def version(self) -> int:
        """Return a number that is another one after others have written; it costs next to nothing.

        Only those that one `Library` returns can be compared.
        """
        with library_failures(self.path):
            self._place.require_log(self._database)
            self._place.require_file()
            (number,) = self._database.execute("PRAGMA data_version").fetchone()
            return int(number)

    def checkpoint(self) -> bool:
        """Move what is in the log to the file, while others may write; return whether all is there.

        What is in the log takes room on the disk, and time when the library is next opened.
        """
        with library_failures(self.path):
            return checkpoint(self._database)

    def __enter__(self) -> "Library":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with library_failures(self.path):
                self._place.require_log(self._database)
                if self.is_read_only:
                    raise read_only(self.path)
                with transaction(self._database):
                    # Now that nobody else can move it.
                    self._place.require_file()
                    yield
                if self._flushes_apart and self._log is None:
                    self._log = Log(self.path)
        except BaseException:
            self._saver.forget()
            self._recogniser.forget()
            raise

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with library_failures(self.path):
            self._place.require_log(self._database)
        with library_failures(self.path), reading(self._database):
            self._database.require_unchanged(self.path)
            yield

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write everything that is written within in one transaction: all of it, or nothing."""
        with self._writing():
            yield

    # -- games ---------------------------------------------------------------------------------

    def add(
        self,
        record: Record,
        levels: tuple[Json, Json] = NO_LEVELS,
        source: str = "",
        tags: tuple[str, ...] = (),
        created: float | None = None,
    ) -> int:
        """Add *record* as a new game and return its id; nodes keep their numbers.

        The game's revision is 1.
        """
        with self._writing():
            new = NewGame.of(record, levels, source, tags, created)
            return add_games(self._database, [new])[0]

    def add_many(self, games: Iterable[NewGame]) -> list[int]:
        """Add *games*, `GAMES_AT_ONCE` in a transaction, and return their ids."""
        ids: list[int] = []
        ahead = iter(games)
        with self.flushing_once():
            while batch := list(islice(ahead, GAMES_AT_ONCE)):
                with self._writing():
                    ids += add_games(self._database, batch)
        return ids

    def add_read_games(
        self, games: Sequence[tuple[NewGame, Origin]], finished: Iterable[str] = ()
    ) -> list[TakenIn]:
        """Take in *games*, read from files, in one transaction, and return what became of each.

        Those that are here already are merged (`recognition`).  Where they come from is remembered
        in the same transaction.  While not all games of a file are in the library, their origins
        have the digest of `origins.unfinished`; *finished* are the digests of those that were so,
        and are no longer.  The index of positions has the games when `index_rest` was called.
        """
        with self._writing():
            taken = self._recogniser.add_or_merge(games)
            origins = (origin for _, origin in games)
            remember(self._database, zip((one.game for one in taken), origins, strict=True))
            remember_read(self._database, finished)
        return taken

    def merge(self, new: NewGame) -> TakenIn | None:
        """Merge *new* into the game that it is, and return that; None if it is not here."""
        with self._writing():
            return self._recogniser.merge(new)

    @property
    def is_indexed(self) -> bool:
        """Whether the index of positions has all games; see `index_rest`."""
        with self._reading():
            return not has_unindexed(self._database)

    def index_rest(self, stopped: Callable[[], bool] = never) -> bool:
        """Put the games that were taken in into the index of positions; return whether all are.

        Those that another program has left behind are among them.  There are many short
        transactions; after *stopped* has returned True the rest is left to the next call.
        """
        if self.is_indexed:
            return True
        try:
            with self.flushing_once(), self.stopping(stopped), library_failures(self.path):
                is_done = index_rest(self._database, self._reading, self._writing, stopped)
        except ReadingStopped:
            return False
        if is_done:
            self._recogniser.forget()
        return is_done

    def places_taken_in(self, digest: str, again: bool) -> set[int] | None:
        """Return the numbers of the games that were taken in of a file not read to its end.

        *digest* is that of its content.  None if all of that was taken in; with *again*, what was
        deleted since does not count.
        """
        with self._reading():
            if is_known(self._database, digest, again):
                return None
            return places(self._database, unfinished(digest))

    def game_from(self, content: bytes) -> int | None:
        """Return the first game of a file with *content*, None if it was not taken in."""
        with self._reading():
            return game_from(self._database, digest_of(content))

    def are_taken_in(self, origins: Sequence[Origin], again: bool) -> list[bool]:
        """Return of each file whether it was taken in as it is; see `origins.were_read`."""
        with self._reading():
            return were_read(self._database, origins, again)

    def load(self, game: int) -> StoredGame:
        """Return a game with all nodes; raise `UnknownGame` if there is none."""
        return self.changes(game, 0)

    def game_called(self, uid: str) -> int | None:
        """Return the game with the id *uid*, None if there is none, within `together`."""
        with self._writing():
            row = self._database.execute("SELECT id FROM games WHERE uid = ?", (uid,)).fetchone()
        return None if row is None else int(row[0])

    def changes(self, game: int, since: int) -> StoredGame:
        """Return a game with only the nodes written after revision *since*.

        Raises `UnknownGame` if there is none.
        """
        with self._reading():
            found = read_game(self._database, game, since)
        if found is None:
            raise unknown(game)
        return found

    def save(
        self,
        game: int,
        base: int,
        rows: Sequence[NodeRow] = (),
        changes: GameChanges = GameChanges(),  # noqa: B008  (it is frozen)
        before: Mapping[int, NodeRow] | None = None,
    ) -> Saved:
        """Write *rows* and *changes* to a game, and return what became of them.

        *base* is the game's revision that the caller knows.  *rows* are the nodes that have
        changed, by their stored numbers, and new ones with any numbers below -1, of which the
        caller is told the stored numbers.  *before* are the rows, by number, as the caller last
        knew them: what is not different from them the caller has not changed.  Without it,
        everything in *rows* counts as changed.

        What another writer has written since *base* is merged with it, and nothing of either is
        lost: a move that both played is one node, comments that both changed are joined, a line
        that one removed stays if the other has played or written in it.  A game in the trash comes
        out of it when something is played or written.

        Raises `UnknownGame` if the game is not in the library any more, and `ValueError` for a row
        of, or below, a node that does not exist.
        """
        with self._writing():
            return self._saver.save(game, base, rows, changes, before, time.time())

    def leave(self, game: int, node: int, line_end: int) -> None:
        """Keep that *game* was left at *node*, on the line to *line_end*: it has not changed."""
        with self._writing():
            write_visit(self._database, game, node, line_end)

    def set_details(self, game: int, before: GameDetails, after: GameDetails) -> GameEdit | None:
        """Have *game* tell *after* where that differs from *before*, as an edit of the game.

        Returns what takes that back, None if nothing has changed.  Raises `UnknownGame` if there is
        no such game.
        """
        with self._writing():
            headers = read_headers(self._database, [game])
            if not headers:
                raise unknown(game)
            (header,) = headers
            now = GameDetails(header.players, header.details)
            then = now.changed(before, after)
            facts = GameFacts(players=then.names, details=then.others)
            edit = self.edit(game, lambda _: facts)
            if edit is None:
                return None
            own = Several((SetDetails(then, now),), EditKind.DETAILS).to_json()
            return replace(edit, own=self.add_edit(game, own))

    def overwritten(self) -> dict[str, list[tuple[int, Origin]]]:
        """Return games whose names may have been overwritten, by the digests of their files."""
        with self._reading():
            return overwritten(self._database)

    def give_names(self, names: Mapping[int, tuple[str, str]], games: Iterable[int]) -> None:
        """Give games their *names* back; *games* are done with, whether they have got some."""
        with self._writing():
            for game, given in names.items():
                self._saver.rename(game, given)
            self._database.executemany(
                "DELETE FROM overwritten WHERE game = ?", ((game,) for game in games)
            )

    # -- finding -------------------------------------------------------------------------------

    @contextmanager
    def stopping(self, stopped: Callable[[], bool]) -> Iterator[None]:
        """Have queries in the body raise `ReadingStopped` soon after *stopped* returns True."""
        self._database.set_progress_handler(stopped, STEPS_BETWEEN_LOOKS)
        try:
            yield
        except LibraryUnavailable as error:
            if stopped():
                raise ReadingStopped from error
            raise
        finally:
            self._database.set_progress_handler(None, 0)

    def headers(self, ids: Sequence[int]) -> list[GameHeader]:
        """Return the headers of the games *ids*, in that order, without those that do not exist."""
        with self._reading():
            return read_headers(self._database, ids)

    # -- positions and rules -------------------------------------------------------------------

    def rules_of(self, game: str) -> list[Mapping[str, Json]]:
        """Return the different rules by which the game with the key *game* is played here."""
        with self._reading():
            rows = self._database.execute(
                "SELECT DISTINCT rules FROM games WHERE game = ?", (game,)
            )
            return [rules for (text,) in rows if isinstance(rules := read_json_value(text), dict)]

    def games_at(self, key: int) -> list[int]:
        """Return the ids of the games that came to the position with *key* (see `index_key`)."""
        with self._reading():
            return games_at(self._database, key)

    def moves_at(self, key: int) -> list[MoveCount]:
        """Return the moves played in the position with *key*, the most frequent first."""
        with self._reading():
            return moves_at(self._database, key)

    # -- edits ---------------------------------------------------------------------------------

    def add_edit(self, game: int, data: Json) -> int:
        """Remember an edit of a game, a JSON-compatible value, and return its id.

        Raises `UnknownGame` if there is no such game.
        """
        with self._writing():
            if not read_headers(self._database, [game]):
                raise unknown(game)
            (edit,) = self._database.execute(
                "INSERT INTO edits (game, made, undone, plain) VALUES (?, ?, 0, ?) RETURNING id",
                (game, time.time(), to_text(data)),
            ).fetchone()
            return edit

    def edits(self, game: int) -> list[StoredEdit]:
        """Return the edits of a game, the oldest first."""
        with self._reading():
            return [
                StoredEdit(edit, made, bool(undone), read_json_value(data))
                for edit, made, undone, data in self._database.execute(
                    "SELECT id, made, undone, plain FROM edits WHERE game = ? ORDER BY id", (game,)
                )
            ]

    def mark_undone(self, edit: int, undone: bool = True) -> None:
        """Remember that an edit was undone, or is in force again."""
        with self._writing():
            self._database.execute("UPDATE edits SET undone = ? WHERE id = ?", (int(undone), edit))

    # -- analyses ------------------------------------------------------------------------------

    def keep_analyses(self, game: int, values: Mapping[int, Json], kind: str = ANALYSES) -> None:
        """Keep what was found at nodes of a game, by their stored numbers: JSON-compatible values.

        *kind* is one of `analyses.KINDS`.  Nothing happens if there is no such game.
        """
        with self._writing():
            write_analyses(self._database, game, values, kind)

    def analyses(self, game: int, kind: str = ANALYSES) -> dict[int, Json]:
        """Return what `keep_analyses` was given, as far as it can be read."""
        with self._reading():
            return read_analyses(self._database, game, kind)

    def keep_accuracy(self, game: int, plies: int, accuracy: Accuracies) -> None:
        """Keep how accurately both sides have played a game's line of so many *plies*.

        Nothing happens if there is no such game.
        """
        with self._writing():
            write_accuracy(self._database, game, plies, accuracy)

    # -- the trash -----------------------------------------------------------------------------

    def require(self, games: Sequence[int]) -> None:
        """Raise `UnknownGame` if one of *games* does not exist."""
        there = {header.id for header in self.headers(games)}
        if lacking := [game for game in games if game not in there]:
            raise unknown(lacking[0])

    def trashed(self) -> list[int]:
        """Return the games in the trash."""
        with self._reading():
            found = self._database.execute("SELECT id FROM games WHERE trashed IS NOT NULL")
            return [game for (game,) in found]

    # -- the file ------------------------------------------------------------------------------

    def check(self, thorough: bool = False) -> list[str]:
        """Return what is wrong with the file; nothing if it is whole.  See `diagnose`."""
        found = diagnosis.diagnose(self.path, thorough, self.patience)
        return [] if found.is_whole else list(found.problems or [found.sentence])

    def backup(self, path: Path) -> None:
        """Copy the library to a new file at *path*, while others may use it.

        The copy replaces a file that is there, when it is whole.  Raises a `LibraryUnavailable`
        that names *path* if it cannot be written.
        """
        part = path.with_name(f"{path.name}.{os.urandom(4).hex()}.part")
        try:
            with library_failures(path):
                make_folder(path.parent)
                os.close(open_private(str(part), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
                with closing(sqlite3.connect(part)) as copy:
                    self._database.backup(copy, pages=PAGES_AT_ONCE)
                    copy.execute("PRAGMA journal_mode = DELETE")
                with part.open("rb+") as file:
                    os.fsync(file.fileno())
                os.replace(part, path)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def statistics(self) -> Statistics:
        """Return how much is in the library."""
        with self._reading():
            games, trashed, nodes = self._database.execute(
                "SELECT count(*), count(trashed), total(node_count) FROM games"
            ).fetchone()
            (pages,) = self._database.execute("PRAGMA page_count").fetchone()
            (size,) = self._database.execute("PRAGMA page_size").fetchone()
            by_game = dict(
                self._database.execute(
                    "SELECT game, count(*) FROM games WHERE trashed IS NULL GROUP BY game"
                )
            )
        return Statistics(games - trashed, trashed, int(nodes), pages * size, by_game)

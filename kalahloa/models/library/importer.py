"""Takes files with games into the library."""

import gc
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kalahloa.models.library.duplicates import TakenIn
from kalahloa.models.library.editing import GameEdit
from kalahloa.models.library.game_rows import NO_LEVELS, Json, NewGame
from kalahloa.models.library.json_games import new_game_from_json
from kalahloa.models.library.library import Library
from kalahloa.models.library.origins import Origin, digest_of, unfinished
from kalahloa.models.library.write_priority import make_way
from kalahloa.models.record.json_record import record_from_json
from kalahloa.models.record.node import unlink_nodes
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_file import SUFFIX, parse_json_file, read_bytes, shown_path
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import ReadingStopped, never

GAMES_AT_ONCE = 50
"""How many games are written in a transaction, during which nobody else can write."""
FILES_AT_ONCE = 100
"""How many files the library is asked about in a transaction."""
NODES_AT_ONCE = 4_000
"""How many nodes are written in a transaction, if there are less games."""
_NEW_OBJECTS = 100_000
"""So many new objects are looked through for garbage: the rows of what waits to be written."""
_NAMED_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d")
"""When a game began, in the names of files that the program wrote itself."""


@dataclass(frozen=True)
class FoundGame:
    """A game in a file, or a sentence in `problem` that says why it could not be read.

    The game is a `record`, or `new` if its reader makes rows itself.  `notes` are sentences about
    what was read otherwise than it stands there.
    """

    record: Record | None = None
    new: NewGame | None = None
    levels: tuple[Json, Json] = NO_LEVELS
    problem: str = ""
    notes: tuple[str, ...] = ()


Reader = Callable[[bytes, Path, Callable[[], bool]], Iterable[FoundGame]]
"""Yields the games in the content of the file at a path; raises `BadFile`, and `ReadingStopped`."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A file, or a game in it, that was not read; `problem` is a sentence that says why."""

    path: Path
    problem: str


@dataclass(frozen=True)
class ImportReport:
    """What came of an import.

    `imported` are the ids of the new games, `again` those of games that were there already;
    `merged` takes back what some of these were given.  `known` are the files whose content was
    taken in before, `failed` what was not read, and `notes` what was read otherwise than it is in
    the files.  `first_game` is the id of the first game, new or not; `first` is its record, and the
    rows that were made of it, if it is new and its reader read a record.
    """

    imported: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    merged: tuple[GameEdit, ...] = ()
    first_game: int | None = None
    known: tuple[Path, ...] = ()
    failed: tuple[Unread, ...] = ()
    notes: tuple[Unread, ...] = ()
    first: tuple[Record, NewGame] | None = None


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import is: files done, of how many, and games found."""

    done: int
    files: int
    games: int


def read_own_file(
    content: bytes, path: Path, stopped: Callable[[], bool] = never
) -> Iterator[FoundGame]:
    """Yield the game of a file that the program wrote itself; see `Reader`."""
    plain = parse_json_file(content, path, stopped)
    with _naming(path):
        new = new_game_from_json(plain, stopped)
    yield FoundGame(new=new, levels=_levels_of(plain))


def read_own_record(
    content: bytes, path: Path, stopped: Callable[[], bool] = never
) -> Iterator[FoundGame]:
    """Yield the same game as `read_own_file`, as a record: for a file that is to be opened."""
    plain = parse_json_file(content, path, stopped)
    with _naming(path):
        record = record_from_json(plain, stopped)
    yield FoundGame(record, levels=_levels_of(plain))


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Have a `BadFile` in the body name the file at *path*."""
    try:
        yield
    except BadFile as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "Cannot open {path}. {reason}").format(
                path=shown_path(path), reason=error
            )
        ) from error


def _levels_of(plain: Any) -> tuple[Json, Json]:
    levels = plain.get("levels")
    is_pair = isinstance(levels, list) and len(levels) == 2
    return (levels[0], levels[1]) if is_pair else NO_LEVELS


ANY_NAME = "*"
"""Stands for all other names, but only of files that are named one by one, not in folders."""
OWN_READERS: Mapping[str, Reader] = {SUFFIX: read_own_file, ".json": read_own_file}
"""Readers of the program's own files, by the ends of their names."""


def find_files(
    paths: Iterable[Path], readers: Mapping[str, Reader] = OWN_READERS
) -> tuple[list[Path], list[Unread]]:
    """Return the files among *paths* and in the folders among them, and what cannot be looked at.

    In folders, and those below them, only files whose names a reader is for count.
    """
    files: list[Path] = []
    failed: list[Unread] = []

    def fail(error: OSError) -> None:
        failed.append(_unread(Path(str(error.filename)), error.strerror or shorten(error)))

    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        for folder, folders, names in os.walk(path, onerror=fail):
            folders.sort()
            files += [Path(folder, name) for name in sorted(names) if _ending(name) in readers]
    return files, failed


def import_files(
    library: Library,
    paths: Iterable[Path],
    readers: Mapping[str, Reader] = OWN_READERS,
    *,
    again: bool = True,
    stopped: Callable[[], bool] = never,
    progress: Callable[[ImportProgress], None] | None = None,
) -> ImportReport:
    """Take the games of *paths*, files and folders, into *library*, and report what came of it.

    The files stay as they are.  A game that is in the library already is merged with that
    (`recognition`), and a file whose content was taken in before is passed over; with
    *again* not if its games have been deleted since.  What was read is written a few games at
    a time; after *stopped* has returned True the rest is left out, and read when the same is
    imported again.  *progress* is called after each file, and within those of many games, on this
    thread.  The index of positions is made last; what an earlier import has left of that, too.
    Raises a `LibraryUnavailable`.
    """
    files, failed = find_files(paths, readers)
    work = _Import(library, readers, again, stopped, failed)
    with _little_garbage(), library.flushing_once():
        library.index_rest(stopped)  # or what comes back is not found
        for number, (path, found) in enumerate(work.looked_up(files)):
            if stopped():
                break
            for games in work.read(path, found):
                if progress is not None:
                    progress(ImportProgress(number, len(files), games))
            if progress is not None:
                progress(ImportProgress(number + 1, len(files), work.games))
        work.write()
        library.index_rest(stopped)
    return work.report()


@contextmanager
def _little_garbage() -> Iterator[None]:
    """Have Python look for garbage less often: games that were read and written leave none."""
    before = gc.get_threshold()
    if before[0]:  # or it never looks
        gc.set_threshold(max(before[0], _NEW_OBJECTS), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that is there: what the system says about it, and whether it was taken in before."""

    facts: os.stat_result
    origin: Origin
    is_known: bool = False


@dataclass
class _Import:
    """An import while it runs."""

    library: Library
    readers: Mapping[str, Reader]
    again: bool
    stopped: Callable[[], bool]
    failed: list[Unread]
    games: int = 0
    _taken: list[TakenIn] = field(default_factory=list)
    _known: list[Path] = field(default_factory=list)
    _notes: list[Unread] = field(default_factory=list)
    _waiting: list[tuple[NewGame, Origin]] = field(default_factory=list)
    _nodes: int = 0
    _digests: set[str] = field(default_factory=set)
    _first: tuple[Record, NewGame] | None = None
    _finished: list[str] = field(default_factory=list)
    """The digests of files that were read to their ends since the last writing."""
    _begun: set[str] = field(default_factory=set)
    """The digests of files of which games were written before they were read to their ends."""

    def looked_up(self, paths: Sequence[Path]) -> Iterator[tuple[Path, _File | BadFile]]:
        """Yield *paths*, each with its file, unread, or why it cannot be read."""
        for begin in range(0, len(paths), FILES_AT_ONCE):
            part = paths[begin : begin + FILES_AT_ONCE]
            found = [_look_at(path) for path in part]
            origins = [file.origin for file in found if isinstance(file, _File)]
            known = iter(self.library.are_taken_in(origins, self.again))
            for path, file in zip(part, found, strict=True):
                if isinstance(file, _File) and next(known):
                    yield path, replace(file, is_known=True)
                else:
                    yield path, file

    def read(self, path: Path, found: _File | BadFile) -> Iterator[int]:
        """Read the file at *path*, that was *found*; what cannot be read is reported.

        Yields the number of games found so far whenever some were written meanwhile.
        """
        try:
            reader = self.readers.get(_ending(path.name)) or self.readers.get(ANY_NAME)
            if reader is None:
                raise BadFile(
                    QT_TRANSLATE_NOOP(
                        "Models",
                        "Cannot import {path}: only files ending in {kinds} can be imported.",
                    ).format(path=shown_path(path), kinds=", ".join(self.readers))
                )
            if isinstance(found, BadFile):
                raise found
            if (found.facts.st_dev, found.facts.st_ino) == self.library.identity[:2]:
                # Python's closing it would drop the locks that SQLite has on it.
                raise BadFile(
                    QT_TRANSLATE_NOOP("Models", "{path} is the library itself.").format(
                        path=shown_path(path)
                    )
                )
            if found.is_known:
                self._known.append(path)
                return
            content = read_bytes(path, found.facts)
            digest = digest_of(content)
            known = None
            if digest not in self._digests:
                known = self.library.places_taken_in(digest, self.again)
            if known is None:
                self._known.append(path)
                return
            if known:
                self._begun.add(digest)
            name, modified = found.origin.path, found.origin.modified
            for place, game in enumerate(reader(content, path, self.stopped)):
                make_way()
                if place not in known:
                    self._take(path, Origin(name, len(content), modified, digest, place), game)
                if self._is_full:
                    self.write()
                    yield self.games
        except BadFile as error:
            self.failed.append(Unread(path, error.sentence))
            return
        except ReadingStopped:
            return
        self._digests.add(digest)
        self._finished.append(digest)

    @property
    def _is_full(self) -> bool:
        return len(self._waiting) >= GAMES_AT_ONCE or self._nodes >= NODES_AT_ONCE

    def _take(self, path: Path, origin: Origin, game: FoundGame) -> None:
        if game.problem:
            self.failed.append(Unread(path, game.problem))
        self._notes += [Unread(path, note) for note in game.notes]
        modified = origin.modified / 1e9
        facts: dict[str, Any] = {
            "levels": game.levels,
            "source": str(path),
            "created": _began(path, modified),
            "modified": modified,
        }
        if game.record is not None:
            new = NewGame.of(game.record, **facts)
            if not self.games:
                self._first = game.record, new
            else:
                # Thousands of records a minute are not to be looked through for garbage.
                unlink_nodes(game.record.nodes)
        elif game.new is not None:
            new = replace(game.new, **facts)
        else:
            return
        self._waiting.append((new, origin))
        self._nodes += len(new.nodes)
        self.games += 1

    def write(self) -> None:
        """Write what was read."""
        waiting, self._waiting, self._nodes = self._waiting, [], 0
        finished, self._finished = self._finished, []
        if not waiting and not finished:
            return
        for at, (new, origin) in enumerate(waiting):
            digest = origin.digest
            if digest not in self._digests or digest in self._begun:
                # Until all of it is there, so that it is not passed over if that does not happen.
                waiting[at] = new, replace(origin, digest=unfinished(digest))
                self._begun.add(digest)
        self._taken += self.library.add_read_games(waiting, self._begun.intersection(finished))

    def report(self) -> ImportReport:
        """Return what came of it all."""
        taken = self._taken
        return ImportReport(
            tuple([one.game for one in taken if one.is_new]),
            tuple(dict.fromkeys([one.game for one in taken if not one.is_new])),
            tuple([one.edit for one in taken if one.edit is not None]),
            taken[0].game if taken else None,
            tuple(self._known),
            tuple(self.failed),
            tuple(self._notes),
            self._first if taken and taken[0].is_new else None,
        )


def _ending(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def _look_at(path: Path) -> _File | BadFile:
    """Return the file at *path*, unread, or that it is not there."""
    try:
        facts = os.stat(path)
        origin = Origin(str(path.absolute()), facts.st_size, facts.st_mtime_ns)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or shorten(error)
        return BadFile(_unread(path, reason).problem)
    return _File(facts, origin)


def _unread(path: Path, reason: str) -> Unread:
    return Unread(
        path,
        QT_TRANSLATE_NOOP("Models", "{path} cannot be read: {reason}.").format(
            path=shown_path(path), reason=reason
        ),
    )


def _began(path: Path, modified: float) -> float:
    """Return the Unix time at which the game in the file at *path* began, as far as is known."""
    found = _NAMED_TIME.match(path.name)
    if found is not None:
        try:
            return time.mktime(time.strptime(found[0], "%Y-%m-%d %H.%M.%S"))
        except (ValueError, OverflowError):
            pass
    return modified

"""Opens games of the library and of files."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kalahloa.controllers.base.player import HUMAN, Player
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.error_sentences import read_only
from kalahloa.models.library.game_rows import NewGame, StoredGame
from kalahloa.models.library.library import Library
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_file import SUFFIX, read_bytes, shown_path
from kalahloa.models.storage.user_data import library_path
from kalahloa.models.text.errors import BadFile, KalahloaError, LibraryUnavailable
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import ReadingStopped, never

with lazy_imports():
    from kalahloa.models.library import (
        backups,
        database,
        importer,
        overwritten_names,
        readers,
        repair,
    )
    from kalahloa.models.notation import paste_import

CLIPBOARD = "clipboard"
"""What is kept of where a game comes from that was pasted."""
PATIENCE_SECONDS = 1.0
"""How long a lock of another program is waited for while somebody plays."""

OpenLibrary = Callable[[], Library]
"""Opens the library for the thread that calls it; raises a `KalahloaError` where that fails."""

MendLibrary = Callable[[], tuple[Library, tuple[Sentence, ...]]]
"""Opens the library when it has been checked, and repaired if need be; returns what is to be said.
Raises a `KalahloaError` where that fails."""


def open_user_library() -> Library:
    """Open the library in the user's data folder."""
    return Library.open(library_path(), patience=PATIENCE_SECONDS)


def mend_user_library() -> tuple[Library, tuple[Sentence, ...]]:
    """Open the library in the user's data folder, repaired if it is damaged; see `MendLibrary`.

    A whole one is copied beside itself now and then, and names that were overwritten come back.
    """
    mended = repair.open_library(library_path(), PATIENCE_SECONDS)
    with suppress(LibraryUnavailable, OSError):  # as where there is no room; the next start tries
        backups.keep_backup(mended[0])
    with suppress(LibraryUnavailable):  # of which more is heard where something is to be kept
        overwritten_names.restore_names(mended[0])
    return mended


def updates_user_library() -> bool:
    """Return whether the library in the user's data folder is one of an older program."""
    return database.is_outdated(library_path())


def open_stored(library: Library, number: int, stopped: Callable[[], bool] = never) -> OpenGame:
    """Return the game *number* of *library*.

    Raises what `Library.load` and `StoredGame.to_record` raise.
    """
    stored = library.load(number)
    record = stored.to_record(stopped)
    edits, analyses = library.edits(number), library.analyses(number)
    reviews = library.analyses(number, REVIEWS)
    return OpenGame.of(stored, record, edits, analyses, reviews, library.identity)


def open_newest(library: Library, most: int) -> tuple[OpenGame | None, list[KalahloaError]]:
    """Return the game that was changed last and can be read, and what the user is to be told.

    That is what is wrong with later ones, and that nothing can be saved.  At most so many games are
    looked at.  Raises what `Library.load` raises.
    """
    errors: list[KalahloaError] = [read_only(library.path)] if library.is_read_only else []
    for header in library.search(limit=most):
        try:
            return open_stored(library, header.id), errors
        except LibraryUnavailable:
            raise
        except KalahloaError as error:
            errors.append(error)
        except Exception as error:  # a plug-in may raise anything
            sentence = QT_TRANSLATE_NOOP("Controllers", "Cannot open the game: {reason}.")
            errors.append(BadFile(sentence.format(reason=shorten(error))))
    return None, errors


def all_readers() -> "Mapping[str, importer.Reader]":
    """Return the readers of all kinds of files."""
    return readers.ALL_READERS


def open_file(library: Library, path: Path, stopped: Callable[[], bool] = never) -> OpenGame:
    """Take the games in the file at *path* into *library*, and return the first one.

    The file is not changed.  A file that was taken in before, and has not changed since, leads to
    the game that was made of it then.  Raises `BadFile`, and what `Library` raises.
    """
    report = importer.import_files(library, [path], readers.RECORD_READERS, stopped=stopped)
    number = report.first_game
    if report.known:
        number = library.game_from(read_bytes(path))
    if number is None:
        if stopped():
            raise ReadingStopped
        raise BadFile(report.failed[0].problem if report.failed else _no_game(path))
    if report.first is not None and (game := _as_imported(library, number, *report.first)):
        return game
    return open_stored(library, number, stopped)


def import_first(library: Library, files: Iterable[Path]) -> None:
    """Import the first readable one of *files*, if *library* has no games yet."""
    for path in files:
        if library.search(limit=1):
            break
        importer.import_files(library, [path], again=False)


def _as_imported(library: Library, number: int, record: Record, new: NewGame) -> OpenGame | None:
    """Return the game *number*, which has just been made of *record*, without reading it again.

    None if what is stored is not quite what *record* has.
    """
    (header,) = library.headers([number])
    if (
        header.revision != 1
        or header.players != record.players
        or header.details != record.details
        or header.start != record.start
    ):
        return None
    record.pop_changes()
    return OpenGame.of(StoredGame(header, new.nodes), record, file=library.identity)


@dataclass(frozen=True)
class Pasted:
    """A text that may hold a game or a position.

    `game`, `rules` and `start` are those of the record that is open, by which a position or a list
    of moves is read; `players`, who have these `names`, go on from a position.
    """

    text: str
    game: Game
    rules: Any
    start: str
    players: tuple[Player, Player]
    names: tuple[str, str]


def open_pasted(
    pasted: Pasted, open_library: OpenLibrary, stopped: Callable[[], bool] = never
) -> OpenGame:
    """Return the first game in *pasted*; raise `BadFile`.

    One that is in the library is merged with that; others are not there yet.
    """
    found = paste_import.read_text(
        pasted.text, pasted.game, pasted.rules, stopped, start=pasted.start
    )
    record: Record = found.record
    if found.kind is paste_import.PasteKind.POSITION:
        record.players = pasted.names
        return OpenGame(record, pasted.players)
    with suppress(LibraryUnavailable), open_library() as library:  # which is said when it is kept
        known = library.merge(NewGame.of(record))
        if known is not None:
            return open_stored(library, known.game, stopped)
    return OpenGame(record, (HUMAN, HUMAN), CLIPBOARD)


def _no_game(path: Path) -> Sentence:
    sentence = QT_TRANSLATE_NOOP("Controllers", "{path} contains no game.")
    return sentence.format(path=shown_path(path))


def newest_first(folder: Path) -> list[Path]:
    """Return the files with games in *folder*, the one that was changed last first."""
    found: list[tuple[int, Path]] = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            found.append((path.stat().st_mtime_ns, path))
        except OSError:
            found.append((0, path))  # which the import tells
    return [path for _, path in sorted(found, reverse=True)]
